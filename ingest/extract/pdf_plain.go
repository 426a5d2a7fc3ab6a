package extract

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// legible returns a character as a student would type it: ligatures taken apart, mathematical letters as letters, glyphs of symbol
// fonts as the sign they show, "" for what has no meaning.
func legible(c rune, symbolFont bool) string {
	switch {
	case c < 0x20 || c == 0x7f || c >= 0x80 && c < 0xa0:
		return ""
	case c < 0x7f:
		return string(c)
	case c >= 0xfb00 && c <= 0xfb06, // Latin ligatures
		c >= 0xfb50 && c <= 0xfdff || c >= 0xfe70 && c <= 0xfefc,     // Arabic presentation forms
		c >= 0x1d400 && c <= 0x1d7ff || c >= 0x1ee00 && c <= 0x1eeff, // mathematical letters
		c == 0x2102 || c == 0x210a || c >= 0x210b && c <= 0x2115,     // the letter-like ones that the block leaves out
		c >= 0x2118 && c <= 0x211d, c >= 0x2124 && c <= 0x2134 && c != 0x2126:
		return norm.NFKC.String(string(c))
	case c >= 0xe000 && c <= 0xf8ff:
		return private(c, symbolFont)
	case c == 0xad: // soft hyphen: PDFs show it as a hyphen at the end of a line
		return "-"
	case c == 0x2010 || c == 0x2011:
		return "-"
	case c >= 0xfdd0 && c <= 0xfdef || c&0xfffe == 0xfffe || c >= 0xf0000:
		return ""
	case unicode.Is(unicode.Cf, c) && c != 0x200c && c != 0x200d:
		return ""
	}
	return string(c)
}

// Signs of the fonts Symbol and Wingdings, which Office writes into the private use area at U+F000.
var privateSigns = map[rune]string{
	0xf0b7: "•", 0xf0a7: "▪", 0xf0d8: "➢", 0xf0fc: "✓", 0xf076: "❖", 0xf0a8: "◻", 0xf06e: "■", 0xf06c: "●", 0xf071: "❑", 0xf0e8: "➔",
	0xf0e0: "→", 0xf0df: "←", 0xf0ae: "→", 0xf0de: "⇒", 0xf0ac: "←", 0xf0ab: "↔", 0xf0b3: "≥", 0xf0a3: "≤", 0xf0b9: "≠", 0xf0bb: "≈",
	0xf0b4: "×", 0xf0b1: "±", 0xf0a5: "∞", 0xf0ce: "∈", 0xf0e5: "∑", 0xf0f2: "∫", 0xf0d5: "∏", 0xf0d6: "√", 0xf0b6: "∂", 0xf0d1: "∇",
	0xf0c7: "∩", 0xf0c8: "∪", 0xf0cc: "⊂", 0xf0cd: "⊆", 0xf022: "∀", 0xf024: "∃", 0xf0d7: "⋅", 0xf0ba: "≡", 0xf0bc: "…",
}

// Operators of TeX's font of large signs, whose codes are those of letters.
var operators = map[rune]string{
	'P': "∑", 'X': "∑", 'Q': "∏", 'Y': "∏", 'R': "∫", 'Z': "∫", 'S': "∪", '[': "∪", 'T': "∩", '\\': "∩",
}

func private(c rune, symbolFont bool) string {
	if s := privateSigns[c]; s != "" {
		return s
	}
	if c < 0xf020 || c > 0xf0ff {
		return ""
	}
	low := c - 0xf000
	if symbolFont && low >= 'A' && low <= 'z' {
		return string(symbolSigns[low-0x20])
	}
	if low < 0x7f {
		return string(low)
	}
	return ""
}

// Accents that old fonts print as characters of their own, beside the letter they belong to, and the marks they stand for.
var accents = map[rune]rune{'´': 0x301, '`': 0x300, '¨': 0x308, 'ˆ': 0x302, '˜': 0x303, 'ˇ': 0x30c, '˘': 0x306, '˚': 0x30a, '¸': 0x327, '˝': 0x30b, '¯': 0x304, '˙': 0x307}

// compose returns NFC, with separate accents put on the letter they
// belong to: the one that follows ("¨u" is ü), or else the one before.
func compose(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < 0x80
	}
	if ascii {
		return s
	}
	if strings.ContainsAny(s, "´¨ˆ˜ˇ˘˚¸˝¯˙") {
		s = joinAccents(s)
	}
	return norm.NFC.String(s)
}

func joinAccents(s string) string {
	in := []rune(s)
	out := make([]rune, 0, len(in))
	for i := 0; i < len(in); i++ {
		mark := accents[in[i]]
		switch {
		case mark == 0 || in[i] == '`':
			out = append(out, in[i])
		case mark == 0x327 && len(out) > 0 && strings.ContainsRune("cCsStT", out[len(out)-1]):
			out = append(out, mark)
		case i+1 < len(in) && in[i+1] == 'ı' && composes('i', mark):
			out = append(out, 'i', mark)
			i++
		case i+1 < len(in) && composes(in[i+1], mark):
			out = append(out, in[i+1], mark)
			i++
		case len(out) > 0 && composes(out[len(out)-1], mark):
			out = append(out, mark)
		default:
			out = append(out, in[i])
		}
	}
	return string(out)
}

// composes reports whether letter and mark make one letter.
func composes(letter, mark rune) bool {
	return unicode.IsLetter(letter) && len([]rune(norm.NFC.String(string([]rune{letter, mark})))) == 1
}
