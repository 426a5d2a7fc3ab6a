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
		modules, err := scope(q.Modules)
		if err != nil {
			return err
		}
		documents, err := scope(q.Documents)
		if err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, `
			SELECT DISTINCT lang
			  FROM documents JOIN modules ON modules.id = documents.module_id
			 WHERE documents.passages > 0 AND modules.remove_at = 0
			   AND (?1 IS NULL OR module_id IN (SELECT value FROM json_each(?1)))`, modules)
		languages, err := collect(rows, err, scanString)
		if err != nil {
			return err
		}
		match := terms.Query(q.Text, languages)
		if match == "" || q.Limit <= 0 {
			return nil
		}
		rows, err = tx.QueryContext(ctx, `
			SELECT passage_fts.rowid, -bm25(passage_fts, ?1, ?2, ?3) AS score
			  FROM passage_fts
			  JOIN passages ON passages.id = passage_fts.rowid
			 WHERE passage_fts MATCH ?4
			   AND passages.module_id IN (
			     SELECT id FROM modules WHERE remove_at = 0 AND (?5 IS NULL OR id IN (SELECT value FROM json_each(?5))))
			   AND (?6 IS NULL OR passages.document_id IN (SELECT value FROM json_each(?6)))
			 ORDER BY score DESC, passage_fts.rowid
			 LIMIT ?7`,
			q.Weights[0], q.Weights[1], q.Weights[2], match, modules, documents, q.Limit)
		hits, err = collect(rows, err, scanHit)
		return err
	})
	return hits, wrap("keyword search", err)
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
