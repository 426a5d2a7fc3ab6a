package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// errPaused says that a recording is put back because its module was paused, or power is saved now; other documents are read to their
// end.
var errPaused = errors.New("listening is paused")

// memory keeps what is heard of a claimed recording in the store, so that a process that ends loses one stretch of it.
func (in *Ingester) memory(job *store.Job) extract.Memory {
	return &memory{in: in, job: job, since: in.now()}
}

type memory struct {
	in    *Ingester
	job   *store.Job
	since time.Time // of the stretch before
	share float64
}

// source names the bytes of the recording and what hears them.
func (m *memory) source(identity string) string { return m.job.SHA256 + " " + identity }

// Heard implements extract.Memory.
func (m *memory) Heard(ctx context.Context, identity string) ([]extract.Stretch, error) {
	list, err := m.in.store.Heard(ctx, m.job.RowID, m.source(identity))
	if err != nil {
		return nil, stored(err)
	}
	stretches := make([]extract.Stretch, len(list))
	for i, text := range list {
		if err := json.Unmarshal(text, &stretches[i]); err != nil {
			return nil, stored(fmt.Errorf("%w: what was heard of document %d: %w", store.ErrCorrupt, m.job.RowID, err))
		}
	}
	return stretches, nil
}

// Keep implements extract.Memory.
func (m *memory) Keep(ctx context.Context, identity string, s extract.Stretch, share float64) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("keep what was heard: %w", err)
	}
	if err := m.in.store.KeepHeard(ctx, m.job.RowID, m.source(identity), text, share); err != nil {
		return stored(err)
	}
	now := m.in.now()
	if m.share > 0 { // the first stretch of a try may lie anywhere
		m.in.rates.heard((share-m.share)*float64(m.job.Size), now.Sub(m.since))
	}
	m.share, m.since = share, now
	m.job.Tries, m.job.Problem = min(m.job.Tries, 1), store.Failure{}
	m.in.notify(Event{Kind: DocumentChanged, ModuleID: m.job.ModuleID, DocumentID: m.job.RowID})
	module, err := m.in.store.ModuleByRow(ctx, m.job.ModuleID)
	if err != nil {
		return stored(err)
	}
	if module.Paused || m.in.saving.Load() {
		return errPaused
	}
	return nil
}
