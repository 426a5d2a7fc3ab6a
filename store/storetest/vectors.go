package storetest

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/store"
)

// Embed is an embedder without a model: each word has a direction of its own, so texts are near when they share words.
func Embed(text string, dim int) []float32 {
	sum := make([]float64, dim)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		seed := fnv.New64a()
		seed.Write([]byte(strings.Trim(word, ".,;:!?()\"'")))
		random := rand.New(rand.NewPCG(seed.Sum64(), 1))
		for i := range sum {
			sum[i] += random.NormFloat64()
		}
	}
	var norm float64
	for _, x := range sum {
		norm += x * x
	}
	vector := make([]float32, dim)
	vector[0] = 1 // what a text without words keeps
	if norm > 0 {
		for i, x := range sum {
			vector[i] = float32(x / math.Sqrt(norm))
		}
	}
	return vector
}

// EmbedAll gives every pending passage its vector by Embed and returns the space, which is active when it is the first.
func EmbedAll(t testing.TB, s *store.Store, dim int) store.Space {
	t.Helper()
	space, err := s.EnsureSpace(t.Context(), "storetest", dim)
	if err != nil {
		t.Fatal(err)
	}
	for {
		pending, err := s.Pending(t.Context(), space.RowID, 0, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(pending) == 0 {
			return space
		}
		var vectors []store.Vector
		for _, p := range pending {
			text := p.Title + "\n" + p.Heading + "\n" + p.Text
			vectors = append(vectors, store.Vector{Passage: p.RowID, InputHash: p.InputHash, Values: Embed(text, dim)})
		}
		if err := s.PutVectors(t.Context(), space.RowID, vectors); err != nil {
			t.Fatal(err)
		}
	}
}
