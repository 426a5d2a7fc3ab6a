package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

const pageColumns = `number, label, text, blocks, width, height, read_by, doubtful, confidence, first_page, removed`

func scanPage(row scanner) (Page, error) {
	var p Page
	return p, scanPageInto(&p, row)
}

// scanPageInto reads pageColumns, and what follows them into more.
func scanPageInto(p *Page, row scanner, more ...any) error {
	var blocks, removed []byte
	err := row.Scan(append([]any{&p.Number, &p.Label, &p.Text, &blocks, &p.Width, &p.Height, &p.ReadBy, &p.Doubtful, &p.Confidence,
		&p.First, &removed}, more...)...)
	if err != nil {
		return err
	}
	err = json.Unmarshal(blocks, &p.Blocks)
	if err == nil && string(removed) != "[]" {
		err = json.Unmarshal(removed, &p.Removed)
	}
	if err != nil {
		return fmt.Errorf("%w: lists of page %d: %w", ErrCorrupt, p.Number, err)
	}
	return nil
}

// Pages lists the pages of a document, without their boxes.
func (s *Store) Pages(ctx context.Context, document int64) ([]Page, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT `+pageColumns+` FROM pages WHERE document_id = ? ORDER BY number`, document)
	pages, err := collect(rows, err, scanPage)
	return pages, wrap("pages", err)
}

// Page returns a page with its boxes.
func (s *Store) Page(ctx context.Context, document int64, number int) (Page, error) {
	var p Page
	var boxes []byte
	err := scanPageInto(&p, s.reader.QueryRowContext(ctx, `
		SELECT `+pageColumns+`, boxes FROM pages WHERE document_id = ? AND number = ?`, document, number), &boxes)
	if err == nil {
		p.Boxes, err = decodeBoxes(boxes)
	}
	return p, wrap(fmt.Sprintf("page %d of document %d", number, document), err)
}

func replacePages(ctx context.Context, tx *sql.Tx, document int64, pages []Page) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM pages WHERE document_id = ?`, document); err != nil {
		return err
	}
	put, err := tx.PrepareContext(ctx, `
		INSERT INTO pages (document_id, number, label, text, blocks, boxes, width, height, read_by, doubtful, confidence, first_page, removed)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer put.Close()
	for _, p := range pages {
		blocks, err := jsonList(p.Blocks)
		if err != nil {
			return err
		}
		removed, err := jsonList(p.Removed)
		if err != nil {
			return err
		}
		_, err = put.ExecContext(ctx, document, p.Number, p.Label, p.Text, blocks, encodeBoxes(p.Boxes), p.Width, p.Height, p.ReadBy,
			p.Doubtful, p.Confidence, p.First, removed)
		if err != nil {
			return err
		}
	}
	return nil
}
