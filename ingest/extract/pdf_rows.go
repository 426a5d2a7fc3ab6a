package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
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

const bulletSigns = "•◦▪▫‣⁃●○■□◆◇❖❑❒◻◼➢➤➔►▶▷▸▹✓✔✗✦★☞·∙⋅–—-*»›"

// bulletSign reports whether a word is nothing but the sign of a list item.
func bulletSign(s string) bool {
	c, n := utf8.DecodeRuneInString(s)
	return n == len(s) && n > 0 && strings.ContainsRune(bulletSigns, c)
}

// itemNumber reports whether a word counts a list item: "1." "2)" "(a)" "iv." "1.2.".
func itemNumber(s string) bool {
	end := strings.TrimRight(s, ".)")
	if len(end) == len(s) || len(end) > 5 {
		return false
	}
	end = strings.TrimPrefix(end, "(")
	if end == "" || len(end) > 4 {
		return false
	}
	if strings.Trim(end, "0123456789.") == "" {
		return len(end) <= 2 || strings.Contains(end, ".")
	}
	if utf8.RuneCountInString(end) == 1 {
		c, _ := utf8.DecodeRuneInString(end)
		return unicode.IsLetter(c) && strings.HasSuffix(s, ")")
	}
	return strings.Trim(end, "ivx") == ""
}

// table marks the runs of lines whose cells stand below one another. It returns for each row the number of its table, 0 = none.
func tables(rows []*row) []int {
	marks := make([]int, len(rows))
	n := 0
	for i := 0; i < len(rows); {
		j := i
		for j+1 < len(rows) && rows[j].tabular() && rows[j+1].tabular() && rows[j].aligned(rows[j+1]) {
			j++
		}
		if j > i && rows[i].tabular() && !inParagraph(rows, i, j) {
			n++
			for k := i; k <= j; k++ {
				marks[k] = n
			}
		}
		i = j + 1
	}
	return marks
}

// inParagraph reports whether lines i to j are only lines of running text with wide blanks: the line before or after them is as
// wide, as near and without any.
func inParagraph(rows []*row, i, j int) bool {
	if j-i > 1 {
		return false
	}
	like := func(a, b *row) bool {
		return len(b.cells) == 1 && !b.mono && abs(a.x0-b.x0) < 0.6*a.size && abs(a.x1-b.x1) < 0.6*a.size && abs(a.base-b.base) < 1.5*a.size
	}
	return i > 0 && like(rows[i], rows[i-1]) || j+1 < len(rows) && like(rows[j], rows[j+1])
}

// tabular reports whether a line may be one of a table.
func (r *row) tabular() bool {
	if len(r.cells) < 2 || r.mono {
		return false
	}
	first := r.cells[0]
	marker := len(first.tokens) == 1 && (bulletSign(first.tokens[0].text) || itemNumber(first.tokens[0].text))
	return !(marker && len(r.cells) == 2)
}

// aligned reports whether at least two cells of r and s share an edge or a middle, and the lines are near.
func (r *row) aligned(s *row) bool {
	if s.y0-r.y1 > 2.5*max(r.size, s.size) {
		return false
	}
	tolerance := 0.6 * max(r.size, s.size)
	n := 0
	for _, a := range r.cells {
		for _, b := range s.cells {
			if abs(a.x0-b.x0) < tolerance || abs(a.x1-b.x1) < tolerance || abs(a.x0+a.x1-b.x0-b.x1) < 2*tolerance {
				n++
				break
			}
		}
	}
	return n >= 2
}

// continuesCells reports whether r only goes on with the text of some cells of a table's line, and if so adds it to them.
func (r *row) continuesCells(whole, last *row) bool {
	if len(r.cells) >= len(whole.cells) || r.base-last.base > 1.4*r.size || r.cells[0].x0 < whole.cells[0].x1 {
		return false
	}
	under := make([]*segment, len(r.cells))
	for i, c := range r.cells {
		for _, w := range whole.cells {
			if min(c.x1, w.x1) > max(c.x0, w.x0) {
				under[i] = w
			}
		}
		if under[i] == nil {
			return false
		}
	}
	for i, c := range r.cells {
		under[i].absorb(c)
	}
	return true
}
