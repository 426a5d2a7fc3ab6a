package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"
)

// VectorsOf returns the vectors that passages have in a space; those that have none are not in the map.
func (s *Store) VectorsOf(ctx context.Context, space int64, passages []int64) (map[int64][]float32, error) {
	list, err := jsonList(passages)
	if err != nil {
		return nil, wrap("vectors of passages", err)
	}
	out := make(map[int64][]float32, len(passages))
	err = s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `
			SELECT `+vectorTableColumns+` FROM vector_tables
			 WHERE space_id = ? AND module_id IN (
			   SELECT module_id FROM passages WHERE id IN (SELECT value FROM json_each(?)))`, space, list)
		tables, err := collect(rows, err, scanVectorTable)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if err := t.collect(ctx, tx, passages, out); err != nil {
				return err
			}
		}
		return nil
	})
	return out, wrap("vectors of passages", err)
}

// collect reads one vector after the other: vec0 looks a row up quickly, but reads all of them for a list of rows.
func (t vectorTable) collect(ctx context.Context, tx *sql.Tx, passages []int64, into map[int64][]float32) error {
	get, err := tx.PrepareContext(ctx, `SELECT embedding FROM `+t.name()+` WHERE rowid = ?`)
	if err != nil {
		return err
	}
	defer get.Close()
	for _, row := range passages {
		var blob []byte
		err := get.QueryRowContext(ctx, row).Scan(&blob)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		vector := make([]float32, len(blob)/4)
		for i := range vector {
			vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(blob[4*i:]))
		}
		into[row] = vector
	}
	return nil
}
