// Package store is what Ibid knows: modules, documents, pages, passages, the word index, vectors, conversations and
// settings, in one SQLite file. Each exported method is one transaction; its SQL stands beside it. What is removed
// leaves no bytes behind. Several processes may have the store open; the one that holds the IngestLock writes the index.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// FileName is the name of the database in the data folder.
const FileName = "ibid.db"

// Store is an open database. It is safe for use by several goroutines.
type Store struct {
	path   string
	writer *sql.DB // one connection: writers of this process queue here and not in SQLite's busy handler
	reader *sql.DB // read-only connections
	now    func() time.Time

	unclean atomic.Bool // the log may hold bytes of what was removed
}

// Open opens the database in dir, makes both when they are absent, and upgrades an older one after copying it.
// Errors: ErrNewerSchema (the file is unchanged), ErrCorrupt, ErrNotFolder, *UnsafeFolderError; where it has to be made or upgraded also ErrReadOnly
// and ErrDiskFull. One that is there opens for reading where nothing can be written; see Writable.
func Open(ctx context.Context, dir string) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	if err := makeFolder(dir); err != nil {
		return nil, fmt.Errorf("open store: %w", translate(err))
	}
	s, err := open(ctx, filepath.Join(dir, FileName), newest)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", translate(err))
	}
	return s, nil
}

// makeFolder makes the data folder where it is not there.
func makeFolder(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w: %w", ErrNotFolder, err)
	case errors.Is(err, fs.ErrNotExist): // no folder can be made there, as in /proc
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

func open(ctx context.Context, path string, shape shape) (*Store, error) {
	if err := prepare(ctx, path, shape); err != nil {
		return nil, err
	}
	s := &Store{path: path, writer: openPool(path, writing), reader: openPool(path, reading), now: time.Now}
	s.unclean.Store(logIsFilled(path))
	s.writer.SetMaxOpenConns(1)
	readers := max(4, runtime.NumCPU())
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	return s, nil
}

// probeSize is more than a folder has room for without a block of its own.
const probeSize = 64 << 10

// Writable says why nothing can be written: ErrReadOnly, ErrDiskFull. What was written before can be read all the same. A write would
// tell as well, but waits for one of another process.
func (s *Store) Writable() error {
	file, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		return wrap("write database", err)
	}
	if err := file.Close(); err != nil {
		return wrap("write database", err)
	}
	probe, err := os.CreateTemp(filepath.Dir(s.path), ".writable-*") // where the log lies
	if err != nil {
		return wrap("write data folder", err)
	}
	_, err = probe.Write(make([]byte, probeSize))
	return wrap("write data folder", errors.Join(err, probe.Close(), os.Remove(probe.Name())))
}

// Close writes the log back into the database file and closes it. It waits for no other process: one that writes just now
// finds the log at its own end.
func (s *Store) Close() error {
	err := errors.Join(s.reader.Close(), s.writer.Close())
	last := openPool(s.path, closing)
	_, errLog := last.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	if isBusy(errLog) || !logIsFilled(s.path) {
		errLog = nil // another one does it, or there is nothing to write
	}
	return errors.Join(err, translate(errLog), last.Close())
}

// Dir is the absolute path of the data folder.
func (s *Store) Dir() string { return filepath.Dir(s.path) }

// DataVersion is a number that changes when another process has written to the database.
func (s *Store) DataVersion(ctx context.Context) (int64, error) {
	var version int64
	// Asked of the writer: it does not count its own changes, and no other connection of this process writes.
	err := s.writer.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("data version: %w", translate(err))
	}
	return version, nil
}
