package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Found is a passage with the document and the module it belongs to.
type Found struct {
	Passage  Passage
	Document Document
	Module   Module
}

const passageColumns = `passages.id, passages.key, passages.document_id, passages.ordinal, passages.page, passages.from_byte,
	passages.to_byte, passages.heading, passages.start_s, passages.end_s, passages.text, passages.tokens, passages.input_hash`

func passageFields(p *Passage) []any {
	return []any{&p.RowID, &p.ID, &p.DocumentID, &p.Ordinal, &p.Page, &p.From,
		&p.To, &p.Heading, &p.Start, &p.End, &p.Text, &p.Tokens, &p.InputHash}
}

func scanPassage(row scanner) (Passage, error) {
	var p Passage
	err := row.Scan(passageFields(&p)...)
	return p, err
}

const foundColumns = documentColumns + `, ` + passageColumns + `,
	modules.id, modules.slug, modules.name, modules.dir, modules.paused, modules.missing, modules.remove_at, modules.created_at, modules.scanned_at`

const foundTables = `passages JOIN documents ON documents.id = passages.document_id JOIN modules ON modules.id = passages.module_id`

func scanFound(row scanner) (Found, error) {
	var f Found
	m := &f.Module
	err := scanDocumentInto(&f.Document, row, append(passageFields(&f.Passage),
		&m.RowID, &m.ID, &m.Name, &m.Dir, &m.Paused, &m.Missing, &m.RemoveAt, &m.CreatedAt, &m.ScannedAt)...)
	return f, err
}

// PassagesByRow finds passages by their rows; those that are gone are not in the map.
func (s *Store) PassagesByRow(ctx context.Context, rows []int64) (map[int64]Found, error) {
	list, err := jsonList(rows)
	if err != nil {
		return nil, wrap("passages", err)
	}
	result, err := s.reader.QueryContext(ctx, `
		SELECT `+foundColumns+` FROM `+foundTables+` WHERE passages.id IN (SELECT value FROM json_each(?))`, list)
	all, err := collect(result, err, scanFound)
	if err != nil {
		return nil, wrap("passages", err)
	}
	found := make(map[int64]Found, len(all))
	for _, f := range all {
		found[f.Passage.RowID] = f
	}
	return found, nil
}

// PassageByID finds a passage by its ID.
func (s *Store) PassageByID(ctx context.Context, id string) (Found, error) {
	f, err := scanFound(s.reader.QueryRowContext(ctx, `SELECT `+foundColumns+` FROM `+foundTables+` WHERE passages.key = ?`, id))
	return f, wrap(fmt.Sprintf("passage %q", id), err)
}

// Around returns a passage with up to before and after neighbours of the same document, in reading order.
func (s *Store) Around(ctx context.Context, row int64, before, after int) ([]Found, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT `+foundColumns+`
		  FROM `+foundTables+`
		  JOIN passages AS centre ON centre.document_id = passages.document_id
		 WHERE centre.id = ? AND passages.ordinal BETWEEN centre.ordinal - ? AND centre.ordinal + ?
		 ORDER BY passages.ordinal`, row, before, after)
	found, err := collect(rows, err, scanFound)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	return found, wrap(fmt.Sprintf("around passage %d", row), err)
}

// PassagesOf lists the passages of a document in reading order.
func (s *Store) PassagesOf(ctx context.Context, document int64) ([]Passage, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT `+passageColumns+` FROM passages WHERE document_id = ? ORDER BY ordinal`, document)
	passages, err := collect(rows, err, scanPassage)
	return passages, wrap("passages of document", err)
}

// GoneSources says which of these passage IDs no longer exist.
func (s *Store) GoneSources(ctx context.Context, ids []string) ([]string, error) {
	list, err := jsonList(ids)
	if err != nil {
		return nil, wrap("gone sources", err)
	}
	rows, err := s.reader.QueryContext(ctx, `
		SELECT DISTINCT value FROM json_each(?) WHERE value NOT IN (SELECT key FROM passages)`, list)
	gone, err := collect(rows, err, scanString)
	return gone, wrap("gone sources", err)
}

// replacePassages writes the passages of a document. What is there with the same key keeps its row.
func replacePassages(ctx context.Context, tx *sql.Tx, doc Document, passages []Passage, terms []passageTerms) error {
	old, err := keysOf(ctx, tx, doc.RowID)
	if err != nil {
		return err
	}
	var stale []int64 // rows whose vector is of another text
	for _, p := range passages {
		if o, ok := old[p.ID]; ok && o.inputHash != p.InputHash {
			stale = append(stale, o.row)
		}
	}
	gone := make(map[string]keptPassage, len(old))
	for key, o := range old {
		gone[key] = o
	}
	for _, p := range passages {
		delete(gone, p.ID)
	}
	var rows []int64
	for _, o := range gone {
		rows = append(rows, o.row)
	}
	if err := dropVectors(ctx, tx, doc.ModuleID, append(stale, rows...)); err != nil {
		return err
	}
	if err := deletePassages(ctx, tx, rows); err != nil {
		return err
	}
	return putPassages(ctx, tx, doc, passages, terms, old)
}

type keptPassage struct {
	row       int64
	inputHash string
}

func keysOf(ctx context.Context, tx *sql.Tx, document int64) (map[string]keptPassage, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document_id = ?`, document)
	list, err := collect(rows, err, scanPassage)
	if err != nil {
		return nil, err
	}
	kept := make(map[string]keptPassage, len(list))
	for _, p := range list {
		kept[p.ID] = keptPassage{p.RowID, p.InputHash}
	}
	return kept, nil
}

func deletePassages(ctx context.Context, tx *sql.Tx, rows []int64) error {
	list, err := jsonList(rows)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM passages WHERE id IN (SELECT value FROM json_each(?))`, list)
	return err
}

func putPassages(ctx context.Context, tx *sql.Tx, doc Document, passages []Passage, terms []passageTerms, old map[string]keptPassage) error {
	put, err := tx.PrepareContext(ctx, `
		INSERT INTO passages (key, document_id, module_id, ordinal, page, from_byte, to_byte, heading, start_s, end_s, text, tokens, input_hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET
		  ordinal = excluded.ordinal, page = excluded.page, from_byte = excluded.from_byte, to_byte = excluded.to_byte,
		  heading = excluded.heading, start_s = excluded.start_s, end_s = excluded.end_s, tokens = excluded.tokens,
		  input_hash = excluded.input_hash
		RETURNING id`)
	if err != nil {
		return err
	}
	defer put.Close()
	index, err := tx.PrepareContext(ctx, `INSERT INTO passage_terms (id, title, heading, text) VALUES (?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer index.Close()
	reindex, err := tx.PrepareContext(ctx, `
		UPDATE passage_terms SET title = ?1, heading = ?2, text = ?3
		 WHERE id = ?4 AND (title, heading, text) IS NOT (?1, ?2, ?3)`)
	if err != nil {
		return err
	}
	defer reindex.Close()
	for i, p := range passages {
		var row int64
		err := put.QueryRowContext(ctx, p.ID, doc.RowID, doc.ModuleID, i, p.Page, p.From, p.To, p.Heading, p.Start, p.End,
			p.Text, p.Tokens, p.InputHash).Scan(&row)
		if err != nil {
			return err
		}
		t := terms[i]
		if _, ok := old[p.ID]; ok {
			_, err = reindex.ExecContext(ctx, t.title, t.heading, t.text, row)
		} else {
			_, err = index.ExecContext(ctx, row, t.title, t.heading, t.text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
