package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A database of no bytes is new, unless its log still has what was written.
func TestEmptyFileBesideALog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	log := []byte("frames of the log")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir); !errors.Is(err, ErrCorrupt) {
		t.Errorf("error %v", err)
	}
	if string(read(t, path+"-wal")) != string(log) {
		t.Error("the log is gone")
	}
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	openIn(t, dir)
}
