package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Heard lists what was kept of a recording while it was listened to, in order. source names its bytes and the model that heard
// them: what was heard of others is not listed.
func (s *Store) Heard(ctx context.Context, document int64, source string) ([][]byte, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT stretch FROM heard WHERE document_id = ? AND source = ? ORDER BY number`, document, source)
	list, err := collect(rows, err, func(row scanner) (stretch []byte, err error) { return stretch, row.Scan(&stretch) })
	return list, wrap(fmt.Sprintf("what was heard of document %d", document), err)
}

// KeepHeard adds a stretch to what was heard of a claimed document; share says how much of it that makes, from 0 to 1. What was
// kept of another source goes. The document has got on: what happened in earlier tries does not count against it any more.
// Errors: ErrNotFound when it was taken from the worker meanwhile.
func (s *Store) KeepHeard(ctx context.Context, document int64, source string, stretch []byte, share float64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `
			UPDATE documents SET stage = 'listening', tries = min(tries, 1), problem_code = '', problem_detail = ''
			WHERE id = ? AND state = 'reading'`, document))
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM heard WHERE document_id = ? AND source <> ?`, document, source); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO heard (document_id, number, source, share, stretch)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM heard WHERE document_id = ?1`,
			document, source, share, string(stretch))
		return err
	})
	return wrap(fmt.Sprintf("keep what was heard of document %d", document), err)
}

// forgetHeard drops what was kept of a document.
func forgetHeard(ctx context.Context, tx *sql.Tx, document int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM heard WHERE document_id = ?`, document)
	return err
}
