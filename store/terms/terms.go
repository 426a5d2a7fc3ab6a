// Package terms turns text into the terms of the word index, and a question into a query for it. A term is a word in lower
// case, without accents, cut to its stem by the rules of its language; scripts without blanks become pairs of characters;
// names as programmers write them (__init__, num_ctx, C++, os.path) are kept whole beside their parts. The package is pure.
package terms

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Extra are the characters of terms beside letters, digits and marks. The tokenizer of the index has to know them.
const Extra = "_+#."

// Analyser makes the terms of texts in one language. It remembers stems and is for one goroutine.
type Analyser struct {
	lang  string
	stem  stemmer
	stems map[string]string
}

// New returns an analyser for a language (ISO 639-1); one it has no rules for, or "", keeps words as they are.
func New(lang string) *Analyser {
	return &Analyser{lang: lang, stem: stemmers[lang], stems: map[string]string{}}
}

// Index returns the terms of a text in its order, separated by blanks.
func (a *Analyser) Index(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, w := range split(norm.NFKC.String(text)) {
		for _, term := range a.terms(w) {
			if term == "" {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(term)
		}
	}
	return b.String()
}

// longest is the greatest length of a term in bytes: what is longer is no word, but may still be looked for by pasting it.
const longest = 64

// terms returns the terms of a word: its whole where that is a name, and the stems of its parts.
func (a *Analyser) terms(w word) []string {
	if w.whole == "" && len(w.parts) == 1 {
		w.parts[0] = a.term(w.parts[0], w.pair)
		return w.parts
	}
	terms := make([]string, 0, len(w.parts)+1)
	if w.whole != "" {
		terms = append(terms, clip(fold(lower(w.whole))))
	}
	for _, part := range w.parts {
		terms = append(terms, a.term(part, w.pair))
	}
	return terms
}

// term makes the term of a part of a word.
func (a *Analyser) term(part string, pair bool) string {
	if pair {
		return part
	}
	if stem, ok := a.stems[part]; ok {
		return stem
	}
	stem := lower(part)
	if a.stem != nil && len(stem) <= longest {
		stem = a.stem(stem)
	}
	stem = clip(fold(stem))
	const enough = 20_000 // words of a book; beyond, the text is a stream of numbers or noise
	if len(a.stems) < enough {
		a.stems[part] = stem
	}
	return stem
}

// clip cuts a term to its greatest length, between characters.
func clip(term string) string {
	if len(term) <= longest {
		return term
	}
	end := 0
	for i := range term {
		if i > longest {
			break
		}
		end = i
	}
	return term[:end]
}
