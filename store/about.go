package store

import (
	"context"
	"database/sql"
)

// about brings what the path of a document that was read says about it in line with its new path.
func (a *applying) about(ctx context.Context, scan Scan, d Document, path string) error {
	if scan.About == nil || d.ReadAt == 0 {
		return nil
	}
	rows, err := a.tx.QueryContext(ctx, `SELECT `+pageColumns+` FROM pages WHERE document_id = ? ORDER BY number`, d.RowID)
	pages, err := collect(rows, err, scanPage)
	if err != nil {
		return err
	}
	now := scan.About(d, pages, path)
	_, err = a.exec(ctx, `UPDATE documents SET title = ?, kind = ?, week = ? WHERE id = ?`, now.Title, now.Kind, now.Week, d.RowID)
	if err != nil || now.Title == d.Title {
		return err
	}
	return retitle(ctx, a.tx, now, a.now)
}

// retitle has the passages of a document found by its new title, and their vectors made with it.
func retitle(ctx context.Context, tx *sql.Tx, d Document, now int64) error {
	rows, err := tx.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document_id = ? ORDER BY ordinal`, d.RowID)
	passages, err := collect(rows, err, scanPassage)
	if err != nil {
		return err
	}
	for i := range passages {
		passages[i].InputHash = ""
	}
	passages = identify(d, passages)
	if err := replacePassages(ctx, tx, d, passages, analyse(d, passages), now); err != nil {
		return err
	}
	return settleState(ctx, tx, d.RowID)
}
