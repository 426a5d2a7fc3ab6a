package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// SpaceState says whether a space is searched.
type SpaceState string

// The states of a space.
const (
	Building SpaceState = "building" // fills up beside the active one
	Active   SpaceState = "active"   // the one that is searched
)

// Space is an embedding space: all vectors of one embedder. Vectors of two spaces never meet.
type Space struct {
	RowID    int64
	Identity string // of the embedder: model file hash, dimension and prefix
	Dim      int
	State    SpaceState
}

func scanSpace(row scanner) (Space, error) {
	var s Space
	err := row.Scan(&s.RowID, &s.Identity, &s.Dim, &s.State)
	return s, err
}

// EnsureSpace finds the space of an embedder or makes it. The first one is active at once; a later one is built beside
// the active one until ActivateSpace, and takes the place of another that was being built.
func (s *Store) EnsureSpace(ctx context.Context, identity string, dim int) (Space, error) {
	var space Space
	err := s.write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT id, identity, dim, state FROM spaces`)
		spaces, err := collect(rows, err, scanSpace)
		if err != nil {
			return err
		}
		state := Active
		for _, old := range spaces {
			switch {
			case old.Identity == identity && old.Dim == dim:
				space = old
				return nil
			case old.Identity == identity:
				return fmt.Errorf("space %q has %d dimensions, not %d", identity, old.Dim, dim)
			case old.State == Active:
				state = Building
			}
		}
		for _, old := range spaces {
			if old.State == Building {
				if err := dropSpace(ctx, tx, old.RowID); err != nil {
					return err
				}
			}
		}
		space, err = scanSpace(tx.QueryRowContext(ctx, `
			INSERT INTO spaces (identity, dim, state) VALUES (?, ?, ?) RETURNING id, identity, dim, state`, identity, dim, state))
		return err
	})
	return space, wrap("ensure space", err)
}

// ActiveSpace is the space that is searched; ErrNotFound before the first one.
func (s *Store) ActiveSpace(ctx context.Context) (Space, error) {
	space, err := scanSpace(s.reader.QueryRowContext(ctx, `SELECT id, identity, dim, state FROM spaces WHERE state = 'active'`))
	return space, wrap("active space", err)
}

// ActivateSpace makes a space the one that is searched and drops all others.
func (s *Store) ActivateSpace(ctx context.Context, row int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT id FROM spaces WHERE id <> ?`, row)
		others, err := collect(rows, err, scanInt64)
		if err != nil {
			return err
		}
		for _, other := range others {
			if err := dropSpace(ctx, tx, other); err != nil {
				return err
			}
		}
		if err := changed(tx.ExecContext(ctx, `UPDATE spaces SET state = 'active' WHERE id = ?`, row)); err != nil {
			return err
		}
		rows, err = tx.QueryContext(ctx, `SELECT id FROM documents WHERE state IN ('keyword-ready', 'ready')`)
		documents, err := collect(rows, err, scanInt64)
		for _, document := range documents {
			err = errors.Join(err, settleState(ctx, tx, document))
		}
		return err
	})
	return wrap("activate space", err)
}

func dropSpace(ctx context.Context, tx *sql.Tx, space int64) error {
	if err := erase(ctx, tx, false); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT `+vectorTableColumns+` FROM vector_tables WHERE space_id = ?`, space)
	tables, err := collect(rows, err, scanVectorTable)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := table.drop(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM vectors WHERE space_id = ?`, space); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM spaces WHERE id = ?`, space)
	return err
}
