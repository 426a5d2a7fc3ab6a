package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestOpenInFoldersWithOddNames(t *testing.T) {
	for _, name := range []string{"a b", "100%", "what?", "c#", "ünïcödé 😀", "new/and/deep", "a&b=c;d", "file:x?mode=ro"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), filepath.FromSlash(name))
			for range 2 { // makes it, then finds it
				s, err := store.Open(t.Context(), dir)
				if err != nil {
					t.Fatal(err)
				}
				if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, store.FileName)); err != nil {
				t.Error(err)
			}
		})
	}
}

// What a student reads is nobody else's business on a computer that several share.
func TestOthersCannotReadTheData(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps rights elsewhere")
	}
	dir := filepath.Join(t.TempDir(), "data")
	s, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, store.FileName+"*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, dir) {
		if strings.HasSuffix(file, ".lock") { // it is empty
			continue
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", filepath.Base(file), info.Mode())
		}
	}
}

func TestCloseEmptiesTheLog(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, store.FileName+"-wal")); err == nil && info.Size() > 0 {
		t.Errorf("%d bytes in the log", info.Size())
	}
}

// Two stores on one folder stand for two processes.
func TestDataVersionTellsOfOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	open := func() *store.Store {
		s, err := store.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	ours, theirs := open(), open()
	version := func() int64 {
		n, err := ours.DataVersion(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := version()
	if err := ours.SetSetting(t.Context(), "key", []byte("ours")); err != nil {
		t.Fatal(err)
	}
	if version() != before {
		t.Error("our own write counts")
	}
	if err := theirs.SetSetting(t.Context(), "key", []byte("theirs")); err != nil {
		t.Fatal(err)
	}
	if version() == before {
		t.Error("the write of another process does not count")
	}
}

func TestTwoProcessesWriteAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for process := range 2 {
		s, err := store.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for worker := range 3 {
			all.Go(func() {
				for range 30 {
					err := s.SetSetting(t.Context(), string(rune('a'+process*3+worker)), []byte("x"))
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
}

func TestLockIngest(t *testing.T) {
	dir := t.TempDir()
	lock, err := store.LockIngest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.LockIngest(dir); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := store.LockIngest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Unlock(); err != nil {
		t.Fatal(err)
	}
}

func TestSettings(t *testing.T) {
	s := storetest.Open(t)
	if value, err := s.Setting(t.Context(), "theme"); err != nil || value != nil {
		t.Errorf("never set: %q, %v", value, err)
	}
	for _, want := range []string{"dark", "light", ""} {
		if err := s.SetSetting(t.Context(), "theme", []byte(want)); err != nil {
			t.Fatal(err)
		}
		if value, err := s.Setting(t.Context(), "theme"); err != nil || string(value) != want {
			t.Errorf("%q, %v; want %q", value, err, want)
		}
	}
	if err := s.SetSetting(t.Context(), "theme", nil); err != nil {
		t.Fatal(err)
	}
	if value, err := s.Setting(t.Context(), "theme"); err != nil || value != nil {
		t.Errorf("removed: %q, %v", value, err)
	}
}
