package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// What is removed must not be readable in the files any more. SQLite's secure_delete zeroes the rows and dropSpace and
// dropVectors the vectors; the rest is here: the word index keeps deleted words until its parts happen to be merged, the log keeps
// earlier versions of pages, and copies from before an upgrade keep all.

// erase notes in a transaction that it takes out something that must not leave bytes behind; words says whether it was
// in the word index.
func erase(ctx context.Context, tx *sql.Tx, words bool) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO erasures (id, words) VALUES (1, ?) ON CONFLICT DO UPDATE SET words = max(words, excluded.words)`, words)
	return err
}

// purge ends a transaction that called erase: the word index is written anew from the terms that are left. The copies go
// before the transaction ends, so that a process that is killed then leaves none.
func (s *Store) purge(ctx context.Context, tx *sql.Tx) (erased bool, err error) {
	var words bool
	err = tx.QueryRowContext(ctx, `DELETE FROM erasures RETURNING words`).Scan(&words)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil && words {
		err = rebuildWords(ctx, tx)
	}
	if err != nil {
		return false, err
	}
	return true, s.dropBackups()
}

// clean empties the log into the database file after an erasure, and before that gives the freed space back. While a reader
// of this or another process still needs the log it stays; the next write tries again.
func (s *Store) clean(ctx context.Context, erased bool) error {
	if erased {
		s.unclean.Store(true)
	}
	// As long as the connection is held nothing is written: the log cannot fill again before it is noted as clean.
	conn, err := s.writer.Conn(ctx)
	if err != nil {
		return translate(err)
	}
	defer conn.Close()
	if erased {
		// The pragma frees a page with each step: all its (empty) rows have to be read.
		rows, err := conn.QueryContext(ctx, `PRAGMA incremental_vacuum`)
		if _, err := collect(rows, err, func(scanner) (struct{}, error) { return struct{}{}, nil }); err != nil {
			return translate(err)
		}
	}
	patience := 0
	if erased {
		patience = 1000 // no search takes longer; all that is written waits as well
	}
	if _, err := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, patience)); err != nil {
		return translate(err)
	}
	var busy, pages, written int
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &written)
	if err == nil && busy == 0 {
		s.unclean.Store(false)
	}
	_, errWait := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA busy_timeout = `+busyTimeout)
	return translate(errors.Join(err, errWait))
}

// logIsFilled reports whether a process that was killed left something in the log.
func logIsFilled(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}
