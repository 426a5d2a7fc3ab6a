package ingest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ibid/store"
)

// Words that a document no longer has are in no file after a while.
func TestRunTidiesTheIndex(t *testing.T) {
	c := newCourse(t)
	there := func() bool {
		files, err := filepath.Glob(filepath.Join(c.data, store.FileName+"*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err == nil && bytes.Contains(data, []byte("quokka")) {
				return true
			}
		}
		return false
	}
	c.write("a.md", "Quokka and quokkas.")
	c.turn()
	c.write("a.md", "Another text that is longer.")
	c.turn()
	if !there() {
		t.Fatal("the word is in no file: this test shows nothing")
	}
	c.in.times.rescan, c.in.times.tidy = 10*time.Millisecond, 0
	defer c.start()()
	c.until("the word is gone", func() bool { return !there() })
}
