package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Level says how much a copy is like its original.
type Level string

// The levels of a copy.
const (
	SameText   Level = "same" // but for case, signs and white space
	NearlySame Level = "near"
)

// Copy says that a passage says what another one of its module says, too.
type Copy struct {
	Passage  int64 // Passage.RowID
	Original int64 // Passage.RowID; 0 = it was compared, and there is none
	Level    Level
}

// TextToCompare is a passage among which copies are looked for.
type TextToCompare struct {
	RowID    int64
	Text     string
	Compared bool // it is an original; else it is new
}

// ModulesToCompare lists the modules with passages that have a vector in a space and were not compared with the others yet; with
// whole, only those of which every document is searchable by meaning.
func (s *Store) ModulesToCompare(ctx context.Context, space int64, whole bool) ([]int64, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT id FROM modules
		 WHERE remove_at = 0
		   AND NOT (? AND EXISTS (SELECT 1 FROM documents WHERE module_id = modules.id AND state IN ('waiting', 'reading', 'keyword-ready')))
		   AND EXISTS (
		     SELECT 1 FROM passages JOIN vectors ON vectors.passage_id = passages.id AND vectors.space_id = ?
		      WHERE passages.module_id = modules.id AND passages.compared = 0)`, whole, space)
	modules, err := collect(rows, err, scanInt64)
	return modules, wrap("modules to compare", err)
}

// LeftToCompare says whether a module has passages that can be found by meaning and were not compared yet.
func (s *Store) LeftToCompare(ctx context.Context, module int64) (bool, error) {
	var left bool
	err := s.reader.QueryRowContext(ctx, `
		SELECT EXISTS (
		  SELECT 1 FROM passages JOIN vectors ON vectors.passage_id = passages.id JOIN spaces ON spaces.id = vectors.space_id
		   WHERE passages.module_id = ? AND passages.compared = 0 AND spaces.state = 'active')`, module).Scan(&left)
	return left, wrap("left to compare", err)
}

// TextsToCompare lists up to limit originals of a module, and passages that have a vector in a space and were not compared yet, by
// their rows, from the one behind after.
func (s *Store) TextsToCompare(ctx context.Context, space, module, after int64, limit int) ([]TextToCompare, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT id, text, compared FROM passages
		 WHERE module_id = ? AND id > ?
		   AND iif(compared, NOT EXISTS (SELECT 1 FROM copies WHERE passage_id = id),
		       EXISTS (SELECT 1 FROM vectors WHERE space_id = ? AND passage_id = id))
		 ORDER BY id LIMIT ?`, module, after, space, limit)
	texts, err := collect(rows, err, func(row scanner) (t TextToCompare, err error) {
		return t, row.Scan(&t.RowID, &t.Text, &t.Compared)
	})
	return texts, wrap("texts to compare", err)
}

// PutCopies notes what became of passages that were compared. A passage that is gone is left out, one whose original is gone will
// be compared again.
func (s *Store) PutCopies(ctx context.Context, copies []Copy) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		put, err := tx.PrepareContext(ctx, `
			INSERT OR REPLACE INTO copies (passage_id, original_id, level)
			SELECT copy.id, original.id, ? FROM passages AS copy JOIN passages AS original USING (module_id)
			 WHERE copy.id = ? AND original.id = ?`)
		if err != nil {
			return err
		}
		defer put.Close()
		done := make([]int64, 0, len(copies))
		for _, c := range copies {
			if c.Original != 0 {
				err := changed(put.ExecContext(ctx, c.Level, c.Passage, c.Original))
				if errors.Is(err, ErrNotFound) {
					continue
				}
				if err != nil {
					return err
				}
			}
			done = append(done, c.Passage)
		}
		list, err := jsonList(done)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE passages SET compared = 1 WHERE id IN (SELECT value FROM json_each(?))`, list)
		return err
	})
	return wrap("put copies", err)
}

// Originals says of each of these passages that is a copy what its original is.
func (s *Store) Originals(ctx context.Context, passages []int64) (map[int64]int64, error) {
	list, err := jsonList(passages)
	if err != nil {
		return nil, wrap("originals", err)
	}
	rows, err := s.reader.QueryContext(ctx, `
		SELECT passage_id, original_id, level FROM copies WHERE passage_id IN (SELECT value FROM json_each(?))`, list)
	copies, err := collect(rows, err, scanCopy)
	out := make(map[int64]int64, len(copies))
	for _, c := range copies {
		out[c.Passage] = c.Original
	}
	return out, wrap("originals", err)
}

func scanCopy(row scanner) (c Copy, err error) { return c, row.Scan(&c.Passage, &c.Original, &c.Level) }

// Alike lists up to limit passages that say what a passage says, by their rows: its original and the copies of that. documents
// narrows them down; nil = all of the module.
func (s *Store) Alike(ctx context.Context, passage int64, documents []int64, limit int) ([]Found, error) {
	list, err := scope(documents)
	if err != nil {
		return nil, wrap("alike", err)
	}
	rows, err := s.reader.QueryContext(ctx, `
		WITH original AS (SELECT coalesce((SELECT original_id FROM copies WHERE passage_id = ?1), ?1) AS id)
		SELECT `+foundColumns+` FROM `+foundTables+`
		 WHERE passages.id IN (
		         SELECT id FROM original
		         UNION ALL SELECT passage_id FROM copies WHERE original_id = (SELECT id FROM original))
		   AND passages.id <> ?1 AND modules.remove_at = 0
		   AND (?2 IS NULL OR passages.document_id IN (SELECT value FROM json_each(?2)))
		 ORDER BY passages.id LIMIT ?3`, passage, list, limit)
	found, err := collect(rows, err, scanFound)
	return found, wrap(fmt.Sprintf("alike to passage %d", passage), err)
}

// CopiesIn lists the passages of a document that are copies, in reading order.
func (s *Store) CopiesIn(ctx context.Context, document int64) ([]Copy, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT passage_id, original_id, level FROM copies JOIN passages ON passages.id = passage_id
		 WHERE document_id = ? ORDER BY ordinal`, document)
	copies, err := collect(rows, err, scanCopy)
	return copies, wrap(fmt.Sprintf("copies in document %d", document), err)
}

// CountCopies says for each document of a module that has some how many of its passages are copies.
func (s *Store) CountCopies(ctx context.Context, module int64) (map[int64]int, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT document_id, count(*) FROM copies JOIN passages ON passages.id = passage_id
		 WHERE module_id = ? GROUP BY document_id`, module)
	type count struct {
		document int64
		copies   int
	}
	counts, err := collect(rows, err, func(row scanner) (c count, err error) { return c, row.Scan(&c.document, &c.copies) })
	out := make(map[int64]int, len(counts))
	for _, c := range counts {
		out[c.document] = c.copies
	}
	return out, wrap("count copies", err)
}
