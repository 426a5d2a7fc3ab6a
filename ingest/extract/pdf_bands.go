package extract

import (
	"cmp"
	"slices"
)

// band is a horizontal strip of a page.
type band struct {
	all, left, right []*segment
	columns          bool
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
