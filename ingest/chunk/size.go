package chunk

import (
	"unicode"
	"unicode/utf8"
)

// size is how long a text is in several ways.
type size struct {
	words  int // of scripts without blanks, two characters count as one
	tokens int // estimate, high rather than low
	runes  int
}

func (a size) plus(b size) size {
	return size{a.words + b.words, a.tokens + b.tokens, a.runes + b.runes}
}

// fits reports whether a passage may be that long.
func (a size) fits(maxTok int) bool {
	return a.words <= maxWords && a.tokens <= maxTok && a.runes <= maxRunes
}

// measure counts words and estimates tokens by classes of characters: SentencePiece vocabularies of many languages give a token
// for about five letters of a Latin word and for each sign, and not quite one for each Han character.
func measure(s string) size {
	var z size
	tenths := 0   // of a token
	run := 0      // letters of the word so far
	vowels := 0   // of these
	switches := 0 // from small to capital letters in it
	odd := false  // it has a letter that few words have
	digits := 0
	wide := 0
	end := func() {
		if run > 0 {
			if odd || run > 30 || run >= 5 && (vowels*6 < run || switches > 1) {
				tenths += 10 * run // no word that the vocabulary knows
			} else {
				tenths += 10 + (run-1)*10/5
			}
			z.words++
		} else if digits > 0 {
			z.words++
		}
		tenths += (digits*10 + 1) / 2
		run, vowels, switches, odd, digits = 0, 0, 0, false, 0
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		z.runes++
		switch {
		case r < utf8.RuneSelf:
			switch {
			case r|0x20 >= 'a' && r|0x20 <= 'z':
				if digits > 0 {
					end()
				}
				if r < 'a' && run > 0 && s[i-2] >= 'a' {
					switches++
				}
				switch r | 0x20 {
				case 'a', 'e', 'i', 'o', 'u', 'y':
					vowels++
				}
				run++
			case r >= '0' && r <= '9':
				if run > 0 {
					end()
				}
				digits++
			case r == ' ' || r == '\n' || r == '\t':
				end()
			default:
				end()
				tenths += 10
			}
		case wideScript(r):
			end()
			wide++
			tenths += 8
		case unicode.IsSpace(r):
			end()
		case unicode.IsLetter(r), unicode.IsMark(r):
			run++
			vowels++ // of other letters it is not known
			odd = odd || transcribes(r)
			if r >= 0x0370 {
				tenths += 2 // other alphabets have fewer whole words in the vocabulary
			}
		default:
			end()
			tenths += 15
		}
	}
	end()
	z.words += (wide + 1) / 2
	z.tokens = (tenths + 9) / 10
	return z
}

// transcribes reports Latin letters of which other languages are transcribed, and marks; the vocabulary has few words with them.
func transcribes(r rune) bool {
	return r >= 0x0180 && r <= 0x036f && r != 'ơ' && r != 'ư' && r != 'ș' && r != 'ț' || r >= 0x1e00 && r < 0x1ea0
}

// wideScript reports scripts that write words without blanks.
func wideScript(r rune) bool {
	return r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef) ||
		r >= 0x0e00 && r <= 0x0eff || r >= 0x1000 && r <= 0x109f || r >= 0x1780 && r <= 0x17ff
}
