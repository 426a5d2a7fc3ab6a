package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Description is what a model said of a picture before, whichever document it is from; ErrNotFound when it was not asked.
func (s *Store) Description(ctx context.Context, picture, reader string) (string, error) {
	var text string
	err := s.reader.QueryRowContext(ctx, `SELECT text FROM descriptions WHERE picture = ? AND reader = ? LIMIT 1`, picture, reader).Scan(&text)
	return text, wrap("what was described", err)
}

// KeepDescription keeps what a model said of the picture of a page. Errors: ErrNotFound when the document was removed meanwhile.
func (s *Store) KeepDescription(ctx context.Context, document int64, picture, reader, text string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `
			INSERT OR REPLACE INTO descriptions (document_id, picture, reader, text)
			SELECT id, ?, ?, ? FROM documents WHERE id = ? AND state <> 'excluded'`, picture, reader, text, document))
	})
	return wrap(fmt.Sprintf("keep what is described of document %d", document), err)
}

// NextUndescribed finds a document of which pages may be drawn that this reader has not looked at: one that was read and has one of the formats,
// or in which no text was found and whose path ends like one of ends. Those of the module first (0 = none) come before the others,
// small ones before large ones. without are rows of documents to pass over. Errors: ErrNotFound when there is none.
func (s *Store) NextUndescribed(ctx context.Context, reader string, first int64, formats, ends []string, without []int64) (Job, error) {
	var lists [3]string
	var err error
	for i, list := range [][]string{formats, ends} {
		if lists[i], err = jsonList(list); err != nil {
			return Job{}, err
		}
	}
	if lists[2], err = jsonList(without); err != nil {
		return Job{}, err
	}
	var job Job
	row := s.reader.QueryRowContext(ctx, `
		SELECT `+documentColumns+`, m.dir
		  FROM documents JOIN modules m ON m.id = documents.module_id
		 WHERE m.paused = 0 AND m.missing = 0 AND m.remove_at = 0
		   AND documents.described_by <> ?1 AND documents.same_as IS NULL
		   AND (documents.state IN ('keyword-ready', 'ready') AND documents.format IN (SELECT value FROM json_each(?2))
		     OR documents.read_at = 0 AND documents.size > 0
		    AND (documents.state = 'failed' AND documents.problem_code IN ('no_text', 'not_recognised')
		      OR documents.state = 'skipped' AND documents.problem_code = 'empty')
		    AND EXISTS (SELECT 1 FROM json_each(?3) AS ends WHERE lower(documents.path) LIKE '%' || ends.value))
		   AND documents.id NOT IN (SELECT value FROM json_each(?4))
		 ORDER BY documents.module_id <> ?5, documents.size, documents.id
		 LIMIT 1`, reader, lists[0], lists[1], lists[2], first)
	err = scanDocumentInto(&job.Document, row, &job.Dir)
	return job, wrap("next document to look at", err)
}

// asItWas is a document that nothing has happened to since it was looked up.
const asItWas = `documents.id = ? AND documents.read_at = ? AND documents.sha256 = ? AND documents.state IN ('keyword-ready', 'ready', ?)`

// WriteDescribed replaces pages of a document by the same with what a model said of their pictures, and the passages by those of the whole
// document. Errors: ErrNotFound when the document is not as doc says it was: it is read again, or gone.
func (s *Store) WriteDescribed(ctx context.Context, doc Document, pages []Page, passages []Passage) error {
	passages = identify(doc, passages)
	terms := analyse(doc, passages)
	err := s.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT module_id FROM documents WHERE `+asItWas, doc.RowID, doc.ReadAt, doc.SHA256, doc.State).Scan(&doc.ModuleID)
		if err != nil {
			return err
		}
		for _, p := range pages {
			blocks, err := jsonList(p.Blocks)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `
				INSERT INTO pages (document_id, number, text, blocks, width, height, read_by, doubtful)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (document_id, number) DO UPDATE SET text = excluded.text, blocks = excluded.blocks`,
				doc.RowID, p.Number, p.Text, blocks, p.Width, p.Height, p.ReadBy, p.Doubtful)
			if err != nil {
				return err
			}
		}
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pages WHERE document_id = ?`, doc.RowID).Scan(&doc.Pages); err != nil {
			return err
		}
		doc.Passages = len(passages)
		now := s.millis()
		if err := updateContent(ctx, tx, doc, now); err != nil {
			return err
		}
		if err := replacePassages(ctx, tx, doc, passages, terms, now); err != nil {
			return err
		}
		return settleState(ctx, tx, doc.RowID)
	})
	return wrap(fmt.Sprintf("write what is described of document %d", doc.RowID), err)
}

// AllDescribed notes that a reader has looked at all pages of a document that it was to look at, and forgets what was said of other pictures, or by
// others. Errors: ErrNotFound when the document is not as doc says it was.
func (s *Store) AllDescribed(ctx context.Context, doc Document, reader string, pictures []string) error {
	list, err := jsonList(pictures)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `UPDATE documents SET described_by = ? WHERE `+asItWas, reader, doc.RowID, doc.ReadAt, doc.SHA256, doc.State))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			DELETE FROM descriptions
			 WHERE document_id = ?1 AND (picture NOT IN (SELECT value FROM json_each(?2)) OR substr(reader, 1, length(?3)) <> ?3)`, doc.RowID, list, reader)
		return err
	})
	return wrap(fmt.Sprintf("all is described of document %d", doc.RowID), err)
}
