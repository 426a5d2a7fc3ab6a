package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/store"
)

// A word of a text, brought to the form in which words are compared here.
type word struct {
	store.Span
	stem   string
	stop   bool // says nothing by itself
	number bool
	name   bool // written like a name: a capital inside a sentence, or capitals and digits mixed
}

// wordsOf takes a text apart: letters and digits, with the signs that belong to names of languages and grades (C++, B+, C#) and to
// identifiers. A run of a script without blanks gives its pairs of characters.
func wordsOf(text, lang string) []word {
	var out []word
	first := true // of a sentence
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case isHan(r):
			end := i + run(text[i:], isHan)
			out = append(out, pairs(text, i, end)...)
			i, first = end, false
		case isWordRune(r):
			end := i + run(text[i:], isWordRune)
			end = signs(text, i, end)
			out = append(out, newWord(text, i, end, lang, first))
			i, first = end, false
		default:
			if strings.ContainsRune(".!?:\n•“\"„", r) {
				first = true
			}
			i += n
		}
	}
	return out
}

func isWordRune(r rune) bool {
	return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '_')
}

func run(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

// signs moves the end of a word over what belongs to it: 1,000 and 3.5 are one number, C++ and B+ one name.
func signs(text string, from, end int) int {
	if isDigits(text[from:end]) {
		for end+1 < len(text) && strings.IndexByte(".,", text[end]) >= 0 && isDigit(text[end+1]) {
			end++
			for end < len(text) && isDigit(text[end]) {
				end++
			}
		}
		return end
	}
	if end-from == 1 {
		for end < len(text) && (text[end] == '+' || text[end] == '#') {
			end++
		}
	}
	return end
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func newWord(text string, from, to int, lang string, first bool) word {
	raw := text[from:to]
	w := word{Span: store.Span{From: from, To: to}}
	if isDigit(raw[0]) && strings.Trim(raw, "0123456789.,") == "" {
		w.number, w.stem = true, plainNumber(raw)
		return w
	}
	folded := fold(raw)
	// Joined to another word, as in k-means and Zwischen- und Endprüfung, a small word is part of a name.
	joined := to < len(text) && text[to] == '-' || from > 0 && text[from-1] == '-' && (from < 2 || text[from-2] != ' ')
	w.stop = !joined && (isStop(folded, lang) || utf8.RuneCountInString(folded) == 1 && raw == folded)
	w.stem = stem(folded)
	w.name = isName(raw, lang, first)
	return w
}

// isName goes by the spelling. German writes every noun with a capital, so only mixed spellings count there.
func isName(raw, lang string, first bool) bool {
	capitals, digits, letters := 0, 0, 0
	for i, r := range raw {
		switch {
		case unicode.IsUpper(r) && i > 0:
			capitals++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	start, _ := utf8.DecodeRuneInString(raw)
	if letters+capitals == 0 || letters+capitals+digits < 3 {
		return false
	}
	return capitals > 0 && unicode.IsUpper(start) || digits > 0 && unicode.IsUpper(start) ||
		lang != "de" && !first && unicode.IsUpper(start)
}

// plainNumber writes 1,000 and 1.000 as 1000 and a decimal comma as a point.
func plainNumber(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' })
	grouped := len(parts) > 1 && len(parts[0]) <= 3 && parts[0] != "0"
	for _, p := range parts[1:] {
		grouped = grouped && len(p) == 3
	}
	if grouped {
		return strings.Join(parts, "")
	}
	return strings.Join(parts, ".")
}

// pairs are the pairs of characters of a run; a single character stands alone.
func pairs(text string, from, to int) []word {
	var at []int
	for i := range text[from:to] {
		at = append(at, from+i)
	}
	at = append(at, to)
	if len(at) == 2 {
		s := text[from:to]
		return []word{{Span: store.Span{From: from, To: to}, stem: s, stop: strings.Contains(emptyHan, s)}}
	}
	var out []word
	for i := 0; i+2 < len(at); i++ {
		s := text[at[i]:at[i+2]]
		out = append(out, word{Span: store.Span{From: at[i], To: at[i+2]}, stem: s, stop: isEmptyPair(s)})
	}
	return out
}

// fold removes case, accents and the difference between ways of writing a character.
func fold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	s = strings.ReplaceAll(strings.ToLower(norm.NFKD.String(s)), "ß", "ss")
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// endings are taken off a word, the first that fits, as long as enough is left. One list serves all languages: question and
// passage need not be in the same, and what counts is that both lose the same.
var endings = []string{"ations", "ation", "ings", "ing", "ern", "ies", "ed", "en", "er", "em", "es", "ly", "e", "s", "n", "y"}

const stemLeast = 3

// stem brings the forms of a word together. It is light on purpose: words are compared within one question's few passages, where
// joining two different words costs more than missing a rare form.
func stem(s string) string {
	if !isLatin(s) {
		return s
	}
	for range 2 {
		for _, e := range endings {
			if strings.HasSuffix(s, e) && len(s)-len(e) >= stemLeast+min(len(e)-1, 1) {
				s = s[:len(s)-len(e)]
				break
			}
		}
	}
	if n := len(s); n > stemLeast && s[n-1] == s[n-2] && strings.IndexByte("aeiou", s[n-1]) < 0 {
		s = s[:n-1]
	}
	return s
}

func isLatin(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
