package store

import (
	"context"
	"database/sql"
	"errors"
)

// vectorWriter adds vectors within a transaction and remembers whose state may have changed.
type vectorWriter struct {
	space     Space
	tables    map[int64]*vectorTable // by module
	documents map[int64]bool
}

func newVectorWriter(space Space) *vectorWriter {
	return &vectorWriter{space: space, tables: map[int64]*vectorTable{}, documents: map[int64]bool{}}
}

func (w *vectorWriter) put(ctx context.Context, tx *sql.Tx, passage int64, inputHash string, blob []byte) error {
	var module, document int64
	err := tx.QueryRowContext(ctx, `
		SELECT module_id, document_id FROM passages WHERE id = ?1 AND (?2 = '' OR input_hash = ?2)`, passage, inputHash).
		Scan(&module, &document)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	table, ok := w.tables[module]
	if !ok {
		found, err := tableFor(ctx, tx, w.space.RowID, module, w.space.Dim)
		if err != nil {
			return err
		}
		table = &found
		w.tables[module] = table
	}
	result, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO vectors (space_id, passage_id, document_id) VALUES (?, ?, ?)`,
		w.space.RowID, passage, document)
	if err != nil {
		return err
	}
	added, err := result.RowsAffected()
	if err != nil {
		return err
	}
	w.documents[document] = true
	if added == 0 {
		_, err = tx.ExecContext(ctx, `UPDATE `+table.name()+` SET embedding = ? WHERE rowid = ?`, blob, passage)
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO `+table.name()+` (rowid, embedding) VALUES (?, ?)`, passage, blob)
	table.filled++
	table.live++
	return err
}

// settle ends the writing: the tables' counts and the documents' states follow.
func (w *vectorWriter) settle(ctx context.Context, tx *sql.Tx) error {
	for _, table := range w.tables {
		if err := table.count(ctx, tx); err != nil {
			return err
		}
	}
	for document := range w.documents {
		if err := settleState(ctx, tx, document); err != nil {
			return err
		}
	}
	return nil
}
