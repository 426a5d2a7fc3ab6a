package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Who opens a document whose file or folder has gone is told which, and not that something went wrong.
func TestOpenWhatIsNotThere(t *testing.T) {
	window := newRecorder()
	a := open(t, Options{Shell: window})
	dir := course(t, map[string]string{"a.md": "# Iconic memory\nIt fades within a second.", "b.md": "# Echoic memory\nIt lasts longer."})
	m := add(t, a, dir, "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil || len(docs) != 2 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	id := docs[0].ID
	expect := func(code string) {
		t.Helper()
		for name, open := range map[string]func(int64) error{"OpenOriginal": a.OpenOriginal, "Reveal": a.Reveal} {
			var p Problem
			if err := open(id); !errors.As(err, &p) || p.Code != code {
				t.Errorf("%s: %v, want %s", name, err, code)
			}
		}
	}
	if err := os.Remove(filepath.Join(dir, docs[0].Doc)); err != nil {
		t.Fatal(err)
	}
	expect("file_gone") // until the next scan
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	id = docs[1].ID
	late := time.After(20 * time.Second)
	for {
		m, err := a.Modules()
		if err != nil {
			t.Fatal(err)
		}
		if m[0].State == "missing" {
			break
		}
		select {
		case <-window.came:
		case <-late:
			t.Fatal("the folder is not missed")
		}
	}
	expect("folder_missing")
}
