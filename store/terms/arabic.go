package terms

import (
	"strings"
	"unicode/utf8"
)

// arabic takes off the article, 'and' and the commonest endings, as the light stemmers for Arabic do (Larkey, Ballesteros and
// Connell); two letters stay at least.
func arabic(word string) string {
	word = fold(word)
	if rest, ok := strings.CutPrefix(word, "و"); ok && utf8.RuneCountInString(rest) > 2 {
		word = rest
	}
	for _, prefix := range []string{"بال", "كال", "فال", "ال", "لل"} {
		if rest, ok := strings.CutPrefix(word, prefix); ok && utf8.RuneCountInString(rest) >= 2 {
			word = rest
			break
		}
	}
	for _, suffix := range []string{"ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي"} {
		if rest, ok := strings.CutSuffix(word, suffix); ok && utf8.RuneCountInString(rest) >= 2 {
			word = rest
		}
	}
	return word
}
