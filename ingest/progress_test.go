package ingest

import (
	"context"
	"errors"
	"testing"
	"time"

	"ibid/store"
)

func TestProgress(t *testing.T) {
	c := newCourse(t)
	progress := func() Progress {
		p, err := c.in.Progress(t.Context(), c.module.RowID)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := progress(); p.Total != 0 || p.SecondsLeft != 0 {
		t.Errorf("an empty module: %+v", p)
	}
	c.fill(4)
	c.write("locked.md", "PASSWORD")
	c.scan()
	if p := progress(); p.Done != 0 || p.Total != 5 || p.SecondsLeft != -1 {
		t.Errorf("before anything is known of the speed: %+v", p)
	}
	c.in.rates.read(1000, time.Second)
	c.in.rates.embedded(10, time.Second)
	if p := progress(); p.SecondsLeft <= 0 || p.SecondsLeft > 5 {
		t.Errorf("once the speed is known: %+v", p)
	}
	job, _, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil {
		t.Fatal(err)
	}
	if p := progress(); p.Current != job.Path {
		t.Errorf("while %s is read: %+v", job.Path, p)
	}
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	c.work()
	if p := progress(); p.Done != 5 || p.Total != 5 || p.SecondsLeft != 0 || p.Current != "" {
		t.Errorf("at the end: %+v", p)
	}
}

func TestAverageForgets(t *testing.T) {
	var a average
	if a.value() != 0 {
		t.Errorf("a rate of nothing is %v", a.value())
	}
	a.add(1000, 10*time.Second)
	for range 20 {
		a.add(10, 10*time.Second)
	}
	if v := a.value(); v < 1 || v > 2 {
		t.Errorf("after three minutes at 1 a second the rate is %v", v)
	}
}

func TestSettled(t *testing.T) {
	c := newCourse(t)
	settled := func(want bool, when string) {
		t.Helper()
		if got := c.settled(); got != want {
			t.Errorf("%s: settled is %v", when, got)
		}
	}
	settled(false, "before the first scan")
	c.write("a.md", "Thalamus.")
	c.write("b.zip", "Thalamus too.")
	c.scan()
	settled(false, "with documents that wait")
	if err := c.store.SetPaused(t.Context(), c.module.RowID, true); err != nil {
		t.Fatal(err)
	}
	settled(true, "paused")
	if err := c.store.SetPaused(t.Context(), c.module.RowID, false); err != nil {
		t.Fatal(err)
	}
	c.embed.fail = errors.New("not there")
	c.read()
	settled(false, "with documents to be embedded")
	_, err := c.in.embedSome(t.Context())
	if err := c.in.noteEmbedder(t.Context(), err); err != nil {
		t.Fatal(err)
	}
	settled(true, "with an embedder that does not work")
	c.embed.fail = nil
	c.work()
	settled(true, "with everything done")
	if d := c.document("a.md"); d.State != store.Ready {
		t.Errorf("a.md is %s", d.State)
	}
	if err := RequestScan(t.Context(), c.store, c.module.RowID); err != nil {
		t.Fatal(err)
	}
	settled(false, "with a scan asked for")
	c.scan()
	settled(true, "after that scan")
}

// A scan that began before another one was asked for does not stand for it.
func TestRequestScanDuringAScan(t *testing.T) {
	c := newCourse(t)
	c.turn()
	old, err := c.store.ModuleByRow(t.Context(), c.module.RowID)
	if err != nil {
		t.Fatal(err)
	}
	if err := RequestScan(t.Context(), c.store, c.module.RowID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.in.scan(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	if c.settled() {
		t.Error("the earlier scan counts as the one that was asked for")
	}
}

func TestWait(t *testing.T) {
	c := newCourse(t)
	c.fill(3)
	defer c.start()()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := Wait(ctx, c.store, c.module.RowID, time.Millisecond, func() bool { return false }, nil); err != nil {
		t.Fatal(err)
	}
	if got := c.documents(); len(got) != 3 || got[0].State != store.Ready {
		t.Errorf("after the wait: %s", c.listing(nil))
	}
}
