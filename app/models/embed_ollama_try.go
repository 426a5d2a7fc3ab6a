package models

import (
	"context"
	"fmt"
	"math"
)

// unalike are pairs of words that no embedder may take for the same. Models whose tokenizer does not know accents turn each
// word that has one into the same unknown mark.
var unalike = [][2]string{
	{"Größe", "Übung"},
	{"élève", "théorème"},
	{"memory", "elephant"},
}

// sameVector is the cosine from which two vectors count as one. Different words are far below it in every fit model, even in
// those that put all texts near each other.
const sameVector = 0.9999

// try embeds a few words and gives the dimension of the vectors.
func (e *OllamaEmbedder) try(ctx context.Context) (dim int, err error) {
	var words []string
	for _, pair := range unalike {
		words = append(words, e.style.passage+pair[0], e.style.passage+pair[1])
	}
	vectors, err := e.request(ctx, words, embedPatience)
	if err != nil {
		return 0, err
	}
	for i, pair := range unalike {
		a, b := vectors[2*i], vectors[2*i+1]
		dot := 0.0
		for j := range a {
			dot += float64(a[j]) * float64(b[j])
		}
		if dot/math.Sqrt(norm2(a)*norm2(b)) > sameVector {
			return 0, e.ollama.fail(ErrUnfitVectors, e.model, fmt.Sprintf("%s and %s are the same to it", pair[0], pair[1]))
		}
	}
	return len(vectors[0]), nil
}
