// Package terms turns text into the terms of the word index and a question into a query for it.
package terms

import (
	"strings"
	"unicode"
)

// Analyser makes the terms of texts in one language.
type Analyser struct{ lang string }

// New returns an analyser for a language (ISO 639-1, "" = unknown).
func New(lang string) *Analyser { return &Analyser{lang: lang} }

// Index returns the terms of a text, separated by blanks.
func (a *Analyser) Index(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// Query makes the FTS5 query for a question in documents of some languages; "" when it has no words.
func Query(question string, languages []string) string {
	words := strings.Fields(New("").Index(question))
	if len(words) == 0 {
		return ""
	}
	return `"` + strings.Join(words, `" OR "`) + `"`
}
