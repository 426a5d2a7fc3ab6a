package alike_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/store/alike"
)

// vary changes a share of the words of a text.
func vary(r *rand.Rand, words []string, share float64) string {
	out := append([]string(nil), words...)
	for i := range out {
		if r.Float64() < share {
			out[i] = out[i] + "x"
		}
	}
	return strings.Join(out, " ")
}

// TestFinderFindsNearlyAll: of the pairs that comparing all with all would find, LSH misses next to none.
func TestFinderFindsNearlyAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var f alike.Finder
	var prints []alike.Print
	pairs, missed := 0, 0
	for i := range 600 {
		words := make([]string, 30+r.IntN(100))
		for j := range words {
			words[j] = fmt.Sprintf("w%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26))
		}
		for range 2 {
			p := alike.PrintOf(vary(r, words, 0.08*float64(i%2)))
			found := map[int64]bool{}
			for _, c := range f.Candidates(p) {
				found[c.ID] = true
			}
			for j, q := range prints {
				if p.Share(q) > 0 {
					pairs++
					if !found[int64(j)] {
						missed++
					}
				}
			}
			f.Add(int64(len(prints)), p)
			prints = append(prints, p)
		}
	}
	if pairs < 300 || float64(missed) > 0.01*float64(pairs) {
		t.Errorf("%d of %d pairs are missed", missed, pairs)
	}
}

func TestFinderSame(t *testing.T) {
	var f alike.Finder
	if _, ok := f.Same(alike.PrintOf("x")); ok || f.Candidates(alike.PrintOf(long)) != nil {
		t.Error("found among nothing")
	}
	f.Add(7, alike.PrintOf("What is the Largest Number?"))
	f.Add(8, alike.PrintOf("what is the largest number"))
	f.Add(9, alike.PrintOf("—"))
	if id, ok := f.Same(alike.PrintOf("What is the largest number")); !ok || id != 7 {
		t.Errorf("%d, %v: not the first", id, ok)
	}
	if _, ok := f.Same(alike.PrintOf("…")); ok {
		t.Error("passages without words are the same")
	}
}

// TestFinderTemplate: of a template that thousands of passages are made from only some are compared.
func TestFinderTemplate(t *testing.T) {
	var f alike.Finder
	p := alike.PrintOf(long)
	for i := range 5000 {
		f.Add(int64(i), p)
	}
	if found := f.Candidates(p); len(found) < 10 || len(found) > 100 {
		t.Errorf("%d passages are compared", len(found))
	}
}

// BenchmarkFinder100k finds copies among 100,000 passages that are made of real text: each third one nearly says what an earlier one does. On one
// core it takes 8 s.
func BenchmarkFinder100k(b *testing.B) {
	texts := generated(b, 100_000)
	for b.Loop() {
		var f alike.Finder
		candidates := 0
		for i, text := range texts {
			p := alike.PrintOf(text)
			if _, ok := f.Same(p); ok {
				continue
			}
			if found := f.Candidates(p); len(found) > 0 {
				candidates++
				continue
			}
			f.Add(int64(i), p)
		}
		b.ReportMetric(float64(candidates), "candidates")
	}
}

// generated makes n passages of 80 to 200 words out of the words of a text of the project, as they follow each other there.
func generated(b *testing.B, n int) []string {
	text, err := os.ReadFile(filepath.Join("..", "..", "build", "sample", "How memory works", "Reading - Why we forget.html"))
	if err != nil {
		b.Fatal(err)
	}
	words := strings.Fields(string(text))
	follow := map[string][]string{}
	for i := 1; i < len(words); i++ {
		follow[words[i-1]] = append(follow[words[i-1]], words[i])
	}
	r := rand.New(rand.NewPCG(3, 4))
	out := make([]string, 0, n)
	for len(out) < n {
		if len(out)%3 == 2 {
			out = append(out, vary(r, strings.Fields(out[r.IntN(len(out))]), 0.03))
			continue
		}
		word := words[r.IntN(len(words))]
		passage := make([]string, 80+r.IntN(120))
		for i := range passage {
			passage[i] = word
			if next := follow[word]; len(next) > 0 && r.IntN(8) > 0 {
				word = next[r.IntN(len(next))]
			} else {
				word = words[r.IntN(len(words))]
			}
		}
		out = append(out, strings.Join(passage, " "))
	}
	return out
}
