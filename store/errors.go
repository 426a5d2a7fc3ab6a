package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// Errors of every method, to be tested with errors.Is.
var (
	ErrNotFound    = errors.New("not found")
	ErrNewerSchema = errors.New("the database was written by a newer version")
	ErrCorrupt     = errors.New("the database is damaged or not a database of Ibid")
	ErrNotFolder   = errors.New("the data folder is not a folder")
	ErrReadOnly    = errors.New("the data folder cannot be written")
	ErrDiskFull    = errors.New("the disk is full")
	ErrLocked      = errors.New("another process writes the index")
)

// ExistsError says that another row has the same value in Field ("name", "dir", "path").
type ExistsError struct {
	Field string
	Value string
}

func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s %q exists already", e.Field, e.Value)
}

// UnsafeFolderError says why a data folder is refused: SQLite's locks and its write-ahead log need a disk of
// this computer that no other program copies about.
type UnsafeFolderError struct {
	Dir    string
	Reason FolderReason
	Detail string // such as "nfs" or "Dropbox"
}

func (e *UnsafeFolderError) Error() string {
	return fmt.Sprintf("data folder %s: on a %s drive (%s)", e.Dir, e.Reason, e.Detail)
}

// translate wraps err in the sentinel error that callers can act on; other errors pass unchanged.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	if errors.Is(err, ErrNotFolder) {
		return err
	}
	if sentinel := sentinelOf(err); sentinel != nil && !errors.Is(err, sentinel) {
		return fmt.Errorf("%w: %w", sentinel, err)
	}
	return err
}

func sentinelOf(err error) error {
	var se sqlite3.Error
	if !errors.As(err, &se) {
		return sentinelOfErrno(err)
	}
	switch se.Code {
	case sqlite3.ErrFull:
		return ErrDiskFull
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return ErrReadOnly
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return ErrCorrupt
	}
	// SQLite reports some system errors only as 'cannot open' or 'input/output': the number says which.
	return sentinelOfErrno(se.SystemErrno)
}

// isBusy says whether another connection is in the way.
func isBusy(err error) bool {
	var se sqlite3.Error
	return errors.As(err, &se) && (se.Code == sqlite3.ErrBusy || se.Code == sqlite3.ErrLocked)
}

func sentinelOfErrno(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return ErrDiskFull
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return ErrReadOnly
	case errors.Is(err, syscall.EISDIR):
		return ErrCorrupt
	}
	return nil
}

// wrap names the method that failed.
func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, translate(err))
}
