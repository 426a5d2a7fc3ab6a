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
