package ingest

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"ibid/store"
)

// A database that cannot be written says nothing about the file in hand: that waits as if it had not been taken up.
func TestTroubleOfTheStoreIsNoTry(t *testing.T) {
	for _, trouble := range []error{store.ErrDiskFull, store.ErrReadOnly, store.ErrCorrupt} {
		c := newCourse(t)
		c.write("a.md", "Glia.")
		c.scan()
		job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
		if err != nil || !ok {
			t.Fatalf("nothing waits: %v", err)
		}
		if err := c.in.conclude(t.Context(), t.Context(), job, stored(trouble)); !errors.Is(err, trouble) {
			t.Errorf("%v: the reader goes on with %v", trouble, err)
		}
		if d := c.document("a.md"); d.State != store.Waiting || d.Tries != 0 || d.Problem.Code != "" {
			t.Errorf("%v: the document is %s after %d tries, %+v", trouble, d.State, d.Tries, d.Problem)
		}
	}
}

// tries notes when each file was tried, in seconds since the last look.
type tries struct {
	mu    sync.Mutex // guards what follows
	since time.Time
	at    map[string][]int
}

func (l *tries) note(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := filepath.Base(path)
	l.at[name] = append(l.at[name], int(time.Since(l.since).Round(time.Second)/time.Second))
}

func (l *tries) take() map[string][]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.at
	l.at, l.since = make(map[string][]int), time.Now()
	return at
}

// Trouble that may pass is tried three times, later each time; what is wrong with the file itself once. Then it has failed until the
// file or the readers change.
func TestTriesAndTheWaitsBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourse(t)
		tried := &tries{}
		c.reader.before = tried.note
		ingester := func(readers string) {
			c.in = c.ingester()
			c.in.Readers = readers
			c.in.times = usualTimes
			// Nothing is watched: a wait for the system would stop the clock.
			c.in.newWatcher = func() (*fsnotify.Watcher, error) { return nil, syscall.EMFILE }
			tried.take()
		}
		expect := func(when string, want map[string][]int) {
			t.Helper()
			time.Sleep(time.Hour)
			synctest.Wait()
			got := tried.take()
			for name := range want {
				if !slices.Equal(got[name], want[name]) {
					t.Errorf("%s: %s was tried after %v seconds, want %v", when, name, got[name], want[name])
				}
			}
			for name := range got {
				if want[name] == nil {
					t.Errorf("%s: %s was tried after %v seconds", when, name, got[name])
				}
			}
		}
		c.write("disk.md", "DISK")
		c.write("good.md", "Fovea.")
		c.write("locked.md", "PASSWORD")
		c.write("scan.md", "BLIND")
		c.write("slow.md", "SLOW")
		c.write("film.zip", "Film.")
		ingester("1")
		stop := c.start()
		expect("at first", map[string][]int{
			"disk.md": {0, 5, 30}, "scan.md": {0, 5, 30}, "slow.md": {0, 5, 30}, "good.md": {0}, "locked.md": {0}, "film.zip": {0},
		})
		for path, code := range map[string]string{"disk.md": Unreadable, "scan.md": "not_recognised", "slow.md": "timed_out", "locked.md": "encrypted"} {
			if d := c.document(path); d.State != store.Failed || d.Problem.Code != code {
				t.Errorf("%s is %s %v, want it failed as %s", path, d.State, d.Problem, code)
			}
		}
		if d := c.document("slow.md"); d.Tries != maxTries {
			t.Errorf("%d tries, want %d", d.Tries, maxTries)
		}

		c.touch("slow.md") // the next scan sees it
		expect("after a change", map[string][]int{"slow.md": {300, 305, 330}})

		stop()
		ingester("1")
		stop = c.start()
		expect("after a restart", nil)

		stop()
		ingester("2")
		stop = c.start()
		expect("with other readers", map[string][]int{"disk.md": {0, 5, 30}, "scan.md": {0, 5, 30}, "slow.md": {0, 5, 30}, "locked.md": {0}, "film.zip": {0}})
		stop()
	})
}

// What the student looks at is read and embedded before the rest, the small before the large.
func TestOrderOfWork(t *testing.T) {
	c := newCourse(t)
	c.in.times.quiet = 0
	c.write("a.md", "Pupil.")
	c.write("b.md", "Iris, larger.")
	c.scan()
	c.dir = t.TempDir()
	c.module = c.add("Other", c.dir)
	c.write("x.md", "Cornea, much larger than the pupil.")
	c.write("y.md", "Retina, as large as two of the other files are together.")
	c.scan()
	c.in.Look(c.module.RowID)
	var order []string
	c.reader.before = func(path string) { order = append(order, filepath.Base(path)) }
	c.work()
	if want := []string{"x.md", "y.md", "a.md", "b.md"}; !slices.Equal(order, want) {
		t.Errorf("read in the order %v, want %v", order, want)
	}
	var texts []string
	for _, text := range c.embed.take() {
		title, _, _ := strings.Cut(text, "\n")
		texts = append(texts, title)
	}
	if len(texts) != 4 {
		t.Fatalf("embedded %v", texts)
	}
	slices.Sort(texts[:2]) // they are as large as one another in passages
	slices.Sort(texts[2:])
	if want := []string{"x", "y", "a", "b"}; !slices.Equal(texts, want) {
		t.Errorf("embedded in the order %v, want those of the module that is looked at first", texts)
	}
}
