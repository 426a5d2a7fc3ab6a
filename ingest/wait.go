package ingest

import (
	"context"
	"fmt"
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
// ready, failed, skipped or the like. It looks at nothing but the database, so that it does not matter which process does the work.
// A paused module is settled as it is, one whose folder is not there too; where there is no embedder, or it does not work,
// keyword-ready is as far as documents get.
func settled(ctx context.Context, st *store.Store, moduleRow int64) (bool, error) {
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
	if c.Waiting > 0 || c.KeywordReady == 0 {
		return c.Waiting == 0, nil
	}
	why, err := EmbedderFailure(ctx, st)
	return why != "", err
}

// Wait returns when a module is settled; it looks every now and then, as another process may be at work. progress is called at
// each look that finds it is not, and may be nil.
func Wait(ctx context.Context, st *store.Store, moduleRow int64, every time.Duration, progress func()) error {
	for {
		done, err := settled(ctx, st, moduleRow)
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
