package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ibid/store"
)

// A removal that fails is said, tried again, and keeps no other module from being read.
func TestARemovalThatFails(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Thalamus.")
	c.turn()
	// A removal takes the copies of upgrades along. This one cannot go.
	stuck := filepath.Join(c.data, store.FileName+".bak-1")
	if err := os.MkdirAll(filepath.Join(stuck, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := c.store.ScheduleRemoval(t.Context(), c.module.RowID, 1); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.md"), []byte("Hypothalamus."), 0o666); err != nil {
		t.Fatal(err)
	}
	c.add("Other", dir) // comes after Course in the list
	defer c.start()()
	c.until("the other module is read", func() bool { return c.hits("hypothalamus") == 1 })
	c.until("the failure is said", func() bool {
		p := c.in.Problems()[0]
		return len(p) == 1 && p[0].Code == StoreFailing
	})
	if _, err := c.store.ModuleByRow(t.Context(), c.module.RowID); err != nil {
		t.Fatalf("half a removal: %v", err)
	}
	if err := os.RemoveAll(stuck); err != nil {
		t.Fatal(err)
	}
	c.until("the module is removed", func() bool {
		_, err := c.store.ModuleByRow(t.Context(), c.module.RowID)
		return errors.Is(err, store.ErrNotFound)
	})
	c.until("the problem is over", func() bool { return len(c.in.Problems()) == 0 })
}
