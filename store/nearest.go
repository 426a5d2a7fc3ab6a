package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// KNN is a search for the passages whose vectors are nearest to Query.
type KNN struct {
	Modules   []int64 // nil = all; a module that is about to be removed never counts
	Documents []int64 // nil = all; an empty list finds nothing
	Query     []float32
	Limit     int
}

// maxNeighbours is the most that vec0 returns from one table.
const maxNeighbours = 4096

// Nearest finds the passages nearest to a vector in a space; Score is the cosine similarity.
func (s *Store) Nearest(ctx context.Context, space int64, q KNN) ([]Hit, error) {
	var hits []Hit
	err := s.read(ctx, func(tx *sql.Tx) error {
		sp, err := spaceByRow(ctx, tx, space)
		if err != nil {
			return err
		}
		query, err := sp.serialize(q.Query)
		if err != nil {
			return err
		}
		tables, err := searchedTables(ctx, tx, space, q.Modules)
		if err != nil {
			return err
		}
		for _, table := range tables {
			some, err := table.nearest(ctx, tx, query, q.Documents, min(q.Limit, maxNeighbours))
			if err != nil {
				return err
			}
			hits = append(hits, some...)
		}
		return nil
	})
	if err != nil {
		return nil, wrap("nearest", err)
	}
	slices.SortFunc(hits, byScore)
	return hits[:min(len(hits), max(q.Limit, 0))], nil
}

// byScore puts the best first; equal ones stay in the order they were read.
func byScore(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Passage, b.Passage))
}

func searchedTables(ctx context.Context, tx *sql.Tx, space int64, modules []int64) ([]vectorTable, error) {
	list, err := scope(modules)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT `+vectorTableColumns+`
		  FROM vector_tables JOIN modules ON modules.id = vector_tables.module_id
		 WHERE space_id = ?1 AND modules.remove_at = 0 AND (?2 IS NULL OR module_id IN (SELECT value FROM json_each(?2)))`, space, list)
	return collect(rows, err, scanVectorTable)
}

func (t vectorTable) nearest(ctx context.Context, tx *sql.Tx, query []byte, documents []int64, limit int) ([]Hit, error) {
	if limit <= 0 {
		return nil, nil
	}
	list, err := scope(documents)
	if err != nil {
		return nil, err
	}
	if list == nil {
		rows, err := tx.QueryContext(ctx, `
			SELECT rowid, 1 - distance FROM `+t.name()+` WHERE embedding MATCH ? AND k = ?`, query, limit)
		return collect(rows, err, scanHit)
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT rowid, 1 - distance FROM `+t.name()+`
		 WHERE embedding MATCH ? AND k = ?
		   AND rowid IN (SELECT id FROM passages WHERE document_id IN (SELECT value FROM json_each(?)))`, query, limit, list)
	return collect(rows, err, scanHit)
}

func scanHit(row scanner) (Hit, error) {
	var h Hit
	err := row.Scan(&h.Passage, &h.Score)
	return h, err
}

// scope makes a filter's parameter: nil for no filter, else the list as JSON.
func scope(rows []int64) (any, error) {
	if rows == nil {
		return nil, nil
	}
	return jsonList(rows)
}
