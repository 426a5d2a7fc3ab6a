package ask

import (
	"context"
	"strings"
)

// passageEmbedder is an Embedder that can also turn passages into vectors.
type passageEmbedder interface {
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
}

// unitMeaning says for each unit of texts in another language than the question how near its meaning is: 0 for the farthest of all, 1
// for the nearest. The units of the first texts go first; those beyond the limit, and all without an embedder, have none. Where
// question and text share a language the words tell as much, at a hundredth of the cost.
func (e *Engine) unitMeaning(ctx context.Context, q *question, texts []*quotable) map[*quotable][]float64 {
	embedder, ok := e.Embedder.(passageEmbedder)
	if !ok || q.vector == nil || len(texts) == 0 {
		return nil
	}
	var units []string
	whole := 0 // texts all of whose units are compared
	for _, t := range texts {
		if len(units)+len(t.units) > semanticUnits && whole > 0 {
			break
		}
		for _, u := range t.units {
			units = append(units, t.text[u.From:u.To])
		}
		whole++
	}
	vectors, err := embedder.EmbedPassages(ctx, units)
	if err != nil || len(vectors) != len(units) {
		return nil // the words alone decide
	}
	low, high := 1.0, -1.0
	cosines := make([]float64, len(units))
	for i, v := range vectors {
		cosines[i] = dot(q.vector, v)
		low, high = min(low, cosines[i]), max(high, cosines[i])
	}
	if high <= low {
		return nil
	}
	out := map[*quotable][]float64{}
	for _, t := range texts[:whole] {
		for range t.units {
			out[t] = append(out[t], (cosines[0]-low)/(high-low))
			cosines = cosines[1:]
		}
	}
	return out
}

// dot is the cosine of two vectors of length one.
func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// isFitted says whether vectors are those of the model that the borders here and in enough.go were fitted to.
func isFitted(identity string) bool { return strings.HasPrefix(identity, "multilingual-e5") }

// Cosines of e5 between a sentence and its translation lie around .9, between sentences on other matters around .8.
const (
	translated = 0.87
	akin       = 0.83
)

// check is check with the help of the embedder for answers in another language than the material.
func (a *asking) check(ctx context.Context, written string, sources []source) (string, []Sentence, []Citation, bool) {
	embedder, ok := a.Embedder.(passageEmbedder)
	if !ok || !a.question.fitted {
		return check(written, sources, a.question.lang, func(string, []word, []*cited) Support { return Partly })
	}
	return check(written, sources, a.question.lang, func(sentence string, words []word, by []*cited) Support {
		texts := []string{sentence}
		for _, c := range by {
			for _, t := range c.texts {
				for _, u := range t.units[:min(len(t.units), semanticUnits)] {
					texts = append(texts, t.text[u.From:u.To])
				}
			}
		}
		vectors, err := embedder.EmbedPassages(ctx, texts)
		if err != nil || len(vectors) != len(texts) {
			return Partly
		}
		best := 0.0
		for _, v := range vectors[1:] {
			best = max(best, dot(vectors[0], v))
		}
		for _, w := range words {
			if w.number && !holdsNumber(by, w.stem) {
				return No
			}
		}
		switch {
		case best >= translated:
			return Supported
		case best >= akin:
			return Partly
		}
		return No
	})
}

func holdsNumber(by []*cited, number string) bool {
	for _, c := range by {
		if c.bag[number] {
			return true
		}
	}
	return false
}
