package store

import (
	"context"
	"database/sql"
)

// replacePassages writes the passages of a document. What is there with the same key keeps its row, and its vector when the
// same text would be embedded again.
func replacePassages(ctx context.Context, tx *sql.Tx, doc Document, passages []Passage, terms []passageTerms, now int64) error {
	rows, err := tx.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document_id = ?`, doc.RowID)
	list, err := collect(rows, err, scanPassage)
	if err != nil {
		return err
	}
	hashes := make(map[string]string, len(passages)) // of what is embedded, by key
	for _, p := range passages {
		hashes[p.ID] = p.InputHash
	}
	old := make(map[string]bool, len(list))
	var gone, stale []int64
	for _, p := range list {
		old[p.ID] = true
		hash, stays := hashes[p.ID]
		if !stays {
			gone = append(gone, p.RowID)
		}
		if !stays || hash != p.InputHash {
			stale = append(stale, p.RowID)
		}
	}
	if len(stale) > 0 {
		if err := noteStale(ctx, tx, now); err != nil {
			return err
		}
	}
	if err := dropVectors(ctx, tx, doc.ModuleID, stale); err != nil {
		return err
	}
	if err := deletePassages(ctx, tx, gone); err != nil {
		return err
	}
	return putPassages(ctx, tx, doc, passages, terms, old)
}

func deletePassages(ctx context.Context, tx *sql.Tx, rows []int64) error {
	list, err := jsonList(rows)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM passages WHERE id IN (SELECT value FROM json_each(?))`, list)
	return err
}

func putPassages(ctx context.Context, tx *sql.Tx, doc Document, passages []Passage, terms []passageTerms, old map[string]bool) error {
	put, err := tx.PrepareContext(ctx, `
		INSERT INTO passages (key, document_id, module_id, ordinal, page, from_byte, to_byte, heading, start_s, end_s, text, tokens, input_hash, described_by)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET
		  ordinal = excluded.ordinal, page = excluded.page, from_byte = excluded.from_byte, to_byte = excluded.to_byte,
		  heading = excluded.heading, start_s = excluded.start_s, end_s = excluded.end_s, tokens = excluded.tokens,
		  input_hash = excluded.input_hash, described_by = excluded.described_by
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
			p.Text, p.Tokens, p.InputHash, p.DescribedBy).Scan(&row)
		if err != nil {
			return err
		}
		t := terms[i]
		if old[p.ID] {
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
