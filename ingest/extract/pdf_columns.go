package extract

import (
	"cmp"
	"slices"
)

const (
	deepestColumns = 6    // of columns in columns
	maxSegments    = 4000 // a page with more is a drawing; it is read top down
)

// regions cuts a page into parts that are read one after the other: what spans the page, then its columns, left before right.
func regions(all []*segment, depth int) [][]*segment {
	if len(all) == 0 {
		return nil
	}
	if depth >= deepestColumns || len(all) < 4 || len(all) > maxSegments {
		return [][]*segment{all}
	}
	slices.SortStableFunc(all, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
	bands := bestBands(all)
	if bands == nil {
		return [][]*segment{all}
	}
	var out [][]*segment
	for _, b := range bands {
		if !b.columns {
			out = append(out, regions(b.all, depth+1)...)
			continue
		}
		sides := [2][]*segment{b.left, b.right}
		if mostlyRTL(b.all) {
			sides[0], sides[1] = sides[1], sides[0]
		}
		out = append(append(out, regions(sides[0], depth+1)...), regions(sides[1], depth+1)...)
	}
	return out
}

// band is a horizontal strip of a page.
type band struct {
	all, left, right []*segment
	columns          bool
}

// bestBands looks for the gutter that puts most of the page into columns; nil when there is none.
func bestBands(all []*segment) []band {
	var best []band
	most := 0
	for _, x := range gutters(all) {
		bands, n := bandsAt(all, x)
		if n > most {
			best, most = bands, n
		}
	}
	return best
}

// gutters returns where a right-hand column may begin: left edges that several segments share.
func gutters(all []*segment) []float32 {
	edges := make([]float32, 0, len(all))
	left := all[0].x0
	for _, p := range all {
		edges = append(edges, p.x0)
		left = min(left, p.x0)
	}
	slices.Sort(edges)
	var out []float32
	for i := 0; i < len(edges); {
		j := i
		for j < len(edges) && edges[j]-edges[i] < 6 {
			j++
		}
		if j-i >= 2 && edges[i] > left+20 {
			out = append(out, edges[i])
		}
		i = j
	}
	return out
}

// bandsAt cuts the page at the gutter that ends at x: segments that cross it separate the bands. It also counts the segments in columns.
func bandsAt(all []*segment, x float32) ([]band, int) {
	var out []band
	var plain, cur band
	n := 0
	endBand := func() {
		if cur.isColumns() {
			if len(plain.all) > 0 {
				out = append(out, plain)
				plain = band{}
			}
			cur.columns = true
			n += len(cur.all)
			out = append(out, cur)
		} else {
			plain.all = append(plain.all, cur.all...)
		}
		cur = band{}
	}
	for _, p := range all {
		switch {
		case p.x0 >= x-1:
			cur.right = append(cur.right, p)
		case p.x1 <= x:
			cur.left = append(cur.left, p)
		default:
			endBand()
			plain.all = append(plain.all, p)
			continue
		}
		cur.all = append(cur.all, p)
	}
	endBand()
	if len(plain.all) > 0 {
		out = append(out, plain)
	}
	return out, n
}

// isColumns tells columns of text from a table: the file has columns one after the other but a table row by row, and what
// stands in columns is long.
func (b *band) isColumns() bool {
	leftRows, leftChars, leftBox := measure(b.left)
	rightRows, rightChars, rightBox := measure(b.right)
	if leftRows < 2 || rightRows < 2 || leftRows+rightRows < 5 {
		return false
	}
	em := medianSize(b.all)
	if rightBox.x0-leftBox.x1 < 0.7*em {
		return false
	}
	overlap := min(leftBox.y1, rightBox.y1) - max(leftBox.y0, rightBox.y0)
	if overlap < 0.4*min(leftBox.y1-leftBox.y0, rightBox.y1-rightBox.y0) {
		return false
	}
	if leftChars < 4*leftRows { // bullets, numbers of lines
		return false
	}
	prose := leftChars >= 25*leftRows && rightChars >= 25*rightRows && leftRows >= 3 && rightRows >= 3
	changes := b.changes()
	return changes <= 1+min(leftRows, rightRows)/5 || prose
}

// changes counts how often the file goes from one side to the other.
func (b *band) changes() int {
	type placed struct{ seq, side int }
	var order []placed
	for _, p := range b.left {
		order = append(order, placed{p.first, 0})
	}
	for _, p := range b.right {
		order = append(order, placed{p.first, 1})
	}
	slices.SortFunc(order, func(a, b placed) int { return cmp.Compare(a.seq, b.seq) })
	n := 0
	for i := 1; i < len(order); i++ {
		if order[i].side != order[i-1].side {
			n++
		}
	}
	return n
}

// measure returns the lines, the characters and the box of segments that are sorted from the top.
func measure(ps []*segment) (rows, chars int, box segment) {
	for i, p := range ps {
		if i == 0 {
			box.x0, box.y0, box.x1, box.y1 = p.x0, p.y0, p.x1, p.y1
		}
		if i == 0 || p.base-ps[i-1].base > 0.4*p.size {
			rows++
		}
		chars += p.chars
		box.x0, box.y0, box.x1, box.y1 = min(box.x0, p.x0), min(box.y0, p.y0), max(box.x1, p.x1), max(box.y1, p.y1)
	}
	return rows, chars, box
}

func medianSize(ps []*segment) float32 {
	sizes := make([]float32, len(ps))
	for i, p := range ps {
		sizes[i] = p.size
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

func mostlyRTL(ps []*segment) bool {
	right, all := 0, 0
	for _, p := range ps {
		for _, t := range p.tokens {
			all++
			if isRTL(t.text) {
				right++
			}
		}
	}
	return 2*right > all
}
