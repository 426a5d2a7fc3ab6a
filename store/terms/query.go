package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mostTerms bounds a query: a pasted page is a question too, and each term costs a walk through its passages.
const mostTerms = 64

// Query makes the FTS5 query for a question, whatever characters it has, in documents of some languages (ISO 639-1):
// any of its words, in the form that each of the languages gives it. The little words of the question's own language are
// left out when others remain. A word that the index may not have is looked for in its stead, see unknown and apart; without
// a vocabulary each is taken as it is. A question without words gives "".
func Query(question string, languages []string, in Vocabulary) string {
	words := content(split(norm.NFKC.String(question)))
	if len(languages) == 0 {
		languages = []string{""}
	}
	analysers := make([]*Analyser, len(languages))
	for i, lang := range languages {
		analysers[i] = New(lang)
	}
	var b strings.Builder
	seen := map[string]bool{"": true}
	add := func(term string, first bool) {
		if seen[term] || len(seen) > mostTerms {
			return
		}
		seen[term] = true
		if b.Len() > 0 {
			b.WriteString(" OR ")
		}
		// Terms have no quotation marks: see Extra.
		b.WriteString(`"` + term + `"`)
		if first {
			b.WriteString(" *") // the first of a pair
		}
	}
	for _, w := range words {
		for _, a := range analysers {
			for _, term := range a.terms(w.copy()) {
				add(term, w.pair && utf8.RuneCountInString(term) == 1)
			}
		}
		if in == nil || w.whole != "" || w.pair || len(w.parts) != 1 {
			continue
		}
		for _, term := range standIns(w.parts[0], analysers, in) {
			add(term, false)
		}
	}
	return b.String()
}

// copy is for analysers: they write into the parts.
func (w word) copy() word {
	w.parts = append([]string(nil), w.parts...)
	return w
}

// content leaves out the stop words of the language that the words seem to be in, unless nothing else is there.
func content(words []word) []word {
	stops := stopWordsOf(words)
	shouted := true // all in capitals: then capitals mean nothing
	for _, w := range words {
		for _, part := range w.parts {
			shouted = shouted && strings.IndexFunc(part, unicode.IsLower) < 0
		}
	}
	var kept []word
	for i, w := range words {
		name := i > 0 && !shouted && abbreviation(w)
		if w.whole != "" || w.pair || len(w.parts) != 1 || name || !stops[lower(w.parts[0])] {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return words
	}
	return kept
}

// abbreviation reports whether a word is one in capitals, such as WHO, IT or the A of vitamin A.
func abbreviation(w word) bool {
	return len(w.parts) == 1 && !capitals[w.parts[0]] && w.parts[0] == strings.ToUpper(w.parts[0]) &&
		strings.IndexFunc(w.parts[0], unicode.IsLetter) >= 0
}

// capitals are always or often written in capitals and still no names: the pronoun, the words of other search engines.
var capitals = map[string]bool{"I": true, "AND": true, "OR": true, "NOT": true}
