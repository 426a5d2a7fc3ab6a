package extract

// tables marks the runs of lines whose cells stand below one another. It returns for each row the number of its table, 0 = none.
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
