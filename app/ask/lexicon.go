package ask

import (
	"context"

	"ibid/store"
)

// lexicon tells the words whose absence says something from those that any text may do without. A question about caffeine is not
// answered by material that never says caffeine; one that asks how to avoid something may well be answered without that word.
type lexicon struct {
	// elsewhere: the word, or what stands in for it, is in the material, though in nothing of what was found.
	elsewhere func(word string) bool
	// pieces: of how many the word consists in a vocabulary that was made of the texts of the web. Everyday words are one, rare
	// ones are put together. 0 when there is no such vocabulary.
	pieces func(word string) int
}

// pieceCounter is an Embedder that knows its vocabulary.
type pieceCounter interface {
	// Pieces says into how many pieces a text is cut, 0 when that cannot be told.
	Pieces(ctx context.Context, text string) int
}

// lexicon is that of a scope.
func (e *Engine) lexicon(ctx context.Context, sc scope) lexicon {
	l := lexicon{
		elsewhere: func(word string) bool {
			hits, err := e.Store.Keyword(ctx, store.KeywordQuery{Modules: sc.rows, Documents: sc.documents, Text: word, Limit: 1})
			return err != nil || len(hits) > 0 // an absence that is not sure is none
		},
		pieces: func(string) int { return 0 },
	}
	if counter, ok := e.Embedder.(pieceCounter); ok {
		l.pieces = func(word string) int { return counter.Pieces(ctx, word) }
	}
	return l
}
