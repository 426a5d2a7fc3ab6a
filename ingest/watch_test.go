package ingest

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// fakeWatcher is a watcher on a system that is full after some folders.
func fakeWatcher(c *course, limit int) (*watcher, *[]string) {
	var watched []string
	w := &watcher{in: c.in, dirs: make(map[string]int64)}
	w.add = func(dir string) error {
		if len(watched) >= limit {
			return syscall.ENOSPC
		}
		watched = append(watched, dir)
		return nil
	}
	w.remove = func(dir string) error {
		i := slices.Index(watched, dir)
		if i < 0 {
			return fsnotify.ErrNonExistentWatch
		}
		watched = slices.Delete(watched, i, i+1)
		return nil
	}
	return w, &watched
}

func (c *course) hinted() []hint {
	var hints []hint
	for len(c.in.hints) > 0 {
		hints = append(hints, <-c.in.hints)
	}
	return hints
}

func TestWatchFollowsTheScan(t *testing.T) {
	c := newCourse(t)
	w, watched := fakeWatcher(c, 100)
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a"}})
	if got := c.hinted(); len(got) != 1 {
		t.Errorf("new folders gave the hints %v, want one more scan", got)
	}
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a"}})
	if got := c.hinted(); len(got) != 0 {
		t.Errorf("known folders gave the hints %v", got)
	}
	w.obey(t.Context(), watchOrder{2, []string{"/d"}})
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/b"}})
	if want := []string{"/c", "/d", "/c/b"}; !slices.Equal(*watched, want) {
		t.Errorf("watched %v, want %v", *watched, want)
	}
	w.obey(t.Context(), watchOrder{module: 1})
	if want := []string{"/d"}; !slices.Equal(*watched, want) {
		t.Errorf("watched %v after the module went, want %v", *watched, want)
	}
}

func TestWatchEvents(t *testing.T) {
	c := newCourse(t)
	w, watched := fakeWatcher(c, 100)
	w.obey(t.Context(), watchOrder{7, []string{"/c", "/c/a"}})
	c.hinted()
	for _, e := range []struct {
		name string
		op   fsnotify.Op
		want []hint
	}{
		{"/c/x.md", fsnotify.Create, []hint{{module: 7}}},
		{"/c/x.md", fsnotify.Write, []hint{{module: 7}}},
		{"/c/a/x.md", fsnotify.Remove, []hint{{module: 7, gone: true}}},
		{"/c/a/x.md", fsnotify.Rename, []hint{{module: 7, gone: true}}},
		{"/c/x.md", fsnotify.Chmod, []hint{{module: 7}}},
		{"/c/.x.md.swp", fsnotify.Create, nil},
		{"/c/~$x.docx", fsnotify.Create, []hint{{module: 7}}}, // could be a folder of that name
		{"/c/.ibidignore", fsnotify.Write, []hint{{module: 7}}},
		{"/elsewhere/x.md", fsnotify.Write, nil},
		{"/c/a", fsnotify.Remove, []hint{{module: 7, gone: true}}},
	} {
		w.event(t.Context(), fsnotify.Event{Name: e.name, Op: e.op})
		if got := c.hinted(); !slices.Equal(got, e.want) {
			t.Errorf("%s of %s gave %v, want %v", e.op, e.name, got, e.want)
		}
	}
	if slices.Contains(*watched, "/c/a") {
		t.Error("a folder that was removed is still watched")
	}
	w.obey(t.Context(), watchOrder{7, []string{"/c", "/c/a"}})
	if !slices.Contains(*watched, "/c/a") {
		t.Error("a folder that came again is not watched")
	}
}

func TestWatchOverflowScansEverything(t *testing.T) {
	c := newCourse(t)
	w, _ := fakeWatcher(c, 100)
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a"}})
	w.obey(t.Context(), watchOrder{2, []string{"/d"}})
	c.hinted()
	w.fault(t.Context(), fsnotify.ErrEventOverflow)
	var modules []int64
	for _, h := range c.hinted() {
		modules = append(modules, h.module)
	}
	slices.Sort(modules)
	if !slices.Equal(modules, []int64{1, 2}) {
		t.Errorf("lost events had %v scanned, want both modules once", modules)
	}
}

func TestWatchLimitIsSaidOnce(t *testing.T) {
	c := newCourse(t)
	said := 0
	c.in.Notify = func(e Event) {
		if e.Kind == Problem && e.Problem.Code == WatchLimit {
			said++
		}
	}
	w, watched := fakeWatcher(c, 1)
	for range 3 {
		w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a", "/c/b"}})
	}
	if p := c.in.Problems()[1]; len(p) != 1 || said != 1 {
		t.Errorf("the limit was said %d times, problems %v", said, p)
	}
	if why, err := NotWatched(t.Context(), c.store); !strings.Contains(why, syscall.ENOSPC.Error()) || err != nil {
		t.Errorf("other processes are told %q, %v", why, err)
	}
	w.obey(t.Context(), watchOrder{module: 2}) // a module without the problem does not end that of another
	if why, err := NotWatched(t.Context(), c.store); why == "" || err != nil {
		t.Errorf("other processes are told %q, %v", why, err)
	}
	w.add = func(dir string) error { *watched = append(*watched, dir); return nil }
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a", "/c/b"}})
	if p := c.in.Problems(); len(p) != 0 {
		t.Errorf("problems %v once there is room", p)
	}
	if why, err := NotWatched(t.Context(), c.store); why != "" || err != nil {
		t.Errorf("other processes are told %q once there is room, %v", why, err)
	}
}

// A folder that went between the scan and the watching is no sign of a limit.
func TestWatchOfAFolderThatWent(t *testing.T) {
	c := newCourse(t)
	w, _ := fakeWatcher(c, 100)
	add := w.add
	w.add = func(dir string) error {
		if dir == "/c/a" {
			return &fs.PathError{Op: "watch", Path: dir, Err: syscall.ENOENT}
		}
		return add(dir)
	}
	w.obey(t.Context(), watchOrder{1, []string{"/c", "/c/a", "/c/b"}})
	if p := c.in.Problems(); len(p) != 0 {
		t.Errorf("problems %v", p)
	}
}

// Where nothing can be watched the scans find everything.
func TestWithoutWatching(t *testing.T) {
	c := newCourse(t)
	w, _ := fakeWatcher(c, 0)
	w.obey(t.Context(), watchOrder{c.module.RowID, []string{c.dir}})
	c.write("a.md", "Cortex.")
	c.turn()
	if c.hits("cortex") != 1 {
		t.Error("the file was not found")
	}
	if !isLimit(errors.Join(errors.New("watch "+filepath.Base(c.dir)), syscall.ENOSPC)) {
		t.Error("a full list of watches is not recognised")
	}
}
