package store

import (
	"context"
	"database/sql"
	"strconv"
	"time"
)

// When a changed document is read again, the word index keeps words of the earlier version in its pages until these happen to be
// merged. Writing it anew each time would take too long: it is noted, and done when there is time.

// staleKey is the setting that tells since when (Unix milliseconds) the word index has words of earlier versions.
const staleKey = "store.stale_words"

func noteStale(ctx context.Context, tx *sql.Tx, now int64) error {
	_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO settings (key, value) VALUES (?, ?)`, staleKey, strconv.AppendInt(nil, now, 10))
	return err
}

// TidyWords writes the word index anew, without the words of earlier versions, when it has had some for longer than age.
func (s *Store) TidyWords(ctx context.Context, age time.Duration) error {
	text, err := s.Setting(ctx, staleKey)
	if err != nil || text == nil {
		return wrap("tidy words", err)
	}
	since, err := strconv.ParseInt(string(text), 10, 64)
	if err == nil && s.now().Sub(time.UnixMilli(since)) < age {
		return nil // what is no number is as old as can be
	}
	if err := s.write(ctx, func(tx *sql.Tx) error { return rebuildWords(ctx, tx) }); err != nil {
		return wrap("tidy words", err)
	}
	return wrap("tidy words", s.clean(ctx, true))
}

// rebuildWords writes the word index anew from the terms that are there.
func rebuildWords(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO passage_fts (passage_fts) VALUES ('rebuild')`); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM settings WHERE key = ?`, staleKey)
	return err
}
