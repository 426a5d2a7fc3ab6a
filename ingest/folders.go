package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"ibid/store"
)

// runFolders follows the list of modules: it has new ones scanned, looks for the folders of missing ones, and carries out removals
// that are due. It notices what this process (Wake) and others (the data version) change.
func (in *Ingester) runFolders(ctx context.Context) error {
	known := make(map[int64]store.Module)
	backoff := in.times.backoff
	for {
		version, err := in.store.DataVersion(ctx)
		if err == nil {
			err = in.follow(ctx, known)
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			in.storeFails(err)
			// A removal that is due and fails is not to be tried all the time.
			if _, err := in.folders.wait(ctx, backoff); err != nil {
				return err
			}
			backoff = min(2*backoff, in.times.maxBack)
		} else {
			backoff = in.times.backoff
		}
		in.ringWorkers()
		if err := in.untilChanged(ctx, version, known); err != nil {
			return err
		}
	}
}

// untilChanged waits until the list of modules may have changed or one of them wants looking at.
func (in *Ingester) untilChanged(ctx context.Context, version int64, known map[int64]store.Module) error {
	looked := in.now()
	for {
		wait := in.times.poll
		for _, m := range known {
			if m.RemoveAt > 0 {
				wait = min(wait, max(time.UnixMilli(m.RemoveAt).Sub(in.now()), time.Millisecond))
			}
		}
		if rang, err := in.folders.wait(ctx, wait); err != nil || rang {
			return err
		}
		for _, m := range known {
			if m.RemoveAt > 0 && m.RemoveAt <= in.now().UnixMilli() {
				return nil
			}
			if m.Missing && in.now().Sub(looked) >= in.times.returned {
				return nil
			}
		}
		if now, err := in.store.DataVersion(ctx); err != nil || now != version {
			return ctx.Err()
		}
	}
}

// follow compares the modules with those known before. A removal that fails keeps none of the others from being seen to.
func (in *Ingester) follow(ctx context.Context, known map[int64]store.Module) error {
	modules, err := in.store.Modules(ctx)
	if err != nil {
		return fmt.Errorf("follow modules: %w", err)
	}
	there := make(map[int64]bool, len(modules))
	var failed error
	for _, m := range modules {
		old, seen := known[m.RowID]
		known[m.RowID] = m
		if m.RemoveAt > 0 && m.RemoveAt <= in.now().UnixMilli() {
			removed, err := in.remove(ctx, m)
			failed = errors.Join(failed, err)
			if removed {
				continue
			}
		}
		there[m.RowID] = true
		switch {
		case m.RemoveAt > 0:
		case !seen, m.ScannedAt == 0, old.RemoveAt > 0, m.Missing && hasEntries(m.Dir):
			in.scans.add([]int64{m.RowID})
		}
	}
	for row := range known {
		if !there[row] {
			delete(known, row)
			in.unwatch(ctx, row)
			in.notify(Event{Kind: ModuleRemoved, ModuleID: row})
		}
	}
	return failed
}

// remove carries out a removal that is due, unless it was taken back at the last moment: then the list has changed, and is looked
// at again.
func (in *Ingester) remove(ctx context.Context, m store.Module) (bool, error) {
	removed, err := in.store.RemoveDue(ctx, m.RowID)
	switch {
	case err != nil:
		return false, fmt.Errorf("remove %s: %w", m.ID, err)
	case !removed:
		in.folders.ring()
		return false, nil
	}
	in.storeWorks()
	in.log.Info("module removed", "module", m.ID)
	return true, nil
}

// hasEntries says whether a folder that was missing is there again and not empty.
func hasEntries(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer f.Close()
	names, err := f.Readdirnames(1)
	return err == nil && len(names) > 0
}

// storeFails notes that the database could not be used.
func (in *Ingester) storeFails(err error) {
	code := StoreFailing
	if errors.Is(err, store.ErrDiskFull) {
		code = DiskFull
	}
	in.begins(0, code, err)
}

// storeWorks notes that something was written.
func (in *Ingester) storeWorks() { in.ends(0, StoreFailing, DiskFull) }
