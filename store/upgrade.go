package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// upgrade brings a database from an older version to the newest, one transaction a version. It is copied before;
// when a step fails the steps before it hold and the next start goes on from there.
func (shape shape) upgrade(ctx context.Context, path string, from int) (err error) {
	db := openPool(path, writing)
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if err := backup(ctx, db, fmt.Sprintf("%s.bak-%d", path, from)); err != nil {
		return fmt.Errorf("copy before the upgrade: %w", err)
	}
	// A migration may rebuild a table that others refer to. The setting has no effect inside a transaction.
	if _, err := db.ExecContext(ctx, `PRAGMA foreign_keys = OFF`); err != nil {
		return err
	}
	for version := from + 1; version <= shape.version; version++ {
		if err := shape.step(ctx, db, version); err != nil {
			return fmt.Errorf("upgrade to version %d: %w", version, err)
		}
	}
	return nil
}

func (shape shape) step(ctx context.Context, db *sql.DB, version int) error {
	text, err := shape.migration(version)
	if err != nil {
		return err
	}
	return transact(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
		if err := checkReferences(ctx, tx); err != nil {
			return err
		}
		return stamp(ctx, tx, version)
	})
}

// checkReferences fails when a row refers to one that is not there. The check reports rows, not an error.
func checkReferences(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`)
	broken, err := collect(rows, err, scanString)
	if err == nil && len(broken) > 0 {
		err = fmt.Errorf("broken references in %q", broken)
	}
	return err
}

// backup copies the database, what is still in its log included, and shows the copy under its name once it is whole.
func backup(ctx context.Context, db *sql.DB, to string) error {
	part := to + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	// SQLite fills an empty file, and would make one that others may read.
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return os.Rename(part, to)
}

// dropBackups removes the copies of earlier upgrades: they hold what a removal takes out.
func (s *Store) dropBackups() error {
	dir, name := filepath.Split(s.path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), name+".bak-") {
			if gone := os.Remove(filepath.Join(dir, entry.Name())); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	return err
}
