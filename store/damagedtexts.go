package store

import (
	"context"
	"database/sql"
	"errors"
)

// inspectTexts checks what was read of each document: that its lists can be read, that the places of blocks, boxes and passages
// lie inside of their page's text, that a passage is the text at its place, and has the name and hash of it, and that all are there.
func inspectTexts(ctx context.Context, tx *sql.Tx, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `SELECT id FROM documents ORDER BY id`)
	documents, err := collect(rows, err, scanInt64)
	if err != nil {
		return err
	}
	for _, row := range documents {
		c := content{row: row, pages: map[int]Page{}, inspection: i}
		if err := c.inspect(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// content is what is kept of one document.
type content struct {
	*inspection
	row      int64
	document Document
	pages    map[int]Page
	wrong    bool // the file has to be read again
}

func (c *content) inspect(ctx context.Context, tx *sql.Tx) error {
	if err := c.inspectDocument(ctx, tx); err != nil {
		return err
	}
	if err := c.inspectPages(ctx, tx); err != nil {
		return err
	}
	if err := c.inspectPassages(ctx, tx); err != nil || !c.wrong || !c.mends {
		return err
	}
	// Without its hash it is not taken for unchanged.
	_, err := tx.ExecContext(ctx, `
		UPDATE documents
		   SET pages = (SELECT count(*) FROM pages WHERE document_id = documents.id),
		       passages = (SELECT count(*) FROM passages WHERE document_id = documents.id),
		       state = iif(state = 'excluded', state, 'waiting'), stage = '', tries = 0, not_before = 0,
		       problem_code = '', problem_detail = '', sha256 = '', same_as = NULL
		 WHERE id = ?`, c.row)
	return err
}

func (c *content) inspectDocument(ctx context.Context, tx *sql.Tx) (err error) {
	const query = `SELECT ` + documentColumns + ` FROM documents WHERE id = ?`
	c.document, err = scanDocument(tx.QueryRowContext(ctx, query, c.row))
	if !errors.Is(err, ErrCorrupt) {
		return err
	}
	c.found(TextPart, "%v", err)
	c.wrong = true
	if !c.mends {
		return nil
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE documents
		   SET tags = iif(json_valid(tags), tags, '[]'), read_by = iif(json_valid(read_by), read_by, '[]'),
		       doubtful = iif(json_valid(doubtful), doubtful, '[]'), described = iif(json_valid(described), described, '[]')
		 WHERE id = ?`, c.row)
	if err != nil {
		return err
	}
	c.document, err = scanDocument(tx.QueryRowContext(ctx, query, c.row))
	return err
}

func (c *content) inspectPages(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT number FROM pages WHERE document_id = ? ORDER BY number`, c.row)
	numbers, err := collect(rows, err, scanInt64)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		var p Page
		var boxes []byte
		err := scanPageInto(&p, tx.QueryRowContext(ctx, `
			SELECT `+pageColumns+`, boxes FROM pages WHERE document_id = ? AND number = ?`, c.row, number), &boxes)
		if err == nil {
			p.Boxes, err = decodeBoxes(boxes)
		}
		if err != nil && !errors.Is(err, ErrCorrupt) {
			return err
		}
		if err == nil && placesInside(p) {
			c.pages[p.Number] = Page{Text: p.Text}
			continue
		}
		c.found(TextPart, "page %d of document %d", number, c.row)
		c.wrong = true
		if !c.mends {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM pages WHERE document_id = ? AND number = ?`, c.row, number); err != nil {
			return err
		}
	}
	if len(numbers) != c.document.Pages {
		c.found(TextPart, "document %d has %d pages, not %d", c.row, len(numbers), c.document.Pages)
		c.wrong = true
	}
	return nil
}

func placesInside(p Page) bool {
	for _, b := range p.Blocks {
		if !b.inside(p.Text) {
			return false
		}
	}
	for _, b := range p.Boxes {
		if !b.inside(p.Text) {
			return false
		}
	}
	return true
}

// inside says whether there is such a stretch of the text.
func (s Span) inside(text string) bool { return 0 <= s.From && s.From <= s.To && s.To <= len(text) }
