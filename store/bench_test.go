package store_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

const benchDim = 384 // of multilingual-e5-small

// synthetic is a store with passages of 150 words of a Zipf distribution, in four modules with documents of 100 passages.
type synthetic struct {
	*store.Store
	space  store.Space
	random *rand.Rand
	zipf   *rand.Zipf
}

var syllables = strings.Fields("ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan bre cli dro flu gra")

func (s *synthetic) word(n uint64) string {
	var b strings.Builder
	for {
		b.WriteString(syllables[n%uint64(len(syllables))])
		if n /= uint64(len(syllables)); n == 0 {
			return b.String()
		}
	}
}

func (s *synthetic) text(words int) string {
	all := make([]string, words)
	for i := range all {
		all[i] = s.word(s.zipf.Uint64())
	}
	return strings.Join(all, " ")
}

func (s *synthetic) vector() []float32 {
	values := make([]float32, benchDim)
	var norm float64
	for i := range values {
		x := s.random.NormFloat64()
		values[i] = float32(x)
		norm += x * x
	}
	for i := range values {
		values[i] /= float32(math.Sqrt(norm))
	}
	return values
}

func newSynthetic(b testing.TB, passages int, vectors bool) *synthetic {
	b.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	s := &synthetic{Store: storetest.Open(b), random: random, zipf: rand.NewZipf(random, 1.1, 4, 30_000)}
	var err error
	if s.space, err = s.EnsureSpace(b.Context(), "bench", benchDim); err != nil {
		b.Fatal(err)
	}
	modules := make([]store.Module, 4)
	for i := range modules {
		modules[i] = storetest.Module(b, s.Store, fmt.Sprintf("Module %d", i))
	}
	for i := range passages / 100 {
		doc := storetest.Document(b, s.Store, modules[i%len(modules)], store.Document{Path: fmt.Sprintf("%d.pdf", i)}, s.texts(100)...)
		if !vectors {
			continue
		}
		var all []store.Vector
		for _, p := range storetest.Passages(b, s.Store, doc) {
			all = append(all, store.Vector{Passage: p.RowID, Values: s.vector()})
		}
		if err := s.PutVectors(b.Context(), s.space.RowID, all); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func (s *synthetic) texts(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s.text(150)
	}
	return all
}

func sizes(b *testing.B) []int {
	if testing.Short() {
		return []int{10_000}
	}
	return []int{10_000, 100_000}
}

func BenchmarkKeyword(b *testing.B) {
	for _, n := range sizes(b) {
		s := newSynthetic(b, n, false)
		for _, words := range []int{2, 8} {
			b.Run(fmt.Sprintf("%d/words=%d", n, words), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Keyword(b.Context(), store.KeywordQuery{Text: s.text(words), Limit: 100}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("%d/words=8/one module", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Keyword(b.Context(), store.KeywordQuery{Modules: []int64{1}, Text: s.text(8), Limit: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNearest(b *testing.B) {
	for _, n := range sizes(b) {
		s := newSynthetic(b, n, true)
		for name, modules := range map[string][]int64{"all": nil, "one module": {1}} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Nearest(b.Context(), s.space.RowID, store.KNN{Modules: modules, Query: s.vector(), Limit: 100}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkWriteContent(b *testing.B) {
	s := newSynthetic(b, 1000, false)
	m := storetest.Module(b, s.Store, "Written")
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		texts := s.texts(500)
		b.StartTimer()
		storetest.Document(b, s.Store, m, store.Document{Path: fmt.Sprint(i)}, texts...)
	}
}

func BenchmarkRemoveModule(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		s := newSynthetic(b, 8_000, true)
		b.StartTimer()
		if err := s.RemoveModule(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRemoveDocument(b *testing.B) {
	s := newSynthetic(b, 10_000, true)
	documents, err := s.Documents(b.Context(), 1)
	if err != nil {
		b.Fatal(err)
	}
	doc := store.Document{Path: documents[0].Path}
	m, err := s.ModuleByRow(b.Context(), 1)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		written := storetest.Document(b, s.Store, m, doc, s.texts(100)...)
		b.StartTimer()
		storetest.Remove(b, s.Store, m, written)
	}
}
