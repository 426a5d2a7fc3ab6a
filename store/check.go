package store

import (
	"context"
	"database/sql"
	"fmt"
)

// CheckIndex reports whether the database and the index of words are sound; ErrCorrupt says that they are not.
func (s *Store) CheckIndex(ctx context.Context) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var said string
		if err := tx.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&said); err != nil {
			return fmt.Errorf("check database: %w", err)
		}
		if said != "ok" {
			return fmt.Errorf("%w: %s", ErrCorrupt, said)
		}
		// The command fails with SQLITE_CORRUPT_VTAB when the index and the table of terms differ.
		if _, err := tx.ExecContext(ctx, `INSERT INTO passage_fts (passage_fts, rank) VALUES ('integrity-check', 1)`); err != nil {
			return fmt.Errorf("check index: %w", err)
		}
		return nil
	})
}

// RebuildIndex makes the index of words anew from the terms that are kept.
func (s *Store) RebuildIndex(ctx context.Context) error {
	return wrap("rebuild index", s.write(ctx, func(tx *sql.Tx) error { return rebuildWords(ctx, tx) }))
}
