package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"
)

// Vector is the embedding of a passage.
type Vector struct {
	Passage   int64  // Passage.RowID
	InputHash string // of the text that was embedded; where it is given, a passage that has another one by now is left out
	Values    []float32
}

// ErrBadVector means that an embedder returned something that cannot be compared: the wrong length, no number, only zeros.
var ErrBadVector = errors.New("not a vector of this space")

// PutVectors keeps vectors in one transaction; those of passages that are gone are left out, earlier ones are replaced.
// Documents that have all their vectors in the active space are ready. Errors: ErrBadVector, ErrNotFound for the space.
func (s *Store) PutVectors(ctx context.Context, space int64, vectors []Vector) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		sp, err := spaceByRow(ctx, tx, space)
		if err != nil {
			return err
		}
		in := newVectorWriter(sp)
		for _, v := range vectors {
			blob, err := sp.serialize(v.Values)
			if err != nil {
				return fmt.Errorf("passage %d: %w", v.Passage, err)
			}
			if err := in.put(ctx, tx, v.Passage, v.InputHash, blob); err != nil {
				return err
			}
		}
		return in.settle(ctx, tx)
	})
	return wrap("put vectors", err)
}

// ReuseVectors gives the passages of a document the vectors that passages with the same InputHash have, and returns how many
// got one.
func (s *Store) ReuseVectors(ctx context.Context, space, document int64) (int, error) {
	n := 0
	err := s.write(ctx, func(tx *sql.Tx) error {
		n = 0
		sp, err := spaceByRow(ctx, tx, space)
		if err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, `
			SELECT p.id, o.id, o.module_id
			  FROM passages AS p
			  JOIN passages AS o ON o.id = (
			    SELECT same.id FROM passages AS same JOIN vectors ON vectors.passage_id = same.id AND vectors.space_id = ?1
			     WHERE same.input_hash = p.input_hash AND same.input_hash <> '' LIMIT 1)
			 WHERE p.document_id = ?2
			   AND NOT EXISTS (SELECT 1 FROM vectors WHERE space_id = ?1 AND passage_id = p.id)`, space, document)
		type pair struct{ to, from, module int64 }
		pairs, err := collect(rows, err, func(row scanner) (pair, error) {
			var p pair
			err := row.Scan(&p.to, &p.from, &p.module)
			return p, err
		})
		if err != nil {
			return err
		}
		in := newVectorWriter(sp)
		for _, p := range pairs {
			table, err := tableFor(ctx, tx, space, p.module, sp.Dim)
			if err != nil {
				return err
			}
			var blob []byte
			err = tx.QueryRowContext(ctx, `SELECT embedding FROM `+table.name()+` WHERE rowid = ?`, p.from).Scan(&blob)
			if err != nil {
				return err
			}
			if err := in.put(ctx, tx, p.to, "", blob); err != nil {
				return err
			}
			n++
		}
		return in.settle(ctx, tx)
	})
	return n, wrap("reuse vectors", err)
}

func spaceByRow(ctx context.Context, tx *sql.Tx, row int64) (Space, error) {
	return scanSpace(tx.QueryRowContext(ctx, `SELECT id, identity, dim, state FROM spaces WHERE id = ?`, row))
}

// serialize checks a vector and makes it what vec0 keeps.
func (s Space) serialize(values []float32) ([]byte, error) {
	if len(values) != s.Dim {
		return nil, fmt.Errorf("%w: %d numbers, not %d", ErrBadVector, len(values), s.Dim)
	}
	var norm float64
	for _, x := range values {
		norm += float64(x) * float64(x)
	}
	if norm == 0 || math.IsNaN(norm) || math.IsInf(norm, 0) {
		return nil, fmt.Errorf("%w: length %g", ErrBadVector, math.Sqrt(norm))
	}
	return vec.SerializeFloat32(values)
}
