package extract

import (
	"strings"
	"unicode/utf8"
)

// token is a word in an upright frame: its direction turned away, so that every line runs across and the next one is below.
type token struct {
	*pdfWord
	x0, y0, x1, y1, base float32
}

// segment is a run of tokens of one line without a wide gap: a line of a column, a cell of a table, a label.
type segment struct {
	tokens         []token
	x0, y0, x1, y1 float32
	base, size     float32
	first          int // the smallest place in the file's order
	chars          int
}

const wideGap = 0.85 // ems; justified lines stretch their blanks to less, columns and cells are farther apart

// upright returns the tokens of one direction.
func upright(words []pdfWord, t turn, width, height float32) []token {
	var out []token
	for i := range words {
		w := &words[i]
		if w.turn != t {
			continue
		}
		k := token{pdfWord: w, x0: w.x0, y0: w.y0, x1: w.x1, y1: w.y1, base: w.base}
		switch t {
		case down, stacked:
			k.x0, k.x1, k.y0, k.y1 = w.y0, w.y1, width-w.x1, width-w.x0
		case up:
			k.x0, k.x1, k.y0, k.y1 = height-w.y1, height-w.y0, w.x0, w.x1
		case over:
			k.x0, k.x1, k.y0, k.y1 = width-w.x1, width-w.x0, height-w.y1, height-w.y0
		}
		if t != across {
			k.base = k.y1 - 0.2*(k.y1-k.y0)
		}
		out = append(out, k)
	}
	return out
}

// segments joins tokens to segments: first along the file's own order, which knows best what belongs together, then across it.
func segments(tokens []token) []*segment {
	var parts []*segment
	for i, t := range tokens {
		if leader(tokens, i) {
			continue
		}
		if n := len(parts); n > 0 && parts[n-1].continues(t) {
			parts[n-1].add(t)
			continue
		}
		p := &segment{first: t.seq}
		p.add(t)
		parts = append(parts, p)
	}
	return mergeSegments(parts)
}

// leader reports whether a token is part of the dots that lead from a title to its page; three dots are an ellipsis.
func leader(tokens []token, i int) bool {
	const fewest = 5
	n := 0
	count := func(k, step int) {
		for ; k >= 0 && k < len(tokens) && n < fewest; k += step {
			dots := strings.Trim(tokens[k].text, ".·…") == "" && abs(tokens[k].base-tokens[i].base) < 2
			if !dots {
				return
			}
			n += len(tokens[k].text)
		}
	}
	if count(i, 1); n == 0 {
		return false
	}
	count(i-1, -1)
	return n >= fewest
}

func (p *segment) continues(t token) bool {
	last := p.tokens[len(p.tokens)-1]
	em := max(min(t.size, last.size), 1)
	gap := max(t.x0-last.x1, last.x0-t.x1)
	if isRTL(t.text) && isRTL(last.text) {
		return sameLine(last, t) && last.x0-t.x1 < wideGap*em && t.x1 < last.x1+0.3*em
	}
	return sameLine(last, t) && gap < wideGap*em && (t.x0 > last.x0-0.3*em || isRTL(t.text) || isRTL(last.text))
}

// sameLine allows for superscripts and subscripts.
func sameLine(a, b token) bool {
	if abs(a.base-b.base) <= 0.25*max(a.size, b.size) {
		return true
	}
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	return abs(a.base-b.base) < 0.55*max(a.size, b.size) && overlap > 0.5*min(a.y1-a.y0, b.y1-b.y0)
}

func (p *segment) add(t token) {
	if len(p.tokens) == 0 {
		p.x0, p.y0, p.x1, p.y1, p.base, p.size = t.x0, t.y0, t.x1, t.y1, t.base, t.size
	}
	p.x0, p.y0, p.x1, p.y1 = min(p.x0, t.x0), min(p.y0, t.y0), max(p.x1, t.x1), max(p.y1, t.y1)
	if t.size > p.size*1.05 { // the line stands where its biggest characters stand
		p.base, p.size = t.base, t.size
	}
	p.first = min(p.first, t.seq)
	p.chars += utf8.RuneCountInString(t.text)
	p.tokens = append(p.tokens, t)
}

func (p *segment) absorb(q *segment) {
	for _, t := range q.tokens {
		p.add(t)
	}
}
