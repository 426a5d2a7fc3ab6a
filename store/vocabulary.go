package store

import (
	"context"
	"database/sql"
	"errors"
)

// vocabulary is that of the word index. It keeps the first error and knows nothing from then on.
type vocabulary struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

// Has implements terms.Vocabulary.
func (v *vocabulary) Has(term string) bool {
	if v.err != nil {
		return false
	}
	var passages int
	err := v.tx.QueryRowContext(v.ctx, `SELECT doc FROM temp.vocabulary WHERE term = ?`, term).Scan(&passages)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		v.err = err
	}
	return err == nil
}

// Between implements terms.Vocabulary.
func (v *vocabulary) Between(from, to string) []string {
	if v.err != nil {
		return nil
	}
	rows, err := v.tx.QueryContext(v.ctx, `SELECT term FROM temp.vocabulary WHERE term >= ? AND term < ?`, from, to)
	all, err := collect(rows, err, scanString)
	v.err = err
	return all
}
