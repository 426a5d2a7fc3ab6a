package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// SweepSnapshots removes the files of the data folder that were snapshots of web pages which are no longer there. What a process that
// was killed left of a removal goes the next time.
func (s *Store) SweepSnapshots(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(s.Dir(), webFolder)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// In a transaction of the writer: nobody saves a page meanwhile.
	err := s.write(ctx, func(tx *sql.Tx) error {
		named, err := namedSnapshots(ctx, tx)
		if err != nil {
			return err
		}
		return straySnapshots(s.Dir(), named, func(name string) error { return os.Remove(filepath.Join(s.Dir(), name)) })
	})
	return wrap("sweep snapshots", err)
}

func namedSnapshots(ctx context.Context, tx *sql.Tx) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT file FROM web_pages`)
	return collect(rows, err, scanString)
}

// straySnapshots calls do for the files of the folder of snapshots that are not among the named ones, and removes the folders that are
// empty then.
func straySnapshots(dir string, named []string, do func(name string) error) error {
	var folders []string
	err := filepath.WalkDir(filepath.Join(dir, webFolder), func(file string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if e.IsDir() {
			folders = append(folders, file)
			return nil
		}
		name, err := filepath.Rel(dir, file)
		if err != nil || slices.Contains(named, filepath.ToSlash(name)) {
			return err
		}
		return do(name)
	})
	for _, folder := range slices.Backward(folders) {
		_ = os.Remove(folder) // where it is empty
	}
	return err
}

// asideSnapshots puts the snapshots aside that a salvaged database does not name, beside the copy of the damaged one.
func asideSnapshots(dir string, named []string, stamp string) error {
	return straySnapshots(dir, named, func(name string) error {
		aside := filepath.Join(dir, webFolder+".damaged-"+stamp, name[len(webFolder):])
		if err := os.MkdirAll(filepath.Dir(aside), 0o700); err != nil {
			return err
		}
		return os.Rename(filepath.Join(dir, name), aside)
	})
}
