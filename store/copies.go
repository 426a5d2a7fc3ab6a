package store

import (
	"context"
	"database/sql"
)

// The same bytes twice in a module are read once: the first document has the content, its copies are listed with SameAs and
// have none. When the first goes it takes over the path of a copy (see ApplyScan), so that its passages keep their names.

// ReadWithHash finds the document of a module that has the content of these bytes, other than except; 0 when there is none.
func (s *Store) ReadWithHash(ctx context.Context, moduleRow int64, sha256 string, except int64) (int64, error) {
	var row int64
	err := s.reader.QueryRowContext(ctx, `
		SELECT coalesce(min(id), 0)
		FROM documents
		WHERE sha256 = ? AND sha256 <> '' AND module_id = ? AND id <> ? AND read_at > 0 AND problem_code = ''
			AND state IN ('keyword-ready', 'ready')`, sha256, moduleRow, except).Scan(&row)
	return row, wrap("find copy", err)
}

// NoteCopy ends the reading of a claimed document that has the same bytes as the document first. What the index had of it goes.
func (s *Store) NoteCopy(ctx context.Context, doc Document, first int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := dropContent(ctx, tx, doc.RowID); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `
			UPDATE documents
			SET state = 'ready', stage = '', tries = 0, problem_code = '', problem_detail = '', not_before = 0,
				size = ?, mod_time = ?, sha256 = ?, same_as = first.id, title = first.title, format = first.format,
				unit = first.unit, kind = first.kind, lang = first.lang,
				read_at = 0, pages = 0, passages = 0, read_by = '[]', doubtful = '[]', described = '[]', described_by = ''
			FROM (SELECT * FROM documents WHERE id = ?) AS first
			WHERE documents.id = ? AND documents.state = 'reading'`,
			doc.Size, doc.ModTime, doc.SHA256, first, doc.RowID))
	})
	return wrap("note copy", err)
}

// ReleaseCopies lets copies be read themselves whose first document no longer has their bytes: it was changed, excluded,
// or its new version could not be read. It returns how many.
func (s *Store) ReleaseCopies(ctx context.Context) (int, error) {
	const orphaned = `
		SELECT c.id
		FROM documents c LEFT JOIN documents f ON f.id = c.same_as
		WHERE c.state = 'ready' AND c.read_at = 0
			AND (f.id IS NULL OR f.sha256 <> c.sha256 OR f.read_at = 0 OR f.problem_code <> '')`
	var found int64
	err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM (`+orphaned+`)`).Scan(&found)
	if err == nil && found > 0 {
		err = s.write(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `
				UPDATE documents
				SET state = 'waiting', stage = '', tries = 0, not_before = 0, same_as = NULL
				WHERE id IN (`+orphaned+`)`)
			return err
		})
	}
	return int(found), wrap("release copies", err)
}
