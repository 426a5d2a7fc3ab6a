package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// guess picks the old encoding whose reading of raw looks most like writing. UTF-8 that is only damaged in places stays UTF-8.
func guess(raw []byte) encoding.Encoding {
	sample := raw[:min(len(raw), headSize)]
	if mostlyUTF8(sample) {
		return encoding.Nop
	}
	best, bestScore := encoding.Encoding(charmap.Windows1252), -1.0
	for _, e := range []encoding.Encoding{
		charmap.Windows1252, simplifiedchinese.GB18030, japanese.ShiftJIS, japanese.EUCJP, traditionalchinese.Big5, korean.EUCKR,
		charmap.Windows1251, charmap.KOI8R, charmap.CodePage866, charmap.Windows1253, charmap.Windows1250,
	} {
		if s := likeness(decodeWith(e, sample)); s > bestScore {
			best, bestScore = e, s
		}
	}
	return best
}

func mostlyUTF8(b []byte) bool {
	good, bad := 0, 0
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			bad++
		} else if n > 1 {
			good++
		}
		b = b[n:]
	}
	return good > 4*bad
}

// likeness is between 0 and 1: how much the characters beyond ASCII follow each other as in real writing. A letter counts when
// its neighbours are of its script and case; signs and replacement characters count against.
func likeness(s string) float64 {
	var score float64
	n := 0
	prev := rune(' ')
	runes := []rune(s)
	for i, r := range runes {
		next := rune(' ')
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		if r >= 0x80 {
			n++
			score += runeLikeness(prev, r, next)
		}
		prev = r
	}
	if n == 0 {
		return 0
	}
	return score / float64(n)
}

func runeLikeness(prev, r, next rune) float64 {
	switch {
	case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Co, r):
		return -3
	case r >= 0x4e00 && r <= 0x9fa5: // the common Han; rare ones are what a wrong decoding gives
		return 0.9
	case r >= 0x3040 && r <= 0x30ff, r >= 0xac00 && r <= 0xd7a3:
		return 1
	case r >= 0x3000 && r <= 0x303f, r >= 0xff01 && r <= 0xff5e:
		return 0.8
	case r >= 0xff61 && r <= 0xff9f: // half-width kana: nearly always a wrong decoding
		return -0.5
	case unicode.IsLetter(r):
		// An upper-case letter right behind a lower-case one, or a lone foreign letter, is what a wrong code page gives.
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			return -0.5
		}
		if unicode.In(r, unicode.Cyrillic, unicode.Greek) {
			same := func(x rune) bool { return unicode.In(x, unicode.Cyrillic, unicode.Greek) }
			if same(prev) || same(next) {
				return 0.95
			}
			return 0.2
		}
		if unicode.Is(unicode.Latin, r) {
			if prev < 0x80 && unicode.IsLetter(prev) || next < 0x80 && unicode.IsLetter(next) {
				return 0.97
			}
			return 0.3
		}
		return 0
	case strings.ContainsRune("–—‘’“”„…€°§«»·•©®™±×÷½¼¾¿¡\u00a0№", r):
		return 0.85
	}
	return -0.2
}
