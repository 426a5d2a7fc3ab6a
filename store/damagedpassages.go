package store

import (
	"context"
	"database/sql"
)

// inspectPassages checks the passages of a document. Its name tells of a passage what its text was: where the page has that still
// the passage gets it back, else the passage goes and the file has to be read again.
func (c *content) inspectPassages(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document_id = ? ORDER BY ordinal`, c.row)
	passages, err := collect(rows, err, scanPassage)
	if err != nil {
		return err
	}
	seen := make(map[string]uint64, len(passages))
	var gone, stale []int64
	for _, p := range passages {
		kept := p.Text
		text, ok := c.pages[p.Page].at(p.Span)
		if ok = ok && p.ID == passageKey(c.row, text, seen[text]); !ok {
			c.found(TextPart, "passage %d of document %d", p.RowID, c.row)
			c.wrong = true
			gone = append(gone, p.RowID)
			seen[kept]++
			continue
		}
		seen[text]++
		hash := inputHash(c.document.Title, p.Heading, text)
		if kept == text && hash == p.InputHash {
			continue
		}
		c.found(TextPart, "text of passage %d of document %d", p.RowID, c.row)
		stale = append(stale, p.RowID)
		if !c.mends {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE passages SET text = ?, input_hash = ? WHERE id = ?`, text, hash, p.RowID); err != nil {
			return err
		}
	}
	if len(passages) != c.document.Passages {
		c.found(TextPart, "document %d has %d passages, not %d", c.row, len(passages), c.document.Passages)
		c.wrong = true
	}
	if !c.mends {
		return nil
	}
	if err := dropVectors(ctx, tx, c.document.ModuleID, append(stale, gone...)); err != nil {
		return err
	}
	if err := deletePassages(ctx, tx, gone); err != nil {
		return err
	}
	return settleState(ctx, tx, c.row)
}

// at is the text at a place.
func (p Page) at(s Span) (string, bool) {
	if !s.inside(p.Text) {
		return "", false
	}
	return p.Text[s.From:s.To], true
}
