package terms

import (
	"unicode"
	"unicode/utf8"
)

// denseScripts are written without blanks between words, or, as Korean, with endings that hide the word: pairs of
// characters find more in them than words.
var denseScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// dense reports whether r is of such a script.
func dense(r rune) bool {
	const first = '\u0E00' // Thai is the lowest of them
	return r >= first && (unicode.In(r, denseScripts...) || r == 'ー') && letter(r)
}

func denseEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !dense(r) {
			break
		}
		i += size
	}
	return i
}

// pairs are the overlapping pairs of characters of a run; a single character is itself.
func pairs(run string) []string {
	_, first := utf8.DecodeRuneInString(run)
	if first == len(run) {
		return []string{run}
	}
	var all []string
	start, middle := 0, first
	for middle < len(run) {
		_, size := utf8.DecodeRuneInString(run[middle:])
		all = append(all, run[start:middle+size])
		start, middle = middle, middle+size
	}
	return all
}
