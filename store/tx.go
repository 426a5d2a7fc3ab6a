package store

import (
	"context"
	"database/sql"
	"errors"
)

// write runs do in one immediate transaction of the writer: all of it holds afterwards, or nothing. When do took out
// something for good (see erase), its bytes are gone too; an error may then mean that they are not, though the rows are.
func (s *Store) write(ctx context.Context, do func(tx *sql.Tx) error) error {
	var erased bool
	err := transact(ctx, s.writer, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		var err error
		erased, err = s.purge(ctx, tx)
		return err
	})
	switch {
	case err != nil && lacksLog(err): // SQLite may not tell why
		return errors.Join(s.Writable(), err)
	case err != nil:
		return err
	case erased:
		return s.clean(ctx, true)
	case s.unclean.Load():
		_ = s.clean(ctx, false) // what was written holds; the next write tries again
	}
	return nil
}

// read runs do on one snapshot of the database.
func (s *Store) read(ctx context.Context, do func(tx *sql.Tx) error) error {
	return transact(ctx, s.reader, do)
}

func transact(ctx context.Context, db *sql.DB, do func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return translate(err)
	}
	if err := do(tx); err != nil {
		if rollback := tx.Rollback(); rollback != nil && !errors.Is(rollback, sql.ErrTxDone) {
			err = errors.Join(err, rollback)
		}
		return translate(err)
	}
	return translate(tx.Commit())
}

// millis is now as the database keeps times.
func (s *Store) millis() int64 { return s.now().UnixMilli() }

// collect reads all rows with scan and closes them, so that no query runs while another one is open.
func collect[T any](rows *sql.Rows, err error, scan func(row scanner) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanner is a *sql.Row or the current one of *sql.Rows.
type scanner interface {
	Scan(dest ...any) error
}

func scanInt64(row scanner) (int64, error) {
	var n int64
	err := row.Scan(&n)
	return n, err
}

func scanString(row scanner) (string, error) {
	var s string
	err := row.Scan(&s)
	return s, err
}

// changed returns ErrNotFound when a statement changed no row.
func changed(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}
