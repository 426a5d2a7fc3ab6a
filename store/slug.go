package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// slug keeps the letters and digits of a name, lower case and without accents, with a dash for what is between them.
func slug(name string) string {
	const longest = 40 // runes; it stands in links
	var b strings.Builder
	dash, n := false, 0
	for _, r := range norm.NFKD.String(strings.ReplaceAll(strings.ToLower(name), "ß", "ss")) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if n >= longest {
				return norm.NFC.String(b.String())
			}
			if dash && n > 0 {
				b.WriteByte('-')
				n++
			}
			b.WriteRune(r)
			n++
			dash = false
		case unicode.IsMark(r):
		default:
			dash = true
		}
	}
	if n == 0 {
		return "module"
	}
	return norm.NFC.String(b.String())
}
