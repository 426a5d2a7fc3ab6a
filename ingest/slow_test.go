package ingest

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"ibid/ingest/extract"
)

// What turns out to take long is read after everything else, whatever its size.
func TestSlowDocumentsComeLast(t *testing.T) {
	c := newCourse(t)
	read := c.in.Extract
	var order []string
	c.in.Extract = func(ctx context.Context, path string) (extract.Text, error) {
		if filepath.Base(path) == "scan.md" {
			if err := extract.SlowBegins(ctx); err != nil {
				return extract.Text{}, err
			}
		}
		order = append(order, filepath.Base(path))
		return read(ctx, path)
	}
	c.write("scan.md", "A")
	c.write("large.md", "Sleep helps to remember what was learnt.")
	c.write("small.md", "Memory has stages.")
	c.scan()
	c.read()
	if !slices.Equal(order, []string{"small.md", "large.md", "scan.md"}) {
		t.Errorf("order %v", order)
	}
	for _, d := range c.documents() {
		if d.Slow != (d.Path == "scan.md") || d.Tries != 0 || d.Problem.Code != "" {
			t.Errorf("%s: slow %v, %d tries, problem %+v", d.Path, d.Slow, d.Tries, d.Problem)
		}
	}
}

// One reader leaves slow documents alone, and does not look at the queue again and again because of them.
func TestOneReaderIsFreeOfSlowDocuments(t *testing.T) {
	c := newCourse(t)
	c.write("scan.md", "A")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, false)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if err := c.store.Slow(t.Context(), job.RowID); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := c.store.NextWaiting(t.Context(), 0, false); ok || err != nil {
		t.Errorf("it takes one all the same: %v", err)
	}
	if wait := c.in.untilNext(t.Context(), false); wait != 0 {
		t.Errorf("it looks again in %s", wait)
	}
	if reading, err := c.in.reading(t.Context()); err != nil || reading {
		t.Errorf("what is read waits for its vectors: %v", err)
	}
}
