package store

import (
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"
)

// IngestLock is the right to write the index of a data folder. It ends with the process that holds it.
type IngestLock struct{ lock *flock.Flock }

// LockIngest takes the lock of a data folder, or returns ErrLocked when another process has it.
func LockIngest(dir string) (*IngestLock, error) {
	lock := flock.New(filepath.Join(dir, "ingest.lock"))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock ingest: %w", translate(err))
	}
	if !ok {
		return nil, ErrLocked
	}
	return &IngestLock{lock}, nil
}

// Unlock lets another process write the index. A second call does nothing.
func (l *IngestLock) Unlock() error { return l.lock.Unlock() }
