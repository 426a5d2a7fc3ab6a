package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unknown stands for a glyph to which the file gives no character. Browsers print ligatures so: "flexible" loses its "fl".
const unknown = '\ufffd'

// mend guesses ligatures inside words from the letters around them and leaves out other unknown glyphs. In code a glyph without
// a character may be any operator: nothing is made up there, the words on both sides stay apart.
func mend(word string, mono bool) string {
	if !strings.ContainsRune(word, unknown) {
		return word
	}
	if mono {
		return strings.TrimSpace(strings.ReplaceAll(word, string(unknown), " "))
	}
	in := []rune(word)
	if 3*strings.Count(word, string(unknown)) > len(in) && len(in) > 3 {
		return strings.ReplaceAll(word, string(unknown), "")
	}
	var sb strings.Builder
	for i, c := range in {
		if c != unknown {
			sb.WriteRune(c)
			continue
		}
		before := i > 0 && unicode.IsLetter(in[i-1])
		if after := i+1 < len(in) && unicode.IsLetter(in[i+1]); after && (i == 0 || before) {
			sb.WriteString(ligature(string(in[i+1:])))
		}
	}
	return sb.String()
}

// ligature chooses between the two common ones by what follows in English and German words: fi before consonants ("first"), fl
// before vowels ("flat"), e decides by its next letter ("field", "flexible").
func ligature(rest string) string {
	next, n := utf8.DecodeRuneInString(strings.ToLower(rest))
	if next == 'e' {
		after, _ := utf8.DecodeRuneInString(strings.ToLower(rest[n:]))
		if strings.ContainsRune("xceta", after) || !unicode.IsLetter(after) || strings.HasPrefix(strings.ToLower(rest), "esh") {
			return "fl"
		}
		return "fi"
	}
	if strings.ContainsRune("aouyiäöü", next) {
		return "fl"
	}
	return "fi"
}
