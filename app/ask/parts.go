package ask

import (
	"iter"
	"math"
)

// German joins words and changes them inside: who asks for the Genauigkeit means the Treffergenauigkeit too, and überangepasst is
// not far from Überanpassung. Whole words do not meet there, runs of letters do. In English they only bring in what looks alike.
const (
	partLength = 5   // letters of a run; a shorter word is its own run
	partShare  = 0.5 // of what the score by words counts, for questions in such a language

	partSaturation = 1.2 // k1 and b of BM25
	partByLength   = 0.75
)

// joining are the languages that write compounds as one word.
var joining = map[string]bool{"de": true}

// partScores compares the candidates with a question by the runs of letters within its words: BM25 among the candidates, 0..1.
// It returns nil where that tells nothing: in other languages, and where all candidates are alike.
func (q *question) partScores(all []candidate, texts [][]word) []float64 {
	if !joining[q.lang] {
		return nil
	}
	wanted := map[string]int{} // the place of a run among the counts
	for _, t := range q.terms {
		for p := range partsOf(t.form) {
			if _, ok := wanted[p]; !ok {
				wanted[p] = len(wanted)
			}
		}
	}
	counts := make([][]float64, len(all))
	lengths := make([]float64, len(all))
	holders, total := make([]float64, len(wanted)), 0.0
	for i, c := range all {
		counts[i] = make([]float64, len(wanted))
		add := func(words []word, text string) {
			for _, w := range words {
				for p := range partsOf(fold(text[w.From:w.To])) {
					lengths[i]++
					if at, ok := wanted[p]; ok {
						counts[i][at]++
					}
				}
			}
		}
		add(texts[i], c.Passage.Text)
		add(wordsOf(c.Passage.Heading, c.Document.Lang), c.Passage.Heading)
		for at, n := range counts[i] {
			holders[at] += min(n, 1)
		}
		total += lengths[i]
	}
	scores := make([]float64, len(all))
	for i := range all {
		norm := partSaturation * (1 - partByLength + partByLength*lengths[i]*float64(len(all))/max(total, 1))
		for at, n := range counts[i] {
			rarity := math.Log(1 + (float64(len(all))-holders[at]+0.5)/(holders[at]+0.5))
			scores[i] += rarity * n * (partSaturation + 1) / (n + norm)
		}
	}
	return spread(scores)
}

// partsOf are the runs of letters of a word.
func partsOf(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(word) <= partLength {
			yield(word)
			return
		}
		for i := 0; i+partLength <= len(word); i++ {
			if !yield(word[i : i+partLength]) {
				return
			}
		}
	}
}
