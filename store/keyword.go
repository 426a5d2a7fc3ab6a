package store

import (
	"context"
	"database/sql"

	"ibid/store/terms"
)

// KeywordQuery is a search for the passages that share words with a question.
type KeywordQuery struct {
	Modules   []int64    // nil = all; a module that is about to be removed never counts
	Documents []int64    // nil = all; an empty list finds nothing
	Text      string     // the question as it was asked, any characters
	Limit     int        // most hits
	Weights   [3]float64 // of title, heading and text; all zero = DefaultWeights
}

// DefaultWeights count a word of the heading three times.
var DefaultWeights = [3]float64{1, 3, 1}

// Keyword finds passages by BM25. A question without words finds nothing.
func (s *Store) Keyword(ctx context.Context, q KeywordQuery) ([]Hit, error) {
	if q.Weights == [3]float64{} {
		q.Weights = DefaultWeights
	}
	var hits []Hit
	err := s.read(ctx, func(tx *sql.Tx) error {
		in, err := searchedModules(ctx, tx, q.Modules)
		if err != nil {
			return err
		}
		known := &vocabulary{ctx: ctx, tx: tx}
		match := terms.Query(q.Text, in.languages, known)
		if known.err != nil {
			return known.err
		}
		if match == "" || q.Limit <= 0 {
			return nil
		}
		hits, err = searchWords(ctx, tx, match, in.modules, q)
		return err
	})
	return hits, wrap("keyword search", err)
}

// searched is where a search looks.
type searched struct {
	modules   []int64 // nil = everywhere
	languages []string
}

// searchedModules narrows a filter to the modules that are not about to be removed, and finds the languages of their documents.
func searchedModules(ctx context.Context, tx *sql.Tx, filter []int64) (searched, error) {
	list, err := scope(filter)
	if err != nil {
		return searched{}, err
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT id FROM modules WHERE remove_at = 0 AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`, list)
	in := searched{modules: []int64{}}
	found, err := collect(rows, err, scanInt64)
	if err != nil {
		return searched{}, err
	}
	in.modules = append(in.modules, found...)
	if list, err = scope(in.modules); err != nil {
		return searched{}, err
	}
	rows, err = tx.QueryContext(ctx, `
		SELECT DISTINCT lang FROM documents WHERE passages > 0 AND module_id IN (SELECT value FROM json_each(?)) ORDER BY lang`, list)
	if in.languages, err = collect(rows, err, scanString); err != nil {
		return searched{}, err
	}
	var all int
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM modules`).Scan(&all)
	if all == len(in.modules) {
		in.modules = nil // nothing to hide
	}
	return in, err
}

// searchWords runs a query of the word index. A filter is a set of rows that is made once, as the index of words knows no
// modules: looking at each hit's passage reads its text too, which took longer than the search. The + keeps SQLite from
// searching anew for each row of the set.
func searchWords(ctx context.Context, tx *sql.Tx, match string, modules []int64, q KeywordQuery) ([]Hit, error) {
	inModules, err := scope(modules)
	if err != nil {
		return nil, err
	}
	inDocuments, err := scope(q.Documents)
	if err != nil {
		return nil, err
	}
	if inModules == nil && inDocuments == nil {
		rows, err := tx.QueryContext(ctx, `
			SELECT rowid, -bm25(passage_fts, ?, ?, ?) AS score
			  FROM passage_fts
			 WHERE passage_fts MATCH ?
			 ORDER BY score DESC, rowid
			 LIMIT ?`, q.Weights[0], q.Weights[1], q.Weights[2], match, q.Limit)
		return collect(rows, err, scanHit)
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT rowid, -bm25(passage_fts, ?1, ?2, ?3) AS score
		  FROM passage_fts
		 WHERE passage_fts MATCH ?4
		   AND +rowid IN (
		     SELECT passages.id
		       FROM documents CROSS JOIN passages ON passages.document_id = documents.id
		      WHERE (?5 IS NULL OR documents.module_id IN (SELECT value FROM json_each(?5)))
		        AND (?6 IS NULL OR documents.id IN (SELECT value FROM json_each(?6))))
		 ORDER BY score DESC, rowid
		 LIMIT ?7`, q.Weights[0], q.Weights[1], q.Weights[2], match, inModules, inDocuments, q.Limit)
	return collect(rows, err, scanHit)
}

// passageTerms is what the word index keeps of a passage.
type passageTerms struct {
	title, heading, text string
}

func analyse(doc Document, passages []Passage) []passageTerms {
	analyser := terms.New(doc.Lang)
	title := analyser.Index(doc.Title)
	all := make([]passageTerms, len(passages))
	for i, p := range passages {
		all[i] = passageTerms{title: title, heading: analyser.Index(p.Heading), text: analyser.Index(p.Text)}
	}
	return all
}
