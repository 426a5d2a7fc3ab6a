package ingest

import (
	"os"
	"testing"

	"ibid/ingest/extract"
	"ibid/store"
)

// large writes a file that takes no room on the disk.
func (c *course) large(name string, size int64) {
	c.t.Helper()
	c.write(name, "x")
	if err := os.Truncate(c.path(name), size); err != nil {
		c.t.Fatal(err)
	}
	c.touch(name)
}

// A film of gigabytes that is not read is not read to its end to learn that. What may be read, and what is small, is known by its hash.
func TestLargeFilesAreGlancedAtFirst(t *testing.T) {
	c := newCourse(t)
	c.in.times.quiet = 0
	c.in.Glance = func(path string) error {
		switch path {
		case c.path("scan.pdf"):
			return &extract.Error{Code: extract.TooLarge}
		case c.path("film.mkv"), c.path("small.mkv"):
			return &extract.Error{Code: extract.Unsupported, Detail: "mkv"}
		case c.path("panic.md"):
			panic("not what it seems")
		}
		return nil
	}
	c.large("film.mkv", 8<<30)
	c.large("scan.pdf", 2<<30)
	c.large("panic.md", largeFile+1)
	c.large("book.zip", largeFile+2)
	c.write("small.mkv", "x")
	c.turn()
	for path, want := range map[string]struct {
		state  store.State
		code   string
		hashed bool
	}{
		"film.mkv":  {store.Skipped, extract.Unsupported, false},
		"scan.pdf":  {store.Failed, extract.TooLarge, false},
		"panic.md":  {store.Failed, extract.Damaged, false},
		"book.zip":  {store.Skipped, extract.Unsupported, true},
		"small.mkv": {store.Ready, "", true},
	} {
		d := c.document(path)
		if d.State != want.state || d.Problem.Code != want.code || (d.SHA256 != "") != want.hashed {
			t.Errorf("%s is %s (%s), hash %q", path, d.State, d.Problem.Code, d.SHA256)
		}
	}
}
