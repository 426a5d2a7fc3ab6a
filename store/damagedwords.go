package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// inspectWords checks that the word index has the terms that are kept, and no others. To mend it is to make it anew, which is
// always done: the check sees less than there may be.
func inspectWords(ctx context.Context, tx *sql.Tx, i *inspection) error {
	// The command fails with SQLITE_CORRUPT_VTAB when index and terms differ, with SQLITE_ERROR when the terms are missing.
	_, err := tx.ExecContext(ctx, `INSERT INTO passage_fts (passage_fts, rank) VALUES ('integrity-check', 1)`)
	var said sqlite3.Error
	switch {
	case errors.As(err, &said) && (said.Code == sqlite3.ErrCorrupt || said.Code == sqlite3.ErrError):
		i.found(WordsPart, "%v", err)
	case err != nil:
		return err
	}
	if !i.mends {
		return nil
	}
	return rebuildWords(ctx, tx)
}

// inspectTerms checks that each passage has the terms that this program makes of its text, and makes them where it has not.
func inspectTerms(ctx context.Context, tx *sql.Tx, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, title, lang FROM documents WHERE passages > 0 ORDER BY id`)
	documents, err := collect(rows, err, func(row scanner) (d Document, err error) { return d, row.Scan(&d.RowID, &d.Title, &d.Lang) })
	if err != nil {
		return err
	}
	for _, d := range documents {
		if err := inspectTermsOf(ctx, tx, d, i); err != nil {
			return err
		}
	}
	return nil
}

func inspectTermsOf(ctx context.Context, tx *sql.Tx, doc Document, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT passages.id, passages.heading, passages.text, passage_terms.title, passage_terms.heading, passage_terms.text
		  FROM passages LEFT JOIN passage_terms ON passage_terms.id = passages.id
		 WHERE document_id = ? ORDER BY ordinal`, doc.RowID)
	var passages []Passage
	var kept []passageTerms
	_, err = collect(rows, err, func(row scanner) (struct{}, error) {
		var p Passage
		var title, heading, text sql.NullString
		err := row.Scan(&p.RowID, &p.Heading, &p.Text, &title, &heading, &text)
		passages = append(passages, p)
		if !title.Valid { // no row: differs from whatever it should be
			title.String = "\x00"
		}
		kept = append(kept, passageTerms{title.String, heading.String, text.String})
		return struct{}{}, err
	})
	if err != nil {
		return err
	}
	for at, t := range analyse(doc, passages) {
		if t == kept[at] {
			continue
		}
		i.found(TermPart, "passage %d of document %d", passages[at].RowID, doc.RowID)
		if !i.mends {
			continue
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO passage_terms (id, title, heading, text) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET title = excluded.title, heading = excluded.heading, text = excluded.text`,
			passages[at].RowID, t.title, t.heading, t.text)
		if err != nil {
			return err
		}
	}
	return nil
}
