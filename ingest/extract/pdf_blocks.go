package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/store"
)

// passage of a page under construction: lines with one role.
type pdfBlock struct {
	kind  store.BlockKind
	level int
	rows  []*row
	skip  int // tokens of the first line that are the sign of an item
}

// pdfStyle is what the whole document tells about the look of its parts.
type pdfStyle struct {
	body    float32 // size of the running text
	slides  bool
	sizes   []float32         // of headings, biggest first
	outline map[string]outlet // by key
}

type outlet struct {
	level int
	title string
}

// blocksOf finds the roles in one region of a page.
func blocksOf(rows []*row, style *pdfStyle) []pdfBlock {
	var out []pdfBlock
	marks := tables(rows)
	lead := leading(rows)
	edges := rightEdges(rows, lead)
	for i, r := range rows {
		right := edges[max(i-1, 0)]
		switch {
		case i > 0 && marks[i-1] != 0 && r.continuesCells(out[len(out)-1].rows[0], rows[i-1]):
			marks[i] = marks[i-1]
			continue
		case marks[i] != 0:
			out = append(out, pdfBlock{kind: store.Row, rows: []*row{r}})
			continue
		case r.mono:
			if n := len(out); n > 0 && out[n-1].kind == store.CodeLine && r.base-rows[i-1].base < 3.4*r.size && marks[i-1] == 0 {
				out[n-1].rows = append(out[n-1].rows, r)
			} else {
				out = append(out, pdfBlock{kind: store.CodeLine, rows: []*row{r}})
			}
			continue
		}
		skip, item := r.item()
		if item && i > 0 && marks[i-1] == 0 && r.afterDash(rows[i-1], right) {
			item = false
		}
		if n := len(out); n > 0 && !item && out[n-1].goesOn(r, lead, right, style) {
			out[n-1].rows = append(out[n-1].rows, r)
			continue
		}
		kind := store.Paragraph
		if item {
			kind = store.Item
		}
		out = append(out, pdfBlock{kind: kind, rows: []*row{r}, skip: skip})
	}
	return out
}

// item reports whether a line begins an item of a list, and how many tokens are a mere sign.
func (r *row) item() (skip int, ok bool) {
	tokens := r.tokens()
	if len(tokens) < 2 {
		return 0, false
	}
	switch first := tokens[0].text; {
	case first == ".": // the browser lost its number
		return 1, true
	case bulletSign(first):
		dash := strings.ContainsAny(first, "-–—*·∙⋅»›")
		if dash && tokens[1].x0-tokens[0].x1 < 0.15*r.size {
			return 0, false
		}
		return 1, true
	case itemNumber(first):
		return 0, true
	}
	return 0, false
}

// afterDash reports whether the dash that begins a line stands in the middle of a sentence.
func (r *row) afterDash(last *row, right float32) bool {
	tokens := r.tokens()
	c, _ := utf8.DecodeRuneInString(tokens[1].text)
	return strings.ContainsAny(tokens[0].text, "-–—") && unicode.IsLower(c) && abs(r.x0-last.x0) < r.size &&
		last.x1 > right-6*r.size && !endsSentence(last) && r.base-last.base < 1.7*r.size
}

// leading is the usual distance between lines that follow each other.
func leading(rows []*row) float32 {
	var gaps []float32
	for i := 1; i < len(rows); i++ {
		if gap := rows[i].base - rows[i-1].base; gap > 0.7*rows[i].size && gap < 2.6*rows[i].size {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/3]
}

// rightEdges returns for each line how far the lines around it reach: those near it that begin about where it begins.
func rightEdges(rows []*row, lead float32) []float32 {
	out := make([]float32, len(rows))
	for i := 0; i < len(rows); {
		j, right := i+1, rows[i].x1
		for ; j < len(rows); j++ {
			a, b := rows[j-1], rows[j]
			if b.base-a.base > 1.5*max(lead, 1.05*b.size) || abs(a.x0-b.x0) > 2.5*b.size {
				break
			}
			right = max(right, b.x1)
		}
		for ; i < j; i++ {
			out[i] = right
		}
	}
	return out
}

// goesOn reports whether r is the next line of the block.
func (b *pdfBlock) goesOn(r *row, lead, right float32, style *pdfStyle) bool {
	if b.kind != store.Paragraph && b.kind != store.Item {
		return false
	}
	last, first := b.rows[len(b.rows)-1], b.rows[0]
	big := max(last.size, r.size)
	gap := r.base - last.base
	switch {
	case min(last.size, r.size) < 0.88*big && !(r.chars <= 6 && gap < 0.9*big):
		return false
	case gap > 1.35*max(lead, 1.05*big):
		return false
	case last.bold != r.bold && (gap > 1.1*lead || r.bold || endsSentence(last) || last.x1 < right-6*big):
		return false
	}
	if b.kind == store.Item {
		start := first.tokens()[0].x0
		if len(first.tokens()) > 1 {
			start = min(first.tokens()[1].x0, start+3*big)
		}
		return r.x0 > start-0.6*big || r.x0 > first.x0+0.5*big || r.x0 > first.x0-0.5*big && beginsLower(r)
	}
	// The break was made on purpose if the next word had room on the line before.
	next := r.tokens()[0]
	short := last.x1+next.x1-next.x0+0.3*big < right
	if short && (endsSentence(last) || !beginsLower(r) || style.slides && !endsOpen(last)) {
		return false
	}
	indent := r.x0 - last.x0
	if indent > 0.8*big && indent < 5*big && last.x1 > right-3*big && (endsSentence(last) || beginsUpper(r)) {
		return false
	}
	return true
}

func endsSentence(r *row) bool {
	tokens := r.tokens()
	text := strings.TrimRight(tokens[len(tokens)-1].text, "\"'”’)]»")
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "。")
}

// endsOpen reports whether a line cannot be the end of what it says.
func endsOpen(r *row) bool {
	tokens := r.tokens()
	text := tokens[len(tokens)-1].text
	return strings.HasSuffix(text, ",") || strings.HasSuffix(text, "-")
}

func beginsLower(r *row) bool {
	c, _ := utf8.DecodeRuneInString(r.tokens()[0].text)
	return unicode.IsLower(c)
}

func beginsUpper(r *row) bool {
	c, _ := utf8.DecodeRuneInString(strings.TrimLeft(r.tokens()[0].text, "\"'“‘([«"))
	return unicode.IsUpper(c) || unicode.IsDigit(c)
}

// titles turns paragraphs that look like headings into headings, with their level.
func titles(blocks []pdfBlock, height float32, style *pdfStyle) {
	if style.slides {
		slideTitle(blocks, height, style)
	}
	for i := range blocks {
		b := &blocks[i]
		if b.kind != store.Paragraph && b.kind != store.Item && b.kind != store.Heading || len(b.rows) > 3 || b.level == 1 && style.slides {
			continue
		}
		if out, ok := style.outline[outlineKey(b.text())]; ok {
			b.kind, b.level = store.Heading, out.level
			if style.slides {
				b.level = min(b.level+1, 6)
			}
			continue
		}
		if b.kind == store.Paragraph && !style.slides && b.looksLikeHeading(style) {
			b.kind, b.level = store.Heading, style.level(b.rows[0].size)
		}
	}
}

// slideTitle finds the title at the top of a slide.
func slideTitle(blocks []pdfBlock, height float32, style *pdfStyle) {
	best := -1
	for i := range blocks {
		b := &blocks[i]
		if b.kind != store.Paragraph && b.kind != store.Heading || len(b.rows) > 3 || !wordy(b.text()) || !titleLike(b.text()) {
			continue
		}
		r := b.rows[0]
		if r.y0 > 0.4*height {
			continue
		}
		if best < 0 {
			if r.size >= 1.1*style.body || r.y0 < 0.2*height && (i+1 >= len(blocks) || len(b.rows) == 1) {
				best = i
			}
			continue
		}
		if r.size > 1.15*blocks[best].rows[0].size && r.y0 < 0.3*height {
			best = i
		}
	}
	if best < 0 && len(blocks) <= 3 { // a slide that only announces a part
		for i := range blocks {
			if blocks[i].kind == store.Paragraph && blocks[i].rows[0].size >= 1.1*style.body && wordy(blocks[i].text()) && titleLike(blocks[i].text()) {
				best = i
				break
			}
		}
	}
	if best >= 0 {
		blocks[best].kind, blocks[best].level = store.Heading, 1
	}
}

// titleLike rejects what is too long for a title, or a sentence.
func titleLike(s string) bool {
	n := utf8.RuneCountInString(s)
	return n <= 160 && (n <= 50 || !strings.HasSuffix(s, "."))
}

// looksLikeHeading judges by size, weight and length.
func (b *pdfBlock) looksLikeHeading(style *pdfStyle) bool {
	text := b.text()
	n := utf8.RuneCountInString(text)
	if n > 150 || !wordy(text) {
		return false
	}
	r := b.rows[0]
	if r.size >= 1.15*style.body {
		return true
	}
	bold := true
	for _, r := range b.rows {
		bold = bold && r.bold
	}
	return bold && r.size >= 0.93*style.body && n <= 100 && len(b.rows) <= 2 && !strings.ContainsAny(text[len(text)-1:], ".,;:")
}

// level of a heading by its size.
func (s *pdfStyle) level(size float32) int {
	for i, known := range s.sizes {
		if size >= 0.97*known {
			return min(i+1, 5)
		}
	}
	return min(len(s.sizes)+1, 6)
}

// wordy reports whether a text has a word of three letters, or two characters of a script that needs no more.
func wordy(s string) bool {
	n := 0
	for _, c := range s {
		switch {
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			n += 2
		case unicode.IsLetter(c):
			n++
		default:
			n = 0
		}
		if n >= 3 {
			return true
		}
	}
	return false
}

func (b *pdfBlock) text() string {
	var sb strings.Builder
	for i, r := range b.rows {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(r.text())
	}
	return sb.String()
}
