//go:build linux

package ingest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ibid/store"
)

// TestFullDisk fills the disk of the data folder while a course is read. It needs the right to mount a small file system.
func TestFullDisk(t *testing.T) {
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(data, 0); err != nil {
			t.Error(err)
		}
	})
	c := newCourse(t)
	small, err := store.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { small.Close() })
	c.store, c.data = small, data
	c.module = c.add("Course", c.dir)
	c.in = c.ingester()

	ballast := filepath.Join(data, "ballast")
	if err := os.WriteFile(ballast, bytes.Repeat([]byte{1}, 1<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	names := c.fill(3)
	c.write("long.md", strings.Repeat("A long text about the brain that fills the disk. ", 20_000))
	before := c.files()
	stop := c.start()
	c.until("the full disk is said", func() bool {
		p := c.in.Problems()[0]
		return len(p) == 1 && p[0].Code == DiskFull
	})
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(c.path("long.md"))
	c.until("the work goes on once there is room", func() bool {
		for _, n := range names {
			if !c.state(n, store.Ready)() {
				return false
			}
		}
		return len(c.in.Problems()) == 0
	})
	stop()
	if after := c.files(); strings.Count(after, "note") != strings.Count(before, "note") {
		t.Errorf("files of the student are gone:\n%s", after)
	}
	if _, err := c.store.DocumentByPath(t.Context(), c.module.RowID, "long.md"); err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}
