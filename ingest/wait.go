package ingest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ibid/store"
)

// RequestScan asks the process that ingests, whichever it is, to scan a module now.
func RequestScan(ctx context.Context, st *store.Store, moduleRow int64) error {
	if err := st.SetScanned(ctx, moduleRow, 0); err != nil {
		return fmt.Errorf("request scan: %w", err)
	}
	return nil
}

// settled says whether everything in a module has been seen to: it was scanned (after a RequestScan, again), and every document is
// ready, failed, skipped or the like, and the search for copies is done. It looks at nothing but the database, so that it does not
// matter which process does the work. A paused module is settled as it is, one whose folder is not there too; where there is no embedder, or it does not work,
// keyword-ready is as far as documents get. While power is saved, what waits for it is left out.
func settled(ctx context.Context, st *store.Store, moduleRow int64, saving bool) (bool, error) {
	m, err := st.ModuleByRow(ctx, moduleRow)
	if err != nil {
		return false, fmt.Errorf("settled: %w", err)
	}
	if m.ScannedAt == 0 {
		return false, nil
	}
	if m.Missing || m.Paused || m.RemoveAt > 0 {
		return true, nil
	}
	c, err := st.Counts(ctx, moduleRow)
	if err != nil {
		return false, fmt.Errorf("settled: %w", err)
	}
	if saving {
		return onlyWaitsForPower(ctx, st, moduleRow)
	}
	if c.Waiting > 0 {
		return false, nil
	}
	if c.KeywordReady == 0 {
		left, err := st.LeftToCompare(ctx, moduleRow)
		if err != nil || !left {
			return err == nil, err
		}
	}
	why, err := EmbedderFailure(ctx, st)
	return why != "", err
}

// onlyWaitsForPower says whether nothing of a module is left to do but what waits for power.
func onlyWaitsForPower(ctx context.Context, st *store.Store, moduleRow int64) (bool, error) {
	documents, err := st.Documents(ctx, moduleRow)
	if err != nil {
		return false, fmt.Errorf("settled: %w", err)
	}
	return !slices.ContainsFunc(documents, func(d store.Document) bool {
		return d.State == store.Reading || d.State == store.Waiting && !WaitsForPower(d)
	}), nil
}

// Wait returns when a module is settled; it looks every now and then, as another process may be at work. saving says whether power is
// to be saved. progress is called at each look that finds it is not settled, and may be nil.
func Wait(ctx context.Context, st *store.Store, moduleRow int64, every time.Duration, saving func() bool, progress func()) error {
	for {
		done, err := settled(ctx, st, moduleRow, saving())
		if err != nil || done {
			return err
		}
		if progress != nil {
			progress()
		}
		if err := pause(ctx, every); err != nil {
			return fmt.Errorf("wait for module: %w", err)
		}
	}
}
