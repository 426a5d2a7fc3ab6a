package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lower is strings.ToLower with the forms that only differ by their place in a word made one.
func lower(s string) string {
	s = strings.ToLower(s)
	if ascii(s) {
		return s
	}
	return oneForm.Replace(s)
}

var oneForm = strings.NewReplacer("ß", "ss", "ς", "σ")

// fold takes the accents off letters whose readers look for them without. In other scripts (Devanagari, Bengali ...) marks
// are vowels and stay.
func fold(s string) string {
	if ascii(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	bare := false // the last letter is one whose marks go
	for _, r := range norm.NFD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			if !bare {
				b.WriteRune(r)
			}
			continue
		}
		bare = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
		if plain, ok := strokes[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// strokes are letters with a sign that Unicode does not take off.
var strokes = map[rune]string{
	'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'æ': "ae", 'œ': "oe", 'ı': "i", 'ħ': "h",
	'ة': "ه", 'ى': "ي", 'ـ': "", // Arabic: two letters often written for each other, and a mere stretch
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
