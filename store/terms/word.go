package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a stretch of text that belongs together.
type word struct {
	whole string   // of a name with parts, such as num_ctx; "" when the word has one part only
	parts []string // in the case of the text
	pair  bool     // the parts are pairs of characters of a script without blanks
}

// split finds the words of a text in NFKC.
func split(text string) []word {
	words := make([]word, 0, len(text)/6)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !starts(r) {
			i += size
			continue
		}
		if dense(r) {
			end := denseEnd(text, i)
			words = append(words, word{parts: pairs(text[i:end]), pair: true})
			i = end
			continue
		}
		end, plain := wordEnd(text, i)
		if plain {
			words = append(words, word{parts: []string{text[i:end]}})
		} else if w := compound(text[i:end]); len(w.parts) > 0 {
			words = append(words, w)
		}
		i = end
	}
	return words
}

// starts reports whether a word can begin with r.
func starts(r rune) bool { return r == '_' || letter(r) }

// letter reports whether r stands in a word.
func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// wordEnd finds the end of the word that begins at i. A plain one consists of letters of one case and digits.
func wordEnd(text string, i int) (end int, plain bool) {
	plain = true
	var previous rune
	start := i
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case letter(r) && !dense(r):
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				plain = false
			}
		case r == '_' || invisible(r):
			plain = false
		case joins(previous, r, text[i+size:]):
			plain = false
		default:
			suffix := sign(text[start:i], text[i:])
			return i + suffix, plain && suffix == 0
		}
		previous = r
		i += size
	}
	return i, plain
}

// joins reports whether r holds a name, a number or a word together: os.path, 3.14, 3,14, l'eau.
func joins(previous, r rune, rest string) bool {
	switch {
	case r == ',':
		next, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsDigit(previous) && unicode.IsDigit(next)
	case r == '.' || apostrophe(r):
		return letter(previous) && followed(rest)
	}
	return false
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' || r == '`' }

// invisible reports whether r stands inside words without being seen, such as a soft hyphen.
func invisible(r rune) bool { return r > utf8.RuneSelf && unicode.Is(unicode.Cf, r) }

func followed(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return letter(r) && !dense(r)
}

// sign is the length of the ++ or # that belongs to the word before it: C++, F#.
func sign(before, rest string) int {
	n := 0
	switch {
	case strings.HasPrefix(rest, "++"):
		n = 2
	case strings.HasPrefix(rest, "#") && len(before) <= 2:
		n = 1
	}
	if n == 0 || strings.ContainsAny(before, "_.,'") || followed(rest[n:]) {
		return 0
	}
	return n
}

// compound takes apart a word that is not plain.
func compound(text string) word {
	text = strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		if apostrophe(r) {
			return '\''
		}
		return r
	}, text)
	if core := strings.TrimRight(text, "+#"); core != text {
		return word{whole: text, parts: []string{core}}
	}
	if strings.Contains(text, "'") {
		return elided(text)
	}
	var parts []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '_' || r == '.' || r == ',' }) {
		parts = append(parts, humps(part)...)
	}
	if len(parts) == 1 && parts[0] == text || len(parts) == 0 {
		return word{parts: parts}
	}
	// A comma is a decimal point in half of the world. No one looks for 3 or 14 who asks for 3.14; 1,2 may be a list.
	whole := strings.ReplaceAll(text, ",", ".")
	if strings.Trim(text, ".0123456789") == "" {
		return word{parts: []string{whole}}
	}
	return word{whole: whole, parts: parts}
}

// elided drops what stands before or after an apostrophe without a meaning of its own: l'eau, student's.
func elided(text string) word {
	pieces := strings.Split(text, "'")
	var parts []string
	for i, piece := range pieces {
		n := utf8.RuneCountInString(piece)
		last := i == len(pieces)-1
		if n == 0 || n <= 2 && !(last && n == 2 && !contractions[strings.ToLower(piece)]) {
			continue
		}
		parts = append(parts, compound(piece).parts...)
	}
	if len(parts) == 0 {
		parts = []string{strings.ReplaceAll(text, "'", "")}
	}
	return word{parts: parts}
}

var contractions = map[string]bool{"ll": true, "re": true, "ve": true}

// humps parts a name where a capital follows a small letter: getElementById. Pieces of one letter are no words (iPhone).
func humps(name string) []string {
	var parts []string
	start := 0
	var previous rune
	for i, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(previous) {
			parts = append(parts, name[start:i])
			start = i
		}
		previous = r
	}
	parts = append(parts, name[start:])
	for _, part := range parts {
		if utf8.RuneCountInString(part) < 2 {
			return []string{name}
		}
	}
	return parts
}
