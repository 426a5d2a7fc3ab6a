package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/store"
)

// piece is the smallest part of a page that a passage holds whole: a block, or a sentence, row, line or cue of it.
type piece struct {
	store.Span
	size
	kind       store.BlockKind
	level      int
	first      bool // the piece begins its block
	announces  bool // it ends with a colon or in the middle of a sentence: what follows belongs to it
	gap        bool // a line of code behind a blank one
	path       string
	start, end float64
	by         string // the model that said it of the page's picture
}

// pieces cuts the blocks of the page as far as a passage needs it: a block that fits stays whole.
func (s *splitter) pieces() []piece {
	var out []piece
	blocks := s.page.Blocks
	if len(blocks) == 0 && strings.TrimSpace(s.page.Text) != "" {
		blocks = []store.Block{{Span: store.Span{To: len(s.page.Text)}, Kind: store.Paragraph}}
	}
	for _, b := range blocks {
		text := s.page.Text[b.From:b.To]
		if strings.TrimSpace(text) == "" {
			continue
		}
		if b.Kind == store.Heading {
			s.path.open(max(b.Level, 1), oneLine(text))
		}
		whole := piece{Span: b.Span, size: measure(text), kind: b.Kind, level: b.Level, first: true, path: s.path.path, start: b.Start, end: b.End, by: b.By}
		whole.announces = (b.Kind == store.Paragraph || b.Kind == store.Item) && strings.HasSuffix(text, ":") || b.Kind == store.Paragraph && strings.HasSuffix(text, ",")
		switch {
		case whole.words <= maxWords/2 && whole.tokens <= maxTokens/2 && whole.runes <= maxRunes/2:
			out = append(out, whole)
		case b.Kind == store.CodeLine:
			out = s.cut(out, whole, lines(text))
		case b.Kind == store.Heading:
			whole.kind = store.Paragraph // no heading is that long
			out = s.cut(out, whole, s.sentences(text))
		default:
			out = s.cut(out, whole, s.sentences(text))
		}
	}
	return out
}

// cut appends the parts of a piece; at are the offsets in it at which parts begin. Parts that are still too long are cut between
// words, or between characters if need be.
func (s *splitter) cut(out []piece, whole piece, at []int) []piece {
	text := s.page.Text[whole.From:whole.To]
	at = append(at, len(text))
	gap := false
	for i := 0; i+1 < len(at); i++ {
		part := text[at[i]:at[i+1]]
		lead := len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
		if whole.kind == store.CodeLine {
			lead = 0 // an indent belongs to the line
		}
		tail := len(strings.TrimRightFunc(part, unicode.IsSpace))
		if tail <= lead {
			gap = true
			continue
		}
		for _, span := range hardCut(part[lead:tail]) {
			p := whole
			p.From, p.To = whole.From+at[i]+lead+span.From, whole.From+at[i]+lead+span.To
			p.size = measure(s.page.Text[p.From:p.To])
			p.first = len(out) == 0 || out[len(out)-1].From < whole.From
			p.gap = gap
			gap = false
			out = append(out, p)
		}
	}
	return out
}

// hardCut cuts what has no border of its own at blanks, else anywhere between characters.
func hardCut(s string) []store.Span {
	if z := measure(s); z.words <= maxWords/2 && z.tokens <= maxTokens/2 && z.runes <= maxRunes/2 {
		return []store.Span{{From: 0, To: len(s)}}
	}
	var out []store.Span
	const step = 400 // bytes; at most 400 tokens of anything
	for from := 0; from < len(s); {
		to := min(from+step, len(s))
		if to < len(s) {
			if blank := strings.LastIndexAny(s[from:to], " \n\t"); blank > step/4 {
				to = from + blank
			}
			for !utf8.RuneStart(s[to]) {
				to--
			}
		}
		if part := s[from:to]; strings.TrimSpace(part) != "" {
			lead := len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
			out = append(out, store.Span{From: from + lead, To: from + len(strings.TrimRightFunc(part, unicode.IsSpace))})
		}
		from = to
	}
	return out
}

// lines are the offsets at which lines begin.
func lines(s string) []int {
	at := []int{0}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' && i+1 < len(s) {
			at = append(at, i+1)
		}
	}
	return at
}
