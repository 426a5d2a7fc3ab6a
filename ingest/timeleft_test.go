package ingest

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The time left is compared with what it then takes, on a machine that reads 1,000 bytes a second with each reader and embeds
// as fast as is supposed.
func TestTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourse(t)
		for i := range 24 {
			var text strings.Builder
			for k := range 100 + 10*i {
				fmt.Fprintf(&text, "Engram %d of %d. ", k, i)
			}
			c.write(fmt.Sprintf("%02d.pdf", i), pages(fmt.Sprint("Title ", i), text.String()))
		}
		c.reader.before = func(path string) { time.Sleep(time.Duration(c.size(path)) * time.Millisecond) }
		c.embed.before = func(texts []string) { time.Sleep(time.Duration(len(texts)) * time.Second / firstEmbedRate) }
		c.scan()
		started := time.Now()
		type guess struct{ at, left float64 }
		var guesses []guess
		look := func() {
			p, err := c.in.Progress(t.Context(), c.module.RowID)
			if err != nil {
				t.Error(err)
			}
			guesses = append(guesses, guess{time.Since(started).Seconds(), p.SecondsLeft})
		}
		var mu sync.Mutex // guards guesses
		var readers sync.WaitGroup
		for range 2 {
			readers.Go(func() {
				for {
					job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
					if err != nil || !ok {
						return
					}
					if err := c.in.process(t.Context(), job); err != nil {
						t.Error(err)
					}
					mu.Lock()
					look()
					mu.Unlock()
				}
			})
		}
		readers.Wait()
		for more := true; more; {
			var err error
			if more, err = c.in.embedSome(t.Context()); err != nil {
				t.Fatal(err)
			}
			look()
		}
		end := time.Since(started).Seconds()
		looked := 0
		for _, g := range guesses[3 : len(guesses)-1] {
			truth := end - g.at
			if math.Abs(g.left-truth) > max(2, truth/10) {
				t.Errorf("after %.0f s of %.0f: %.0f s left, it takes %.0f", g.at, end, g.left, truth)
			}
			looked++
		}
		if last := guesses[len(guesses)-1]; looked < 20 || last.left != 0 {
			t.Errorf("%d guesses, the last is %+v", looked, last)
		}
	})
}

// The file in hand counts down, and says nothing when it takes longer than others of its size.
func TestTimeLeftOfAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourse(t)
		c.write("a.md", strings.Repeat("axon ", 2000))
		c.scan()
		c.in.rates.read(1000, time.Second)
		job, _, err := c.store.NextWaiting(t.Context(), 0, true)
		if err != nil {
			t.Fatal(err)
		}
		current := func() float64 {
			p, err := c.in.Progress(t.Context(), c.module.RowID)
			if err != nil || p.Current != "a.md" {
				t.Errorf("%+v, %v", p, err)
			}
			return p.CurrentLeft
		}
		if left := current(); left != -1 {
			t.Errorf("%v s left of a file that another process reads", left)
		}
		var seen []float64
		c.reader.before = func(string) {
			for range 4 {
				seen = append(seen, current())
				time.Sleep(4 * time.Second)
			}
		}
		if err := c.in.process(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		if want := []float64{10, 6, 2, -1}; fmt.Sprint(seen) != fmt.Sprint(want) {
			t.Errorf("left: %v, want %v", seen, want)
		}
	})
}

// What is embedded already of a document is not left.
func TestTimeLeftOfAnEmbedding(t *testing.T) {
	c := newCourse(t)
	c.in.times.quiet = 0
	var texts []string
	for i := range 100 {
		texts = append(texts, fmt.Sprintf("Engram number %d.", i))
	}
	c.write("a.pdf", pages(texts...))
	c.scan()
	c.read()
	c.in.rates.embedded(10, time.Second)
	if err := c.embedOne(64); err != nil {
		t.Fatal(err)
	}
	p, err := c.in.Progress(t.Context(), c.module.RowID)
	rate := c.in.rates.embedRate.value()
	if want := math.Ceil(36 / rate); err != nil || p.SecondsLeft != want {
		t.Errorf("%+v, %v; want %v s", p, err, want)
	}
}

// size is the length of a file of the course.
func (c *course) size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		c.t.Error(err)
		return 0
	}
	return info.Size()
}

// embedOne has one batch of so many passages embedded.
func (c *course) embedOne(passages int) error {
	space, err := c.store.EnsureSpace(c.t.Context(), "fake", 8)
	if err != nil {
		return err
	}
	pending, err := c.store.Pending(c.t.Context(), space.RowID, 0, passages)
	if err != nil {
		return err
	}
	return c.in.embedBatch(c.t.Context(), space, pending)
}
