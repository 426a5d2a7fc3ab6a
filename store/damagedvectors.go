package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math"
)

// inspectVectors checks that the list of passages that have a vector and the vectors that are there agree, that each is one, and that
// no document counts as ready that lacks some. Passages that lose theirs wait for the embedder.
func inspectVectors(ctx context.Context, tx *sql.Tx, i *inspection) error {
	wrong, err := wrongStates(ctx, tx)
	if err != nil {
		return err
	}
	i.foundMany(VectorPart, len(wrong), "document %v has another state than its vectors", wrong[:min(1, len(wrong))])
	rows, err := tx.QueryContext(ctx, `SELECT `+vectorTableColumns+` FROM vector_tables ORDER BY space_id, module_id`)
	tables, err := collect(rows, err, scanVectorTable)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := inspectTable(ctx, tx, t, i); err != nil {
			return err
		}
	}
	if err := inspectStrays(ctx, tx, i); err != nil {
		return err
	}
	rows, err = tx.QueryContext(ctx, `
		SELECT passage_id FROM vectors JOIN passages ON passages.id = passage_id
		 WHERE NOT EXISTS (SELECT 1 FROM vector_tables AS t WHERE t.space_id = vectors.space_id AND t.module_id = passages.module_id)
		    OR vectors.document_id <> passages.document_id`)
	lost, err := collect(rows, err, scanInt64)
	if err != nil {
		return err
	}
	i.foundMany(VectorPart, len(lost), "no table has the vector of passage %v", lost[:min(1, len(lost))])
	if !i.mends {
		return nil
	}
	if err := forgetVectors(ctx, tx, lost); err != nil {
		return err
	}
	if wrong, err = wrongStates(ctx, tx); err != nil {
		return err
	}
	for _, document := range wrong {
		if err := settleState(ctx, tx, document); err != nil {
			return err
		}
	}
	return nil
}

// inspectStrays checks that there is no vector table that is not listed: it would be in the way of one that is made.
func inspectStrays(ctx context.Context, tx *sql.Tx, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT name FROM sqlite_schema
		 WHERE sql LIKE 'CREATE VIRTUAL TABLE vec\_%' ESCAPE '\' AND name NOT IN (
		   SELECT format('vec_%d_%d_%d', space_id, module_id, generation) FROM vector_tables)`)
	strays, err := collect(rows, err, scanString)
	if err != nil {
		return err
	}
	for _, name := range strays {
		i.found(VectorPart, "%s is not listed", name)
		if !i.mends {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DROP TABLE `+name); err != nil {
			return err
		}
	}
	return nil
}

// inspectTable checks one vector table.
func inspectTable(ctx context.Context, tx *sql.Tx, t vectorTable, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT passage_id FROM vectors JOIN passages ON passages.id = passage_id WHERE space_id = ? AND module_id = ?`, t.space, t.module)
	listed, err := collect(rows, err, scanInt64)
	if err != nil {
		return err
	}
	has, err := t.contents(ctx, tx, listed)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		i.foundMany(VectorPart, max(1, len(listed)), "%s: %v", t.name(), err)
		if !i.mends {
			return nil
		}
		return t.abandon(ctx, tx, listed)
	}
	wrong := max(len(has.stray), len(has.lost), has.hidden)
	if wrong == 0 && t.live != has.live {
		wrong = 1
	}
	i.foundMany(VectorPart, wrong, "%s: %d vectors, %d of them hidden, of %d passages", t.name(), has.live, has.hidden, len(listed))
	if !i.mends || wrong == 0 {
		return nil
	}
	if err := forgetVectors(ctx, tx, has.lost); err != nil {
		return err
	}
	t.live, t.filled = has.live, max(t.filled, has.live)
	if has.hidden > 0 {
		if err := t.rewrite(ctx, tx); err != nil {
			return err
		}
		t = vectorTable{space: t.space, module: t.module, generation: t.generation + 1, filled: t.live, live: t.live}
	}
	if err := t.delete(ctx, tx, has.stray); err != nil {
		return err
	}
	if err := t.count(ctx, tx); err != nil {
		return err
	}
	return t.shrink(ctx, tx)
}

// tableContents is what a vector table has, beside what it should have.
type tableContents struct {
	live   int64   // its vectors
	stray  []int64 // those of no passage, or that are no vectors
	lost   []int64 // passages without one
	hidden int     // those that a search does not come by
}

func (t vectorTable) contents(ctx context.Context, tx *sql.Tx, listed []int64) (has tableContents, err error) {
	wanted := make(map[int64]bool, len(listed))
	for _, row := range listed {
		wanted[row] = true
	}
	rows, err := tx.QueryContext(ctx, `SELECT rowid, embedding FROM `+t.name())
	_, err = collect(rows, err, func(row scanner) (struct{}, error) {
		var passage int64
		var blob []byte
		if err := row.Scan(&passage, &blob); err != nil {
			return struct{}{}, err
		}
		has.live++
		if !wanted[passage] || !isVector(blob) {
			has.stray = append(has.stray, passage)
		} else {
			wanted[passage] = false
		}
		return struct{}{}, nil
	})
	if err != nil {
		return has, err
	}
	for passage, missing := range wanted {
		if missing {
			has.lost = append(has.lost, passage)
		}
	}
	// A search goes through the chunks, a list of all through the rows.
	err = tx.QueryRowContext(ctx, `
		SELECT count(*) FROM `+t.name()+`_rowids WHERE chunk_id NOT IN (SELECT chunk_id FROM `+t.name()+`_chunks)`).Scan(&has.hidden)
	return has, err
}

// abandon gives up a table that cannot be read, with the vectors that it had.
func (t vectorTable) abandon(ctx context.Context, tx *sql.Tx, passages []int64) error {
	var there int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = ?`, t.name()).Scan(&there)
	if err != nil {
		return err
	}
	if err := forgetVectors(ctx, tx, passages); err != nil {
		return err
	}
	if there > 0 {
		return t.drop(ctx, tx)
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM vector_tables WHERE space_id = ? AND module_id = ?`, t.space, t.module)
	return err
}

// isVector says whether these bytes can be compared with others.
func isVector(blob []byte) bool {
	var norm float64
	for at := 0; at+4 <= len(blob); at += 4 {
		x := float64(math.Float32frombits(binary.LittleEndian.Uint32(blob[at:])))
		norm += x * x
	}
	return norm > 0 && !math.IsNaN(norm) && !math.IsInf(norm, 0)
}

// wrongStates lists the documents that count as ready though they lack a vector, or do not though they have them all.
func wrongStates(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT id FROM documents
		 WHERE state IN ('keyword-ready', 'ready')
		   AND (state = 'ready') <> (passages = (
		     SELECT count(*) FROM vectors JOIN spaces ON spaces.id = vectors.space_id
		      WHERE vectors.document_id = documents.id AND spaces.state = 'active'))`)
	return collect(rows, err, scanInt64)
}

// forgetVectors takes passages off the list of those that have a vector.
func forgetVectors(ctx context.Context, tx *sql.Tx, passages []int64) error {
	list, err := jsonList(passages)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM vectors WHERE passage_id IN (SELECT value FROM json_each(?))`, list)
	return err
}
