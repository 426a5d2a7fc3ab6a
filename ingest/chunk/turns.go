package chunk

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Where a topic turns, what is said after has few words of what was said before. Lexical cohesion sees that at once and in any
// language (M. Hearst, TextTiling, 1997): words that are common in the whole transcript count little, their endings not at all.
// Of 35 questions about transcripts BM25 found .83 of the places in its first five with these figures, .77 with a weight of 0 or .15,
// .80 with .6, .77 with 40 or 120 words; the right place was first for .34, without turns for .40, which are two questions.
const (
	turnWords  = 70  // compared on each side: about half a minute of speech
	turnWeight = 0.3 // what a clear turn is worth to a border, in the measure of cueEnd
	stemRunes  = 6   // of a word; what follows is mostly its ending
)

// turns says for each piece how clearly the topic turns before it, from 0 to 1.
func (s *splitter) turns(pieces []piece) []float64 {
	numbers := map[string]int{}
	terms := make([][]int, len(pieces))
	var weight []float64
	for i, p := range pieces {
		for _, t := range termsOf(s.page.Text[p.From:p.To]) {
			n, known := numbers[t]
			if !known {
				n = len(weight)
				numbers[t], weight = n, append(weight, 0)
			}
			terms[i] = append(terms[i], n)
			weight[n]++
		}
	}
	for n := range weight {
		weight[n] = math.Log(1 + float64(len(pieces))/weight[n])
	}
	before, after := newWindow(weight), newWindow(weight)
	alike := make([]float64, len(pieces))
	for i := 1; i < len(pieces); i++ {
		for j, n := i-1, 0; j >= 0 && n < turnWords; j-- {
			n += before.add(terms[j])
		}
		for j, n := i, 0; j < len(pieces) && n < turnWords; j++ {
			n += after.add(terms[j])
		}
		alike[i] = before.cosine(after)
		before.empty()
		after.empty()
	}
	return depths(alike)
}

// window counts the terms on one side of a border. It adds up in the order of the text, so that the result is always the same.
type window struct {
	weight, sum []float64 // by term
	terms       []int     // those that it has
}

func newWindow(weight []float64) *window {
	return &window{weight: weight, sum: make([]float64, len(weight))}
}

// add counts the terms of a piece and says how many they are; one that has none takes room too.
func (w *window) add(terms []int) int {
	for _, t := range terms {
		if w.sum[t] == 0 {
			w.terms = append(w.terms, t)
		}
		w.sum[t] += w.weight[t]
	}
	return max(len(terms), 1)
}

func (w *window) empty() {
	for _, t := range w.terms {
		w.sum[t] = 0
	}
	w.terms = w.terms[:0]
}

func (w *window) cosine(v *window) float64 {
	dot, ww, vv := 0.0, 0.0, 0.0
	for _, t := range w.terms {
		dot += w.sum[t] * v.sum[t]
		ww += w.sum[t] * w.sum[t]
	}
	for _, t := range v.terms {
		vv += v.sum[t] * v.sum[t]
	}
	if ww == 0 || vv == 0 {
		return 0
	}
	return dot / math.Sqrt(ww*vv)
}

// depths says how deep each valley of a curve is below the hills on both sides of it, from 0 for the usual one to 1.
func depths(alike []float64) []float64 {
	out := make([]float64, len(alike))
	sum, squares, valleys := 0.0, 0.0, 0.0
	for i := 1; i < len(alike); i++ {
		if i > 1 && alike[i-1] < alike[i] || i+1 < len(alike) && alike[i+1] <= alike[i] {
			continue
		}
		left, right := i, i
		for left > 1 && alike[left-1] >= alike[left] {
			left--
		}
		for right+1 < len(alike) && alike[right+1] >= alike[right] {
			right++
		}
		out[i] = alike[left] + alike[right] - 2*alike[i]
		sum, squares, valleys = sum+out[i], squares+out[i]*out[i], valleys+1
	}
	if valleys == 0 {
		return out
	}
	mean := sum / valleys
	spread := math.Sqrt(max(squares/valleys-mean*mean, 0))
	for i, d := range out {
		if spread == 0 {
			out[i] = 0
			continue
		}
		out[i] = min(max((d-mean)/(2*spread), 0), 1)
	}
	return out
}

// termsOf are the words of a text that may tell its topic, without their endings; pairs of characters where a script has no blanks.
func termsOf(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
		runes := []rune(word)
		if len(runes) > 1 && wideScript(runes[0]) {
			for i := range runes[1:] {
				out = append(out, string(runes[i:i+2]))
			}
			continue
		}
		if utf8.RuneCountInString(word) >= 3 {
			out = append(out, string(runes[:min(len(runes), stemRunes)]))
		}
	}
	return out
}
