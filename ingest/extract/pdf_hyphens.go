package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// divided reports whether the hyphen at the end of a line is there because the word was too long for it.
func divided(end, next string) bool {
	if !strings.HasSuffix(end, "-") || len(end) < 2 {
		return false
	}
	stem := strings.TrimSuffix(end, "-")
	last, _ := utf8.DecodeLastRuneInString(stem)
	first, _ := utf8.DecodeRuneInString(next)
	if !unicode.IsLetter(last) || !unicode.IsLower(first) || strings.Contains(stem, "-") {
		return false
	}
	switch strings.TrimRight(next, ",.;:") {
	case "und", "oder", "bzw", "sowie", "and", "or", "to", "y", "et", "e":
		return false
	}
	return !compounds[strings.ToLower(stem)]
}

// compounds are first parts of words that keep their hyphen.
var compounds = map[string]bool{"well": true, "self": true, "high": true, "low": true, "long": true, "short": true, "half": true, "cross": true, "so": true, "ill": true, "real": true, "two": true, "three": true}

// compound reports whether a word goes on after its hyphen: "state-of-the-" and "art", "Markov-" and "Kette".
func compound(end, next string) bool {
	stem := strings.TrimSuffix(end, "-")
	last, _ := utf8.DecodeLastRuneInString(stem)
	first, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(first) && (strings.Contains(stem, "-") || compounds[strings.ToLower(stem)]) {
		return true
	}
	return unicode.IsLetter(last) && unicode.IsUpper(first) || unicode.IsDigit(first) && unicode.IsLetter(last)
}

// unspaced reports whether two words are of a script that has no blanks.
func unspaced(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return ideographic(last) && ideographic(first)
}

func ideographic(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) || c >= 0x3000 && c <= 0x303f || c >= 0xff00 && c <= 0xff65
}
