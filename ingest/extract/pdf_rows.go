package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// row is a line of a region: its segments from left to right.
type row struct {
	cells          []*segment
	x0, y0, x1, y1 float32
	base, size     float32
	bold, mono     bool
	chars          int
}

// rowsOf puts the segments of a region into lines, from the top.
func rowsOf(ps []*segment) []*row {
	slices.SortStableFunc(ps, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
	var out []*row
	for _, p := range ps {
		if n := len(out); n > 0 && out[n-1].takes(p) {
			out[n-1].cells = append(out[n-1].cells, p)
			out[n-1].y0, out[n-1].y1 = min(out[n-1].y0, p.y0), max(out[n-1].y1, p.y1)
			continue
		}
		out = append(out, &row{cells: []*segment{p}, y0: p.y0, y1: p.y1, base: p.base, size: p.size})
	}
	for _, r := range out {
		r.finish()
	}
	return out
}

// takes reports whether p stands on the line of r.
func (r *row) takes(p *segment) bool {
	for _, c := range r.cells {
		if min(c.x1, p.x1)-max(c.x0, p.x0) > 0.3*min(c.x1-c.x0, p.x1-p.x0) { // one above the other
			return false
		}
	}
	return abs(p.base-r.base) <= 0.35*max(p.size, r.size)
}

// finish sorts the cells and sums up the line.
func (r *row) finish() {
	slices.SortStableFunc(r.cells, func(a, b *segment) int { return cmp.Compare(a.x0, b.x0) })
	if mostlyRTL(r.cells) {
		slices.Reverse(r.cells)
	}
	r.x0, r.x1 = r.cells[0].x0, r.cells[0].x1
	bold, mono, text, fixed, judged := 0, 0, 0, 0, 0
	sizes := map[float32]int{}
	for _, c := range r.cells {
		r.x0, r.x1 = min(r.x0, c.x0), max(r.x1, c.x1)
		for _, t := range c.tokens {
			n := utf8.RuneCountInString(t.text)
			r.chars += n
			sizes[t.size] += n
			if bulletSign(t.text) {
				continue
			}
			text += n
			if t.face.bold {
				bold += n
			}
			if t.face.mono {
				mono += n
			}
			if t.pitch != pitchUnknown {
				judged++
			}
			if t.pitch == pitchFixed {
				fixed++
			}
		}
	}
	most := 0
	for size, n := range sizes {
		if n > most || n == most && size > r.size {
			r.size, most = size, n
		}
	}
	r.bold = text > 0 && 10*bold >= 8*text
	r.mono = text > 0 && 10*mono >= 8*text || judged > 0 && fixed == judged
}

func (r *row) tokens() []token {
	if len(r.cells) == 1 {
		return r.cells[0].tokens
	}
	var out []token
	for _, c := range r.cells {
		out = append(out, c.tokens...)
	}
	return out
}

// text is the line in plain words, for decisions about it.
func (r *row) text() string {
	var sb strings.Builder
	for i, t := range r.tokens() {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(t.text)
	}
	return sb.String()
}
