package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestSampleCourse(t *testing.T) {
	a := open(t, Options{Sample: fstest.MapFS{
		"One/a.md":        {Data: []byte("# Spacing\n\nA gap of eleven days was best.\n")},
		"Two/b.md":        {Data: []byte("# Sleep\n\nSleep strengthens what was learned.\n")},
		"questions.jsonl": {Data: []byte("{}\n")},
	}})
	for range 2 { // a second time changes nothing
		modules, err := a.SampleCourse()
		if err != nil || len(modules) != 2 || modules[0].Name != "One" || modules[1].Name != "Two" {
			t.Fatalf("modules %+v, %v", modules, err)
		}
	}
	if all, err := a.Modules(); err != nil || len(all) != 2 {
		t.Errorf("modules %+v, %v", all, err)
	}
}

// brokenFS fails to open one of its files.
type brokenFS struct {
	fstest.MapFS
	broken string
}

func (f brokenFS) Open(name string) (fs.File, error) {
	if name == f.broken {
		return nil, errors.New("broken")
	}
	return f.MapFS.Open(name)
}

func TestSampleIsThereWholeOrNotAtAll(t *testing.T) {
	files := fstest.MapFS{"One/a.md": {Data: []byte("a")}, "Two/b.md": {Data: []byte("b")}}
	data := t.TempDir()
	dir := filepath.Join(data, "sample")
	if err := copyWhole(dir, brokenFS{files, "Two/b.md"}); err == nil {
		t.Error("no error")
	}
	if left, err := os.ReadDir(data); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := copyWhole(dir, files); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "Two", "b.md")); err != nil || string(b) != "b" {
		t.Errorf("%q, %v", b, err)
	}
	if left, err := os.ReadDir(data); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
