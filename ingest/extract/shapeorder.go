package extract

import (
	"cmp"
	"slices"
	"strconv"
)

// shapeFrame is where a shape stands in the drawing around it.
type shapeFrame struct{ left, top, bottom float64 }

// inReadingOrder sorts the shapes of a group from top to bottom and in rows from left to right; a group is a drawing, whose shapes
// stand in the file as they were drawn. Where the place of one is not known it leaves them as they are.
func inReadingOrder(shapes []*node, frameOf func(*node) (f shapeFrame, shape, ok bool)) []*node {
	type placed struct {
		shapeFrame
		n *node
	}
	var sorted []placed
	var out []*node
	for _, k := range shapes {
		f, shape, ok := frameOf(k)
		switch {
		case ok:
			sorted = append(sorted, placed{f, k})
		case shape:
			return shapes
		default:
			out = append(out, k)
		}
	}
	slices.SortStableFunc(sorted, func(a, b placed) int { return cmp.Compare(a.top+a.bottom, b.top+b.bottom) })
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && (sorted[to].top+sorted[to].bottom)/2 < sorted[from].bottom {
			to++
		}
		slices.SortStableFunc(sorted[from:to], func(a, b placed) int { return cmp.Compare(a.left, b.left) })
		for _, p := range sorted[from:to] {
			out = append(out, p.n)
		}
		from = to
	}
	return out
}

// slideFrame is where a shape of a PowerPoint slide stands.
func slideFrame(n *node) (f shapeFrame, shape, ok bool) {
	switch n.name {
	case "sp", "pic", "grpSp", "graphicFrame", "cxnSp", "AlternateContent":
	default:
		return f, false, false
	}
	frame := n.either("spPr", "grpSpPr").child("xfrm")
	if frame == nil {
		frame = n.child("xfrm") // of tables and charts
	}
	off, ext := frame.child("off"), frame.child("ext")
	if off == nil || ext == nil {
		return f, n.name != "cxnSp", false
	}
	top := measureOf(off, "y")
	return shapeFrame{measureOf(off, "x"), top, top + measureOf(ext, "cy")}, true, true
}

// groupScale is how large the units inside a group are in those around it.
func groupScale(group *node) float64 {
	frame := group.child("grpSpPr", "xfrm")
	around, inside := measureOf(frame.child("ext"), "cx"), measureOf(frame.child("chExt"), "cx")
	if around <= 0 || inside <= 0 {
		return 1
	}
	return around / inside
}

// measureOf is a number of an element; 0 when it says none.
func measureOf(n *node, name string) float64 {
	v, err := strconv.ParseFloat(n.attr(name), 64)
	if err != nil {
		return 0
	}
	return v
}
