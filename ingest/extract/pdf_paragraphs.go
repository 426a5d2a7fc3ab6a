package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/store"
)

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
	case min(last.size, r.size) < 0.88*big && !(r.chars <= 6 && gap < 0.9*big) && !last.leavesCode(r):
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

// leavesCode reports whether a line is mostly code, which is set smaller, and ends in the type in which next begins.
func (r *row) leavesCode(next *row) bool {
	tokens := r.tokens()
	end, start := tokens[len(tokens)-1], next.tokens()[0]
	return !end.face.mono && abs(end.size-start.size) < 0.05*start.size &&
		slices.ContainsFunc(tokens, func(t token) bool { return t.face.mono && t.size < 0.95*end.size })
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
