package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// vectorTable is the vec0 table of a space and a module. One for each: a removed module's vectors go with the whole
// table, and a search in one module cannot meet another's. Its name is made of numbers only.
type vectorTable struct {
	space, module, generation int64
	filled, live              int64
}

const vectorTableColumns = `vector_tables.space_id, vector_tables.module_id, vector_tables.generation, vector_tables.filled, vector_tables.live`

func scanVectorTable(row scanner) (vectorTable, error) {
	var t vectorTable
	err := row.Scan(&t.space, &t.module, &t.generation, &t.filled, &t.live)
	return t, err
}

func (t vectorTable) name() string {
	return fmt.Sprintf("vec_%d_%d_%d", t.space, t.module, t.generation)
}

// chunkSize is the number of vectors in one blob of a vec0 table.
const chunkSize = 256

func (t vectorTable) create(ctx context.Context, tx *sql.Tx, dim int) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(
		`CREATE VIRTUAL TABLE %s USING vec0 (embedding float[%d] distance_metric=cosine, chunk_size=%d)`, t.name(), dim, chunkSize))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO vector_tables (space_id, module_id, generation, filled, live) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET generation = excluded.generation, filled = excluded.filled, live = excluded.live`,
		t.space, t.module, t.generation, t.filled, t.live)
	return err
}

func (t vectorTable) drop(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DROP TABLE `+t.name()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM vector_tables WHERE space_id = ? AND module_id = ? AND generation = ?`,
		t.space, t.module, t.generation)
	return err
}

// tableFor finds the table of a space and module, or makes it.
func tableFor(ctx context.Context, tx *sql.Tx, space, module int64, dim int) (vectorTable, error) {
	t, err := scanVectorTable(tx.QueryRowContext(ctx, `
		SELECT `+vectorTableColumns+` FROM vector_tables WHERE space_id = ? AND module_id = ?`, space, module))
	if errors.Is(err, sql.ErrNoRows) {
		t = vectorTable{space: space, module: module}
		err = t.create(ctx, tx, dim)
	}
	return t, err
}

// tablesOf lists the tables of a module, one a space.
func tablesOf(ctx context.Context, tx *sql.Tx, module int64) ([]vectorTable, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+vectorTableColumns+` FROM vector_tables WHERE module_id = ?`, module)
	return collect(rows, err, scanVectorTable)
}

// dropVectors removes the vectors of passages of one module in every space. vec0 leaves the bytes of a deleted vector
// in its chunk: they are overwritten first.
func dropVectors(ctx context.Context, tx *sql.Tx, module int64, passages []int64) error {
	if len(passages) == 0 {
		return nil
	}
	list, err := jsonList(passages)
	if err != nil {
		return err
	}
	tables, err := tablesOf(ctx, tx, module)
	if err != nil {
		return err
	}
	for _, t := range tables {
		rows, err := tx.QueryContext(ctx, `
			SELECT passage_id FROM vectors WHERE space_id = ? AND passage_id IN (SELECT value FROM json_each(?))`, t.space, list)
		present, err := collect(rows, err, scanInt64)
		if err != nil {
			return err
		}
		if err := t.delete(ctx, tx, present); err != nil {
			return err
		}
		if err := t.shrink(ctx, tx); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM vectors WHERE passage_id IN (SELECT value FROM json_each(?))`, list)
	return err
}

// delete overwrites vectors with zeros and then deletes them.
func (t *vectorTable) delete(ctx context.Context, tx *sql.Tx, rows []int64) error {
	if len(rows) == 0 {
		return nil
	}
	zero, err := tx.PrepareContext(ctx, `
		UPDATE `+t.name()+` SET embedding = zeroblob((SELECT 4 * dim FROM spaces WHERE id = ?)) WHERE rowid = ?`)
	if err != nil {
		return err
	}
	defer zero.Close()
	remove, err := tx.PrepareContext(ctx, `DELETE FROM `+t.name()+` WHERE rowid = ?`)
	if err != nil {
		return err
	}
	defer remove.Close()
	for _, row := range rows {
		if _, err := zero.ExecContext(ctx, t.space, row); err != nil {
			return err
		}
		if _, err := remove.ExecContext(ctx, row); err != nil {
			return err
		}
	}
	t.live -= int64(len(rows))
	return t.count(ctx, tx)
}

// count keeps how many slots and vectors the table has.
func (t *vectorTable) count(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE vector_tables SET filled = ?, live = ? WHERE space_id = ? AND module_id = ?`,
		t.filled, t.live, t.space, t.module)
	return err
}

// shrink copies the vectors to a new table when more than half of the slots are dead: vec0 fills none of them again, and
// every search reads them.
func (t vectorTable) shrink(ctx context.Context, tx *sql.Tx) error {
	if t.live == 0 {
		return t.drop(ctx, tx)
	}
	if t.filled <= chunkSize || 2*t.live >= t.filled {
		return nil
	}
	return t.rewrite(ctx, tx)
}

// rewrite copies the vectors to a new table, which takes the place of this one.
func (t vectorTable) rewrite(ctx context.Context, tx *sql.Tx) error {
	var dim int
	if err := tx.QueryRowContext(ctx, `SELECT dim FROM spaces WHERE id = ?`, t.space).Scan(&dim); err != nil {
		return err
	}
	compact := vectorTable{space: t.space, module: t.module, generation: t.generation + 1, filled: t.live, live: t.live}
	if err := compact.create(ctx, tx, dim); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO `+compact.name()+` (rowid, embedding) SELECT rowid, embedding FROM `+t.name())
	if err != nil {
		return err
	}
	return t.drop(ctx, tx)
}
