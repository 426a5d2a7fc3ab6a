package models

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// carried makes what a binary carries: files and their index.
func carried(t *testing.T, files map[string]string) fstest.MapFS {
	t.Helper()
	var index modelIndex
	fsys := fstest.MapFS{}
	for name, text := range files {
		sum := sha256.Sum256([]byte(text))
		index.Files = append(index.Files, modelFile{Role: name, Name: name, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:])})
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	data, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	fsys[indexName] = &fstest.MapFile{Data: data}
	return fsys
}

// countingFS counts which files are opened.
type countingFS struct {
	fs.FS
	opened map[string]int
}

func (c countingFS) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.FS.Open(name)
}

func TestUnpackOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "models")
	c := countingFS{carried(t, map[string]string{"a": "alpha", "b": "beta"}), map[string]int{}}
	for range 2 {
		if err := Unpack(c, dir); err != nil {
			t.Fatal(err)
		}
	}
	if c.opened["a"] != 1 || c.opened["b"] != 1 {
		t.Errorf("opened %v", c.opened)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "a")); err != nil || string(got) != "alpha" {
		t.Errorf("a holds %q, %v", got, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUnpackMendsWhatIsDamaged(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(path string) error
	}{
		{"removed", os.Remove},
		{"cut", func(p string) error { return os.Truncate(p, 2) }},
		{"other bytes of the same length", func(p string) error {
			if err := os.WriteFile(p, []byte("ALPHA"), 0o600); err != nil {
				return err
			}
			return os.Chtimes(p, time.Time{}, time.Now().Add(time.Second))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, assets := t.TempDir(), carried(t, map[string]string{"a": "alpha"})
			path := filepath.Join(dir, "a")
			if err := errors.Join(Unpack(assets, dir), c.harm(path), Unpack(assets, dir)); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "alpha" {
				t.Errorf("holds %q, %v", got, err)
			}
		})
	}
}

func TestUnpackAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	if err := Unpack(carried(t, map[string]string{"a": "alpha"}), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, indexName), []byte("{"), 0o600); err != nil { // damaged as well
		t.Fatal(err)
	}
	if err := Unpack(carried(t, map[string]string{"a": "gamma"}), dir); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "a")); string(got) != "gamma" {
		t.Errorf("holds %q", got)
	}
}

func TestUnpackSaysWhatIsMissing(t *testing.T) {
	empty := fstest.MapFS{}
	if err := Unpack(empty, t.TempDir()); !errors.Is(err, ErrNoModels) {
		t.Errorf("nothing carried: %v", err)
	}
	half := carried(t, map[string]string{"a": "alpha"})
	delete(half, "a")
	if err := Unpack(half, t.TempDir()); !errors.Is(err, ErrNoModels) || !strings.Contains(err.Error(), "a is missing") {
		t.Errorf("a file is missing: %v", err)
	}
	damaged := carried(t, map[string]string{"a": "alpha"})
	damaged["a"] = &fstest.MapFile{Data: bytes.ToUpper([]byte("alpha"))}
	dir := t.TempDir()
	if err := Unpack(damaged, dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a carried file is damaged: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
		t.Error("a damaged file was put in place")
	}
	outside := fstest.MapFS{indexName: {Data: []byte(`{"files":[{"name":"../a"}]}`)}}
	if err := Unpack(outside, t.TempDir()); err == nil || !strings.Contains(err.Error(), "no file name") {
		t.Errorf("a name outside the folder: %v", err)
	}
	l := NewLocal(LocalOptions{Dir: t.TempDir()})
	defer l.Close()
	if _, err := l.EmbedQuery(t.Context(), "x"); !errors.Is(err, ErrNoModels) {
		t.Errorf("an embedder without models: %v", err)
	}
	if n := l.CountTokens("some words"); n == 0 {
		t.Error("no estimate without models")
	}
}
