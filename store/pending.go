package store

import (
	"context"
	"database/sql"
)

// PendingPassage is a passage without a vector.
type PendingPassage struct {
	Passage
	Title    string // of its document
	ModuleID int64
}

// Pending lists up to limit passages without a vector in a space: those of the module first (0 = none) before the others, those of small
// documents before large ones, then of those read last. Modules that are paused or about to be removed have none.
func (s *Store) Pending(ctx context.Context, space, first int64, limit int) ([]PendingPassage, error) {
	var pending []PendingPassage
	err := s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `
			SELECT documents.id
			  FROM documents JOIN modules ON modules.id = documents.module_id
			 WHERE modules.paused = 0 AND modules.remove_at = 0
			   AND documents.passages > (SELECT count(*) FROM vectors WHERE document_id = documents.id AND space_id = ?)
			 ORDER BY documents.module_id <> ?, documents.passages, documents.read_at DESC, documents.id
			 LIMIT ?`, space, first, limit)
		documents, err := collect(rows, err, scanInt64)
		if err != nil {
			return err
		}
		for _, document := range documents {
			if len(pending) >= limit {
				break
			}
			rows, err := tx.QueryContext(ctx, `
				SELECT `+passageColumns+`, documents.title, documents.module_id
				  FROM passages JOIN documents ON documents.id = passages.document_id
				 WHERE documents.id = ?
				   AND NOT EXISTS (SELECT 1 FROM vectors WHERE space_id = ? AND passage_id = passages.id)
				 ORDER BY passages.ordinal
				 LIMIT ?`, document, space, limit-len(pending))
			more, err := collect(rows, err, scanPending)
			if err != nil {
				return err
			}
			pending = append(pending, more...)
		}
		return nil
	})
	return pending, wrap("pending passages", err)
}

// PendingIn counts the passages of a module that lack a vector in the active space, of the documents that are searchable by words only.
func (s *Store) PendingIn(ctx context.Context, module int64) (int64, error) {
	var n int64
	err := s.reader.QueryRowContext(ctx, `
		SELECT coalesce(sum(passages - (
		         SELECT count(*) FROM vectors JOIN spaces ON spaces.id = vectors.space_id
		          WHERE vectors.document_id = documents.id AND spaces.state = 'active')), 0)
		  FROM documents WHERE module_id = ? AND state = 'keyword-ready'`, module).Scan(&n)
	return n, wrap("count pending passages", err)
}

func scanPending(row scanner) (PendingPassage, error) {
	var p PendingPassage
	err := row.Scan(append(passageFields(&p.Passage), &p.Title, &p.ModuleID)...)
	return p, err
}
