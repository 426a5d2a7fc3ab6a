package ask

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// A question is what is looked for, taken apart once.
type question struct {
	text        string // stands alone
	lang        string // of the question as it was asked
	terms       []term // its content words
	weight      float64
	wantsNumber bool
	vector      []float32 // nil without an embedder
	cosines     []float64 // of the nearest passages, best first
	fitted      bool      // the cosines are of the model that the borders were fitted to
}

// A term is a content word of a question.
type term struct {
	stem   string
	form   string   // as it was asked, folded
	spelt  string   // as it was asked, in lower case
	like   []string // stems of the material that this one is taken for, where it is not in the material itself
	absent float64  // how far it is missing in the material: 0 for not at all, 1/2 when something like it is there
	weight float64  // how much it tells: the rarer in what was found, the more
	added  bool     // from the question before
	// foreign: a rare word that is nowhere in the material, nor anything like it
	foreign bool
}

const addedWeight = 0.5 // of a word that comes from the question before

func newQuestion(standalone, asked string) *question {
	q := &question{text: standalone, lang: guessLanguage(asked), wantsNumber: asksForNumber(asked)}
	own := map[string]bool{}
	for _, w := range wordsOf(asked, q.lang) {
		own[w.stem] = true
	}
	seen := map[string]bool{}
	all := askedWords(standalone, q.lang)
	for _, w := range all {
		if !w.stop && !seen[w.stem] {
			seen[w.stem] = true
			q.terms = append(q.terms, term{stem: w.stem, form: fold(standalone[w.From:w.To]), spelt: strings.ToLower(standalone[w.From:w.To]), weight: 1, added: !own[w.stem]})
		}
	}
	if len(q.terms) == 0 { // "what is it?": its small words are all there is
		for _, w := range all {
			if !seen[w.stem] {
				seen[w.stem] = true
				q.terms = append(q.terms, term{stem: w.stem, form: fold(standalone[w.From:w.To]), spelt: strings.ToLower(standalone[w.From:w.To]), weight: 1})
			}
		}
	}
	q.sum()
	return q
}

func (q *question) sum() {
	q.weight = 0
	for _, t := range q.terms {
		q.weight += t.weight
	}
}

// weigh sets the weights of the terms by how many of the texts that were found hold them, and looks for what a word that none
// of them holds may have been meant as.
func (q *question) weigh(bags []map[string]bool, vocabulary func() map[string]string, l lexicon) {
	for i := range q.terms {
		t := &q.terms[i]
		n := q.count(bags, *t)
		if n == 0 {
			slips, compounds := similar(t.form, vocabulary())
			t.like, t.absent = append(slips, compounds...), 1
			switch n = q.count(bags, *t); {
			case len(slips) > 0:
				t.absent = 0.25
			case len(compounds) > 0, isHan(firstRune(t.form)), l.elsewhere(t.form), l.pieces(t.spelt) == 1:
				t.absent = 0.5 // a pair of Chinese characters may be no word
			default:
				t.foreign = l.pieces(t.spelt) > wholePieces(q.lang) // without its accents it would be a rare one
			}
		}
		t.weight = math.Log(1 + (float64(len(bags))+1)/(float64(n)+1))
		if t.added {
			t.weight *= addedWeight
		}
	}
	q.sum()
}

// wholePieces is the number of pieces up to which a word of a language counts as one of everyday language: German words carry
// endings and are joined.
func wholePieces(lang string) int {
	if lang == "de" {
		return 2
	}
	return 1
}

func (q *question) count(bags []map[string]bool, t term) int {
	n := 0
	for _, b := range bags {
		if q.holds(b, t) {
			n++
		}
	}
	return n
}

// holds says whether a set of stems holds a term or what it is taken for.
func (q *question) holds(bag map[string]bool, t term) bool {
	if bag[t.stem] {
		return true
	}
	for _, l := range t.like {
		if bag[l] {
			return true
		}
	}
	return false
}

// covered is the weighted share of the question's terms that a set of stems holds.
func (q *question) covered(bag map[string]bool) float64 {
	if q.weight == 0 {
		return 0
	}
	sum := 0.0
	for _, t := range q.terms {
		if q.holds(bag, t) {
			sum += t.weight
		}
	}
	return sum / q.weight
}

// spans are the places of a text that hold words of the question; words that stand together are one span.
func (q *question) spans(text, lang string) []store.Span {
	want := map[string]bool{}
	for _, t := range q.terms {
		want[t.stem] = true
		for _, l := range t.like {
			want[l] = true
		}
	}
	var out []store.Span
	for _, w := range wordsOf(text, lang) {
		if !want[w.stem] {
			continue
		}
		if n := len(out); n > 0 && (w.From <= out[n-1].To || strings.TrimSpace(text[out[n-1].To:w.From]) == "") {
			out[n-1].To = max(out[n-1].To, w.To)
			continue
		}
		out = append(out, w.Span)
	}
	return out
}

// similar finds what a word that the material does not have may stand for: words that differ by a slip of the keyboard, and longer
// words that contain it, as German joins them. vocabulary has the stem of each word of the material.
func similar(word string, vocabulary map[string]string) (slips, compounds []string) {
	n := utf8.RuneCountInString(word)
	if n < 4 || isDigit(word[0]) {
		return nil, nil
	}
	most := 1
	if n >= 8 {
		most = 2
	}
	best := most
	seen := map[string]int{}
	for w, s := range vocabulary {
		if n >= 6 && len(w) > len(word)+1 && strings.Contains(w, word) {
			compounds = append(compounds, s)
			continue
		}
		if d := utf8.RuneCountInString(w) - n; d > most || d < -most || firstRune(w) != firstRune(word) {
			continue // the first letter is seldom the wrong one
		}
		d := slip(word, w, most)
		if d > best || n == 4 && !sameLetters(word, w) {
			continue
		}
		if d < best {
			best, seen = d, map[string]int{}
		}
		seen[s] = d
	}
	for s := range seen {
		slips = append(slips, s)
	}
	slices.Sort(slips)
	slices.Sort(compounds)
	return slips, slices.Compact(compounds)
}

func sameLetters(a, b string) bool {
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// slip is the number of letters added, left out, exchanged or swapped with the next, or most+1 when it is more than most.
func slip(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		low := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			low = min(low, row[j])
		}
		if low > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// numberAsked are the beginnings of questions whose answer is a number or a time.
var numberAsked = []string{
	"how many", "how much", "how long", "how far", "how often", "how big", "how large", "what percentage", "what share", "when ", "which year",
	"wie viel", "wieviel", "wie lang", "wie oft", "wie groß", "wie hoch", "wann ", "welchem jahr", "ab wann",
	"combien", "quand ", "cuánto", "cuánta", "cuándo", "多少", "几", "什么时候",
}

func asksForNumber(question string) bool {
	lower := strings.ToLower(question)
	for _, n := range numberAsked {
		if strings.Contains(lower, n) {
			return true
		}
	}
	return false
}
