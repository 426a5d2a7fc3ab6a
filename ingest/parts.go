package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// errPutBack says that a document which takes long is put back between two of its parts, as its module was paused, power is saved
// now, or something else goes before it. It goes on there.
var errPutBack = errors.New("something else goes before")

// memory keeps what is heard or seen of a claimed document in the store, so that a process that ends loses one part of it.
func (in *Ingester) memory(job *store.Job) extract.Memory {
	return &memory{in: in, job: job, since: in.now()}
}

type memory struct {
	in    *Ingester
	job   *store.Job
	since time.Time // of the part before
	share float64
}

// source names the bytes of the document and what reads them.
func (m *memory) source(identity string) string { return m.job.SHA256 + " " + identity }

// Kept implements extract.Memory. With a part that cannot be read there is none: where the others end and begin is not known without it.
func (m *memory) Kept(ctx context.Context, identity string) ([][]byte, error) {
	parts, err := m.in.store.Parts(ctx, m.job.RowID, m.source(identity))
	if slices.ContainsFunc(parts, func(part []byte) bool { return !json.Valid(part) }) {
		m.in.log.Warn("what was kept of a document makes no sense: it is read anew", "document", m.job.RowID)
		return nil, stored(m.in.store.ForgetParts(ctx, m.job.RowID))
	}
	return parts, stored(err)
}

// Keep implements extract.Memory.
func (m *memory) Keep(ctx context.Context, identity string, part []byte, share float64) error {
	stage := "looking"
	if extract.IsRecording(m.job.Path) {
		stage = "listening"
	}
	if err := m.in.store.KeepPart(ctx, m.job.RowID, stage, m.source(identity), part, share); err != nil {
		return stored(err)
	}
	now := m.in.now()
	if stage == "looking" {
		m.in.rates.saw(now.Sub(m.since))
	} else if m.share > 0 { // the first stretch of a try may lie anywhere
		m.in.rates.heard((share-m.share)*float64(m.job.Size), now.Sub(m.since))
	}
	m.share, m.since = share, now
	m.job.Tries, m.job.Problem = min(m.job.Tries, 1), store.Failure{}
	m.in.notify(Event{Kind: DocumentChanged, ModuleID: m.job.ModuleID, DocumentID: m.job.RowID})
	module, err := m.in.store.ModuleByRow(ctx, m.job.ModuleID)
	if err != nil {
		return stored(err)
	}
	if module.Paused || m.in.saving.Load() || m.in.embeds.Load() {
		return errPutBack
	}
	return nil
}
