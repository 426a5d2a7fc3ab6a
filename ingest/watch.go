package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/fsnotify/fsnotify"

	"ibid/store"
)

// watchStateKey is the setting in which is noted why folders cannot be watched, for the other processes.
const watchStateKey = "ingest.watch"

// watchOrder says which folders of a module are to be watched: those that the last scan entered. None = no longer any.
type watchOrder struct {
	module int64
	dirs   []string // absolute
}

// watcher turns events of the file system into hints. It watches each folder by itself, as the systems want it, and never a
// file: editors replace files instead of writing to them.
type watcher struct {
	in   *Ingester
	dirs map[string]int64 // watched folders and their modules

	add    func(dir string) error
	remove func(dir string) error
}

// watch has the folders watched that a scan of the module found.
func (in *Ingester) watch(ctx context.Context, m store.Module, found []string) {
	dirs := make([]string, len(found))
	for i, d := range found {
		dirs[i] = filepath.Join(m.Dir, filepath.FromSlash(d))
	}
	in.order(ctx, watchOrder{m.RowID, dirs})
}

func (in *Ingester) unwatch(ctx context.Context, module int64) {
	in.order(ctx, watchOrder{module: module})
}

func (in *Ingester) order(ctx context.Context, order watchOrder) {
	select {
	case in.watched <- order:
	case <-ctx.Done():
	}
}

// runWatch watches until ctx ends. Where watching is not possible it says so once; the scans go on.
func (in *Ingester) runWatch(ctx context.Context) error {
	w := &watcher{in: in, dirs: make(map[string]int64)}
	var events chan fsnotify.Event
	var faults chan error
	if system, err := in.newWatcher(); err != nil {
		w.add = func(string) error { return err }
		w.remove = func(string) error { return nil }
	} else {
		defer system.Close()
		events, faults = system.Events, system.Errors
		w.add, w.remove = system.Add, system.Remove
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case order := <-in.watched:
			w.obey(ctx, order)
		case e := <-events:
			w.event(ctx, e)
		case err := <-faults:
			w.fault(ctx, err)
		}
	}
}

// obey watches what is new and lets go of what is no longer wanted. What came into a new folder before it was watched is found by
// another scan.
func (w *watcher) obey(ctx context.Context, order watchOrder) {
	wanted := make(map[string]bool, len(order.dirs))
	for _, d := range order.dirs {
		wanted[d] = true
	}
	for d, m := range w.dirs {
		if m == order.module && !wanted[d] {
			w.forget(d)
		}
	}
	fresh, failed := false, error(nil)
	for _, d := range order.dirs {
		if _, ok := w.dirs[d]; ok {
			continue
		}
		if err := w.add(d); errors.Is(err, fs.ErrNotExist) {
			continue // it went since; the folder above tells
		} else if err != nil {
			failed = err
			if isLimit(err) {
				break // the next ones would fail too
			}
			continue
		}
		w.dirs[d] = order.module
		fresh = true
	}
	switch {
	case failed == nil:
		w.in.ends(order.module, WatchLimit)
	default:
		w.in.begins(order.module, WatchLimit, fmt.Errorf("watch folders: %w", failed))
	}
	w.in.noteWatching(ctx)
	if fresh {
		w.in.hint(ctx, hint{module: order.module})
	}
}

// noteWatching notes for other processes why folders cannot be watched, or that they are.
func (in *Ingester) noteWatching(ctx context.Context) {
	var why []byte
	for _, problems := range in.Problems() {
		for _, p := range problems {
			if p.Code == WatchLimit {
				why = []byte(p.Detail)
			}
		}
	}
	known, err := in.store.Setting(ctx, watchStateKey)
	if err == nil && (known == nil) != (why == nil) {
		err = in.store.SetSetting(ctx, watchStateKey, why)
	}
	if err != nil && ctx.Err() == nil {
		in.storeFails(err)
	}
}

// NotWatched says why the process that reads the folders, or the last one that did, could not watch all of them; "" when it could.
func NotWatched(ctx context.Context, st *store.Store) (string, error) {
	why, err := st.Setting(ctx, watchStateKey)
	if err != nil {
		return "", fmt.Errorf("watched folders: %w", err)
	}
	return string(why), nil
}

func (w *watcher) forget(dir string) {
	delete(w.dirs, dir)
	if err := w.remove(dir); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) {
		w.in.log.Debug("stop watching", "dir", dir, "error", err)
	}
}

// event makes a hint of an event, unless it is about a file that is left out anyway.
func (w *watcher) event(ctx context.Context, e fsnotify.Event) {
	gone := e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	module, self := w.dirs[e.Name]
	if self && gone {
		w.forget(e.Name) // a folder of that name may come again, and would be another one
	}
	if !self {
		var ok bool
		if module, ok = w.dirs[filepath.Dir(e.Name)]; !ok {
			return
		}
	}
	base := filepath.Base(e.Name)
	if !self && base != IgnoreFile && neverMaterial(base, false) && neverMaterial(base, true) {
		return
	}
	w.in.hint(ctx, hint{module: module, gone: gone})
}

// fault has everything scanned when events were lost, which is what all errors of a watcher amount to.
func (w *watcher) fault(ctx context.Context, err error) {
	w.in.log.Info("watching: events were lost", "error", err)
	told := make(map[int64]bool)
	for _, module := range w.dirs {
		if !told[module] {
			told[module] = true
			w.in.hint(ctx, hint{module: module})
		}
	}
}
