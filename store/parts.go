package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Parts lists what was kept of a document that is not in the index yet, in order. source names its bytes and what read them: what was
// kept of others is not listed.
func (s *Store) Parts(ctx context.Context, document int64, source string) ([][]byte, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT part FROM parts WHERE document_id = ? AND source = ? ORDER BY number`, document, source)
	list, err := collect(rows, err, func(row scanner) (part []byte, err error) { return part, row.Scan(&part) })
	return list, wrap(fmt.Sprintf("parts of document %d", document), err)
}

// KeepPart adds a part, in JSON, to what was read of a claimed document; share says how much of it that makes, from 0 to 1. What was
// kept of another source goes. The document has got on: what happened in earlier tries does not count against it any more.
// Errors: ErrNotFound when it was taken from the worker meanwhile.
func (s *Store) KeepPart(ctx context.Context, document int64, stage, source string, part []byte, share float64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := gotOn(ctx, tx, document, stage); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM parts WHERE document_id = ? AND source <> ?`, document, source); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO parts (document_id, number, source, share, part)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM parts WHERE document_id = ?1`,
			document, source, share, string(part))
		return err
	})
	return wrap(fmt.Sprintf("keep a part of document %d", document), err)
}

// KeepText keeps, part by part, all that was read of a claimed document until its passages are in: in place of what was kept before,
// and with the same errors as KeepPart. Parts lists it.
func (s *Store) KeepText(ctx context.Context, document int64, source string, parts [][]byte) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := gotOn(ctx, tx, document, "reading"); err != nil {
			return err
		}
		if err := forgetParts(ctx, tx, document); err != nil {
			return err
		}
		put, err := tx.PrepareContext(ctx, `INSERT INTO parts (document_id, number, source, share, part) VALUES (?, ?, ?, 1, ?)`)
		if err != nil {
			return err
		}
		defer put.Close()
		for i, part := range parts {
			if _, err := put.ExecContext(ctx, document, i+1, source, string(part)); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(fmt.Sprintf("keep the text of document %d", document), err)
}

// gotOn notes how far a claimed document is. What happened before does not count against it.
func gotOn(ctx context.Context, tx *sql.Tx, document int64, stage string) error {
	return changed(tx.ExecContext(ctx, `
		UPDATE documents SET stage = ?, tries = min(tries, 1), problem_code = '', problem_detail = ''
		WHERE id = ? AND state = 'reading'`, stage, document))
}

// ForgetParts drops what was kept of a document: it makes no sense.
func (s *Store) ForgetParts(ctx context.Context, document int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return forgetParts(ctx, tx, document) })
	return wrap(fmt.Sprintf("forget parts of document %d", document), err)
}

// forgetParts drops what was kept of a document.
func forgetParts(ctx context.Context, tx *sql.Tx, document int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM parts WHERE document_id = ?`, document)
	return err
}
