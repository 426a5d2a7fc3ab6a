package store

import (
	"context"
	"fmt"
)

// Found is a passage with the document and the module it belongs to.
type Found struct {
	Passage  Passage
	Document Document
	Module   Module
	Label    string // the printed label of the passage's page where it differs from its number
}

const passageColumns = `passages.id, passages.key, passages.document_id, passages.ordinal, passages.page,
	coalesce((SELECT first_page FROM pages WHERE pages.document_id = passages.document_id AND pages.number = passages.page), 0), passages.from_byte,
	passages.to_byte, passages.heading, passages.start_s, passages.end_s, passages.text, passages.tokens, passages.input_hash,
	passages.described_by`

func passageFields(p *Passage) []any {
	return []any{&p.RowID, &p.ID, &p.DocumentID, &p.Ordinal, &p.Page, &p.First, &p.From,
		&p.To, &p.Heading, &p.Start, &p.End, &p.Text, &p.Tokens, &p.InputHash, &p.DescribedBy}
}

func scanPassage(row scanner) (Passage, error) {
	var p Passage
	err := row.Scan(passageFields(&p)...)
	return p, err
}

const foundColumns = documentColumns + `, ` + passageColumns + `,
	modules.id, modules.slug, modules.name, modules.dir, modules.paused, modules.missing, modules.remove_at, modules.created_at, modules.scanned_at,
	coalesce(pages.label, '')`

const foundTables = `passages
	JOIN documents ON documents.id = passages.document_id
	JOIN modules ON modules.id = passages.module_id
	LEFT JOIN pages ON pages.document_id = passages.document_id AND pages.number = passages.page`

func scanFound(row scanner) (Found, error) {
	var f Found
	m := &f.Module
	err := scanDocumentInto(&f.Document, row, append(passageFields(&f.Passage),
		&m.RowID, &m.ID, &m.Name, &m.Dir, &m.Paused, &m.Missing, &m.RemoveAt, &m.CreatedAt, &m.ScannedAt, &f.Label)...)
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
