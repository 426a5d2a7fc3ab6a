package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// smallDisk mounts a small file system, which needs root's rights.
func smallDisk(t *testing.T, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// A real disk that fills up: nothing that was there is lost, and work goes on when there is room again.
func TestFullDisk(t *testing.T) {
	dir := smallDisk(t, "3m")
	s := openIn(t, dir)
	if err := addDocument(t.Context(), s, 10_000); err != nil {
		t.Fatal(err)
	}
	var err error
	read := 1
	for ; read < 100; read++ {
		if err = addDocument(t.Context(), s, 100_000); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrDiskFull) {
		t.Fatalf("after %d documents: %v", read, err)
	}
	checkSound(t, s, read)

	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=30m"); err != nil {
		t.Fatal(err)
	}
	if err := addDocument(t.Context(), s, 100_000); err != nil {
		t.Errorf("with room again: %v", err)
	}
	checkSound(t, s, read+1)
}

// What is written holds though the log of an earlier removal cannot be emptied for want of room.
func TestFullDiskWhileTheLogIsEmptied(t *testing.T) {
	dir := smallDisk(t, "2m")
	s := openIn(t, dir)
	if err := addDocument(t.Context(), s, 200_000); err != nil {
		t.Fatal(err)
	}
	// The log has room for what follows, the database has not.
	if _, err := s.writer.Exec(`PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 2<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	s.unclean.Store(true)
	if err := s.SetSetting(t.Context(), "large", make([]byte, 50_000)); err != nil {
		t.Errorf("it was written and is called failed: %v", err)
	}
	if !s.unclean.Load() {
		t.Error("the log was emptied: this test shows nothing")
	}
	checkSound(t, s, 1)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	if logIsFilled(s.path) {
		t.Error("the log is not emptied once there is room")
	}
}

func TestFullDiskAtTheStart(t *testing.T) {
	dir := smallDisk(t, "64k")
	if err := os.WriteFile(filepath.Join(dir, "fill"), make([]byte, 60_000), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), dir)
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, ErrDiskFull) {
		t.Errorf("error %v", err)
	}
}

// What was read before can be searched on a disk that has no room left, not even for the log's index.
func TestFullDiskIsRead(t *testing.T) {
	dir := smallDisk(t, "2m")
	s := openIn(t, dir)
	if err := addDocument(t.Context(), s, 10_000); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 2<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	s = openIn(t, dir)
	checkSound(t, s, 1)
	if err := s.Writable(); !errors.Is(err, ErrDiskFull) {
		t.Errorf("writable: %v", err)
	}
	if err := addDocument(t.Context(), s, 10_000); !errors.Is(err, ErrDiskFull) {
		t.Errorf("written: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Writable(), addDocument(t.Context(), s, 10_000)); err != nil {
		t.Errorf("with room again: %v", err)
	}
	checkSound(t, s, 2)
}

// A disk that is mounted for reading only: SQLite does not say why it cannot write.
func TestReadOnlyDisk(t *testing.T) {
	dir := smallDisk(t, "2m")
	s := openIn(t, dir)
	if err := errors.Join(addDocument(t.Context(), s, 10_000), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=2m"); err != nil {
		t.Skipf("it cannot be mounted for reading only here: %v", err)
	}
	s = openIn(t, dir)
	checkSound(t, s, 1)
	if err := addDocument(t.Context(), s, 10_000); !errors.Is(err, ErrReadOnly) {
		t.Errorf("written: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
