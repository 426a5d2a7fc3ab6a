package ingest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ibid/store"
)

// indexed is a course of so many files in twenty folders, all of which are ready. Each has a text of its own.
func indexed(t testing.TB, files int) (c *course, dirs []string) {
	t.Helper()
	c = newCourse(t)
	c.in.times.quiet = 0
	for i := range files {
		c.write(fmt.Sprintf("week %d/%d.md", i%20, i), fmt.Sprintf("Engram number %d.", i))
	}
	for i := range 20 {
		dirs = append(dirs, c.path(fmt.Sprintf("week %d", i)))
	}
	c.turn()
	if counts, err := c.store.Counts(t.Context(), c.module.RowID); err != nil || counts.Ready != files {
		t.Fatalf("%+v, %v", counts, err)
	}
	return c, dirs
}

// runOnce starts an Ingester anew, as another start of the program does, and ends it when it has looked at the folder and finds
// nothing more to do.
func (c *course) runOnce() error {
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	c.in = c.ingester()
	c.in.Notify = func(e Event) {
		if e.Kind == Scanned {
			cancel()
		}
	}
	return c.in.Run(ctx)
}

// A start at which nothing has changed opens none of the files, not even to hash them.
func TestAStartOpensNothing(t *testing.T) {
	c, dirs := indexed(t, 200)
	c.reader.take()
	c.embed.take()
	opened := watchOpens(t, dirs)
	if err := c.runOnce(); err != nil {
		t.Fatal(err)
	}
	if got := opened(); len(got) > 0 {
		t.Errorf("%d files were opened, such as %s", len(got), got[0])
	}
	if embedded := c.embed.take(); len(embedded) > 0 {
		t.Errorf("%d texts were embedded", len(embedded))
	}
	// What did change is opened, and nothing else.
	c.touch("week 7/7.md")
	c.in = c.ingester()
	c.in.times.quiet = 0
	c.turn()
	got := opened()
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, []string{filepath.Base("7.md")}) {
		t.Errorf("opened after a change: %q", got)
	}
	if d := c.document("week 7/7.md"); d.State != store.Ready {
		t.Errorf("it is %s", d.State)
	}
}

// BenchmarkStart is the time from the start of the program until it has found that nothing changed in 10,000 files.
func BenchmarkStart(b *testing.B) {
	c, _ := indexed(b, 10_000)
	c.reader.take()
	for b.Loop() {
		started := time.Now()
		if err := c.runOnce(); err != nil {
			b.Fatal(err)
		}
		if took := time.Since(started); took > 2*time.Second {
			b.Logf("ready after %v", took)
		}
	}
	b.ReportMetric(float64(len(c.reader.take())), "files-read")
}
