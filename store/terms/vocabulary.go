package terms

import (
	"strings"
	"unicode/utf8"
)

// Vocabulary is what an index has.
type Vocabulary interface {
	// Has reports whether a term is in it.
	Has(term string) bool
	// Between returns the terms from one to before another, in the order of their bytes.
	Between(from, to string) []string
}

const (
	leastSlip = 5 // letters of a word that is looked for with a slip of the keyboard: shorter ones are too near each other
	leastPart = 4 // letters of a part of a compound
)

// standIns returns further terms for a word of a question: the parts of a compound and, when the index does not have the word
// in any of the languages, the terms that differ from it by one slip.
func standIns(word string, analysers []*Analyser, in Vocabulary) []string {
	var parts, slips []string
	known := false
	for _, a := range analysers {
		if compounding[a.lang] {
			parts = append(parts, a.apart(fold(lower(word)), in)...)
		}
		known = known || in.Has(a.term(word, false))
	}
	if !known {
		for _, a := range analysers {
			slips = append(slips, slipsOf(a.term(word, false), in)...)
		}
	}
	return append(parts, slips...)
}

// compounding are the languages that write compounds as one word and have rules here.
var compounding = map[string]bool{"de": true}

// links are what German puts between the parts of a compound.
var links = []string{"", "s", "n", "en", "es", "er", "e"}

// apart finds the two words of the index that a compound consists of, and returns their terms; the last part is the longest
// that is known. Compounds in the texts stay whole: taking those apart as well found nothing more.
func (a *Analyser) apart(word string, in Vocabulary) []string {
	if len(word) < 2*leastPart || len(word) > longest || strings.ContainsAny(word, "0123456789") {
		return nil
	}
	for i := leastPart; i <= len(word)-leastPart; i++ {
		if !utf8.RuneStart(word[i]) {
			continue
		}
		last := a.term(word[i:], false)
		if !in.Has(last) {
			continue
		}
		for _, link := range links {
			first, ok := strings.CutSuffix(word[:i], link)
			if !ok || len(first) < leastPart {
				continue
			}
			if first = a.term(first, false); in.Has(first) {
				return []string{first, last}
			}
		}
	}
	return nil
}

// slipsOf finds the terms of the index that differ from one by a letter added, left out, exchanged or swapped with the next.
// The first letter is seldom the wrong one.
func slipsOf(term string, in Vocabulary) []string {
	letters := []rune(term)
	if len(letters) < leastSlip || strings.ContainsAny(term, "0123456789") {
		return nil
	}
	var out []string
	for _, other := range in.Between(string(letters[0]), string(letters[0]+1)) {
		if oneSlip(letters, []rune(other)) {
			out = append(out, other)
		}
	}
	return out
}

// oneSlip reports whether two different words differ by one slip: what is left of them between a common beginning and a common
// end is a letter, or two that are swapped.
func oneSlip(a, b []rune) bool {
	if d := len(a) - len(b); d < -1 || d > 1 {
		return false
	}
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	i, j := len(a), len(b)
	for i > from && j > from && a[i-1] == b[j-1] {
		i, j = i-1, j-1
	}
	i, j = i-from, j-from
	return i <= 1 && j <= 1 || i == 2 && j == 2 && a[from] == b[from+1] && a[from+1] == b[from]
}
