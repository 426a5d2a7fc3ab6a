package store

import (
	"context"
	"database/sql"
	"fmt"
)

// RemoveModule removes a module, all that was read of it and the snapshots of its web pages. Nothing of it is in the file afterwards.
func (s *Store) RemoveModule(ctx context.Context, row int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return removeModule(ctx, tx, row) })
	if err == nil {
		err = s.SweepSnapshots(ctx)
	}
	return wrap(fmt.Sprintf("remove module %d", row), err)
}

// RemoveDue removes a module whose removal is due, as RemoveModule does, and reports whether it did: it may have been taken
// back since it was looked at.
func (s *Store) RemoveDue(ctx context.Context, row int64) (bool, error) {
	removed := false
	err := s.write(ctx, func(tx *sql.Tx) error {
		due := tx.QueryRowContext(ctx, `SELECT count(*) FROM modules WHERE id = ? AND remove_at BETWEEN 1 AND ?`, row, s.millis())
		if err := due.Scan(&removed); err != nil || !removed {
			return err
		}
		return removeModule(ctx, tx, row)
	})
	if err == nil && removed {
		err = s.SweepSnapshots(ctx)
	}
	return removed && err == nil, wrap(fmt.Sprintf("remove module %d", row), err)
}

func removeModule(ctx context.Context, tx *sql.Tx, row int64) error {
	if err := erase(ctx, tx, true); err != nil {
		return err
	}
	tables, err := tablesOf(ctx, tx, row)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := t.drop(ctx, tx); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `
		DELETE FROM vectors WHERE passage_id IN (SELECT id FROM passages WHERE module_id = ?)`, row)
	if err != nil {
		return err
	}
	return changed(tx.ExecContext(ctx, `DELETE FROM modules WHERE id = ?`, row))
}

// ExcludeDocument forgets all of a document but its path.
func (s *Store) ExcludeDocument(ctx context.Context, row int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := dropContent(ctx, tx, row); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `
			UPDATE documents
			   SET title = '', format = '', unit = '', kind = '', lang = '', week = 0, tags = '[]', size = 0, mod_time = 0, sha256 = '',
			       state = 'excluded', stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = '',
			       same_as = NULL, read_at = 0
			 WHERE id = ?`, row))
	})
	return wrap(fmt.Sprintf("exclude document %d", row), err)
}

// removeDocument removes a document and all that was read of it.
func removeDocument(ctx context.Context, tx *sql.Tx, row int64) error {
	if err := dropContent(ctx, tx, row); err != nil {
		return err
	}
	return changed(tx.ExecContext(ctx, `DELETE FROM documents WHERE id = ?`, row))
}

// dropContent removes the pages, passages and vectors of a document. Documents with the same bytes that were not read
// because this one was wait to be read in its place.
func dropContent(ctx context.Context, tx *sql.Tx, document int64) error {
	var module int64
	var wasRead bool
	err := tx.QueryRowContext(ctx, `SELECT module_id, read_at > 0 FROM documents WHERE id = ?`, document).Scan(&module, &wasRead)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT id FROM passages WHERE document_id = ?`, document)
	passages, err := collect(rows, err, scanInt64)
	if err != nil {
		return err
	}
	if err := dropVectors(ctx, tx, module, passages); err != nil {
		return err
	}
	if err := erase(ctx, tx, wasRead); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM passages WHERE document_id = ?`,
		`DELETE FROM pages WHERE document_id = ?`,
		`DELETE FROM parts WHERE document_id = ?`,
		`DELETE FROM descriptions WHERE document_id = ?`,
		`UPDATE documents SET pages = 0, passages = 0, read_by = '[]', doubtful = '[]', described = '[]', described_by = '' WHERE id = ?`,
		`UPDATE documents SET state = 'waiting', same_as = NULL WHERE same_as = ?`,
	} {
		if _, err := tx.ExecContext(ctx, statement, document); err != nil {
			return err
		}
	}
	return nil
}
