package ingest

import (
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"ibid/ingest/extract"
	"ibid/store"
)

// laptop is a course with a note, a scan and a recording, on a laptop that may be unplugged.
func laptop(t *testing.T) (c *course, unplugged *atomic.Bool, s *stretches) {
	c, s = listening(t, nil)
	s.atOnce = len(spoken)
	c.in.times = usualTimes
	// Nothing is watched: a wait for the system would stop the clock.
	c.in.newWatcher = func() (*fsnotify.Watcher, error) { return nil, syscall.EMFILE }
	unplugged = &atomic.Bool{}
	c.in.Saving = unplugged.Load
	read := c.in.Extract
	c.in.Extract = func(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
		if filepath.Base(path) == "scan.pdf" && way.Quick {
			return extract.Text{Later: true, Unseen: 1}, nil
		}
		return read(ctx, path, way)
	}
	c.write("note.md", "Glia.")
	c.write("scan.pdf", pages("A page."))
	return c, unplugged, s
}

// expect looks at the state of each file.
func (c *course) expect(when string, want map[string]store.State) {
	c.t.Helper()
	for path, state := range want {
		if d := c.document(path); d.State != state || d.Tries != 0 || d.Problem.Code != "" {
			c.t.Errorf("%s: %s is %s after %d tries, %v, want %s", when, path, d.State, d.Tries, d.Problem, state)
		}
	}
}

// On battery what is new is found by its words; the rest waits until there is power, and then needs no other sign.
func TestLongWorkWaitsForPower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, unplugged, s := laptop(t)
		unplugged.Store(true)
		defer c.start()()
		time.Sleep(time.Hour)
		synctest.Wait()
		c.expect("on battery", map[string]store.State{"note.md": store.KeywordReady, "scan.pdf": store.Waiting, "lecture.mp3": store.Waiting})
		if embedded := c.embed.take(); len(embedded) > 0 || len(s.began) > 0 || c.hits("glia") != 1 {
			t.Errorf("on battery: embedded %q, listened %d times, found %d times", embedded, len(s.began), c.hits("glia"))
		}
		for saving, want := range map[bool]bool{true: true, false: false} {
			if done, err := settled(t.Context(), c.store, c.module.RowID, saving); err != nil || done != want {
				t.Errorf("on battery: settled is %v, %v, where power is saved: %v", done, err, saving)
			}
		}
		if p, err := c.in.Progress(t.Context(), c.module.RowID); err != nil || p.SecondsLeft != -1 {
			t.Errorf("on battery: %+v, %v", p, err)
		}
		unplugged.Store(false)
		time.Sleep(usualTimes.power + time.Second)
		synctest.Wait()
		ready := map[string]store.State{"note.md": store.Ready, "scan.pdf": store.Ready, "lecture.mp3": store.Ready}
		c.expect("plugged in", ready)

		unplugged.Store(true)
		time.Sleep(usualTimes.power + time.Second)
		c.write("later.md", "Axon.")
		time.Sleep(usualTimes.rescan + time.Second)
		synctest.Wait()
		ready["later.md"] = store.KeywordReady
		c.expect("unplugged again", ready)
		unplugged.Store(false) // or the settings say that it does not matter, and nobody waits
		c.in.Wake()
		synctest.Wait()
		ready["later.md"] = store.Ready
		c.expect("told otherwise", ready)
	})
}

// A recording is put back where it is when the laptop is unplugged, and gone on with there.
func TestUnpluggedWhileListening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, unplugged, s := laptop(t)
		s.before = func() { time.Sleep(usualTimes.power + time.Second) }
		defer c.start()()
		time.Sleep(usualTimes.power * 3 / 2) // one stretch is heard
		unplugged.Store(true)
		time.Sleep(time.Hour)
		synctest.Wait()
		c.expect("unplugged", map[string]store.State{"lecture.mp3": store.Waiting})
		unplugged.Store(false)
		time.Sleep(time.Hour)
		synctest.Wait()
		c.expect("plugged in", map[string]store.State{"lecture.mp3": store.Ready})
		if !slices.Equal(s.began, []int{0, 2}) {
			t.Errorf("the goes began with %v", s.began)
		}
	})
}
