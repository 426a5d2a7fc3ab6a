package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"ibid/store"
)

// A unit is the smallest thing that is quoted: a sentence, a row of a table, a line of a list or of code, or, where speech has
// no full stops, about as many words as one says in a breath.
const (
	longUnit   = 45 // words: more than that without a full stop is cut
	breath     = 28 // words of a piece of such a stretch
	longLine   = 40 // runes: a line this long that ends without a stop may go on in the next one
	joinedMost = 60 // words that lines are joined to at most
)

// unitsOf cuts a text into units. They are in order, do not overlap, hold no blanks at their ends and lie on character borders.
func unitsOf(text string) []store.Span {
	var out []store.Span
	for _, line := range joinLines(text, linesOf(text)) {
		if isRow(text[line.From:line.To]) {
			out = append(out, line)
			continue
		}
		for _, s := range sentencesOf(text, line) {
			out = append(out, breaths(text, s)...)
		}
	}
	return out
}

// linesOf returns the lines of a text that hold more than blanks, trimmed.
func linesOf(text string) []store.Span {
	var out []store.Span
	for from := 0; from < len(text); {
		to := strings.IndexByte(text[from:], '\n')
		if to < 0 {
			to = len(text)
		} else {
			to += from
		}
		if s := trim(text, store.Span{From: from, To: to}); s.From < s.To {
			out = append(out, s)
		}
		from = to + 1
	}
	return out
}

// joinLines joins a line with the next one where a sentence goes on: cues of a transcript, lines of a page.
func joinLines(text string, lines []store.Span) []store.Span {
	var out []store.Span
	words := 0
	for i, l := range lines {
		n := countWords(text[l.From:l.To])
		if i > 0 && words+n <= joinedMost && goesOn(text[out[len(out)-1].From:out[len(out)-1].To], text[l.From:l.To]) {
			out[len(out)-1].To = l.To
			words += n
			continue
		}
		out = append(out, l)
		words = n
	}
	return out
}

// goesOn says whether the sentence at the end of one line seems to continue on the next.
func goesOn(line, next string) bool {
	if isRow(line) || isRow(next) || looksLikeCode(line) || looksLikeCode(next) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	if strings.ContainsRune(".?!:;。！？", last) {
		return false
	}
	return unicode.IsLower(first) || last == ',' || last == '-' ||
		utf8.RuneCountInString(line) >= longLine && (unicode.IsLetter(first) || first == '(')
}

func isRow(line string) bool { return strings.Contains(line, " | ") }

// looksLikeCode is a guess from the signs that prose seldom has.
func looksLikeCode(line string) bool {
	signs := strings.Count(line, "(") + strings.Count(line, "=") + strings.Count(line, "{") + strings.Count(line, "[") +
		strings.Count(line, "_") + strings.Count(line, "<-") + strings.Count(line, "%>%") + 2*strings.Count(line, "()") + strings.Count(line, "'")/2
	if strings.HasPrefix(line, ">>>") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "$ ") || strings.HasSuffix(line, "{") {
		return true
	}
	return signs >= 2 && signs*8 >= countWords(line)*2
}

// sentencesOf cuts a line by the rules of Unicode, mended where an abbreviation was taken for an end.
func sentencesOf(text string, line store.Span) []store.Span {
	var out []store.Span
	at := line.From
	flat := strings.ReplaceAll(text[line.From:line.To], "\n", " ") // for Unicode a line's end is a sentence's end
	for it := sentences.FromString(flat); it.Next(); {
		s := trim(text, store.Span{From: at, To: at + len(it.Value())})
		at += len(it.Value())
		if s.From == s.To {
			continue
		}
		if n := len(out); n > 0 && (!parted(text, out[n-1], s) || endsShort(text[out[n-1].From:out[n-1].To]) || !hasWord(text[s.From:s.To])) {
			out[n-1].To = s.To
			continue
		}
		out = append(out, s)
	}
	return out
}

// parted says whether a sentence can end between two spans: at white space, or in a script that needs none. Otherwise it is the
// question mark of an address, or the like.
func parted(text string, before, after store.Span) bool {
	if before.To < after.From || isHan(firstRune(text[after.From:])) {
		return true
	}
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[before.From:before.To], "」』”’»）】》\"')"))
	return strings.ContainsRune("。！？｡．…", end)
}

// shortForms end in a full stop that ends no sentence.
var shortForms = map[string]bool{
	"e.g": true, "i.e": true, "cf": true, "vs": true, "fig": true, "eq": true, "dr": true, "mr": true, "mrs": true, "ms": true,
	"prof": true, "no": true, "al": true, "ch": true, "sec": true, "pp": true, "approx": true, "z.b": true, "d.h": true,
	"u.a": true, "bzw": true, "ca": true, "nr": true, "abb": true, "kap": true, "vgl": true, "st": true,
}

// ordinals stand before a number with a full stop that ends no sentence, as in "am 12. Februar".
var ordinals = set("am der den dem des die das vom zum zur bis im ab")

// endsShort says whether a sentence ends in a short form, an initial or the number of a list item.
func endsShort(s string) bool {
	s, found := strings.CutSuffix(s, ".")
	if !found {
		return false
	}
	whole := s
	if f := strings.Fields(s); len(f) > 1 && len(f[len(f)-1]) <= 2 && isDigits(f[len(f)-1]) && ordinals[strings.ToLower(f[len(f)-2])] {
		return true
	}
	if i := strings.LastIndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[i+1:]
	}
	s = strings.ToLower(strings.TrimLeft(s, "(\"“„["))
	if s == "no" || utf8.RuneCountInString(s) == 1 && unicode.IsLetter(firstRune(s)) {
		return len(whole) > len(s) // "No." alone is an answer
	}
	return shortForms[s] || len(whole) == len(s) && len(s) <= 2 && strings.Trim(s, "0123456789") == ""
}

// breaths cuts a stretch without full stops, at line ends first and then at a word.
func breaths(text string, s store.Span) []store.Span {
	if countWords(text[s.From:s.To]) <= longUnit {
		return []store.Span{s}
	}
	var out []store.Span
	from, halves, inWord := s.From, 0, false // halves of words: a character of a script without blanks is half of one
	for i, r := range text[s.From:s.To] {
		at := s.From + i
		switch {
		case isHan(r):
			halves++
			continue
		case r != '，' && r != '、' && !unicode.IsSpace(r):
			if !inWord {
				halves += 2
			}
			inWord = true
			continue
		}
		inWord = false
		pause := r == '\n' || r == '，' || at > 0 && (text[at-1] == ',' || text[at-1] == ';')
		if (halves >= 2*breath || pause && halves >= breath) && countWords(text[at:s.To]) >= breath/3 {
			out = append(out, trim(text, store.Span{From: from, To: at}))
			from, halves = at, 0
		}
	}
	return append(out, trim(text, store.Span{From: from, To: s.To}))
}

// trim leaves out the blanks at the ends of a span.
func trim(text string, s store.Span) store.Span {
	part := text[s.From:s.To]
	left := strings.TrimLeftFunc(part, unicode.IsSpace)
	s.From += len(part) - len(left)
	s.To = s.From + len(strings.TrimRightFunc(left, unicode.IsSpace))
	return s
}

func hasWord(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func isHan(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// countWords counts runs of letters and digits as a reader would; two characters of a script without blanks count as one.
func countWords(s string) int {
	n, han, in := 0, 0, false
	for _, r := range s {
		switch {
		case isHan(r):
			han++
			in = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			if !in {
				n++
			}
			in = true
		default:
			in = false
		}
	}
	return n + (han+1)/2
}
