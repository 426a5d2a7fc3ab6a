package ask

import (
	"context"
	"errors"
	"sync"
	"time"

	"ibid/store"
)

const (
	listLength = 100 // of each search: the two lists together hold nearly every right place
	rerankMost = 60  // passages that are looked at word by word
)

// keywordWeights are those of title, heading and text in BM25: a heading says what its section is about.
var keywordWeights = [3]float64{1.5, 3, 1}

// retrieve searches by words and by meaning at the same time, fuses, ranks and drops what says the same. It fails only when
// both searches do.
func (e *Engine) retrieve(ctx context.Context, sc scope, q Query, out *Found) (*question, []candidate, error) {
	quest := newQuestion(out.Standalone, q.Question)
	if len(sc.rows) == 0 || sc.documents != nil && len(sc.documents) == 0 {
		return quest, nil, ctx.Err()
	}
	var (
		wg         sync.WaitGroup
		meaning    []store.Hit
		meaningErr error
		stages     Stages
	)
	wg.Go(func() { meaning, stages.Embed, stages.Vector, meaningErr = e.byMeaning(ctx, sc, quest) })
	begin := time.Now()
	keyword, keywordErr := e.byWords(ctx, sc, quest)
	words := time.Since(begin)
	wg.Wait()
	stages.Keyword = words
	out.Stages = stages
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if keywordErr != nil && (meaningErr != nil || meaning == nil) {
		return nil, nil, errors.Join(keywordErr, meaningErr)
	}
	out.Degraded, out.WordsOff = errors.Join(keywordErr, meaningErr), keywordErr != nil

	begin = time.Now()
	fused := fuse(keyword, meaning, q.Fusion)
	fused = fused[:min(len(fused), rerankMost)]
	out.Stages.Fuse = time.Since(begin)

	begin = time.Now()
	ranked, err := e.rank(ctx, sc, quest, fused, q.Fusion)
	out.Stages.Rerank = time.Since(begin)
	return quest, ranked, err
}

// byWords searches with BM25.
func (e *Engine) byWords(ctx context.Context, sc scope, q *question) ([]store.Hit, error) {
	return e.Store.Keyword(ctx, store.KeywordQuery{
		Modules: sc.rows, Documents: sc.documents, Text: q.text, Limit: listLength, Weights: keywordWeights,
	})
}

// errOtherSpace says that the vectors are those of a model that is not there any more, and new ones are still to come.
var errOtherSpace = errors.New("the vectors that are searched are those of another embedder")

// errNoVectors says that there are passages, but none can be found by its meaning yet.
var errNoVectors = errors.New("there are no vectors to search")

// byMeaning embeds the question and searches the vectors of the same embedder. Without an embedder, or where there is
// nothing to search, it returns nothing and no error.
func (e *Engine) byMeaning(ctx context.Context, sc scope, q *question) (hits []store.Hit, embed, search time.Duration, err error) {
	if e.Embedder == nil {
		return nil, 0, 0, nil
	}
	begin := time.Now()
	space, err := e.Store.ActiveSpace(ctx)
	if errors.Is(err, store.ErrNotFound) {
		if sc.counted.Passages > 0 {
			return nil, 0, 0, errNoVectors
		}
		return nil, 0, 0, nil
	}
	if err != nil {
		return nil, 0, 0, err
	}
	identity, _, err := e.Embedder.Identity(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	if identity != space.Identity {
		return nil, 0, 0, errOtherSpace
	}
	vector, err := e.Embedder.EmbedQuery(ctx, q.text)
	embed = time.Since(begin)
	if err != nil {
		return nil, embed, 0, err
	}
	q.vector, q.fitted = vector, isFitted(identity)
	begin = time.Now()
	hits, err = e.Store.Nearest(ctx, space.RowID, store.KNN{
		Modules: sc.rows, Documents: sc.documents, Query: vector, Limit: listLength,
	})
	for _, h := range hits {
		q.cosines = append(q.cosines, h.Score)
	}
	return hits, embed, time.Since(begin), err
}
