package extract

import (
	"cmp"
	"slices"
	"strconv"

	"ibid/store"
)

// drawings writes what stands in parts of an Office file beside the one that shows it: SmartArt and charts.
type drawings struct {
	o    *office
	rels map[string]relation // of the part that shows them
	w    *writer
}

// drawing writes the SmartArt drawing or the chart that n names; other things write nothing.
func (d drawings) drawing(n *node) {
	switch n.name {
	case "relIds":
		d.smartArt(n.relID("dm"))
	case "chart":
		d.chart(n.relID("id"))
	}
}

// part reads the part that a relation leads to; nil when there is none or it cannot be read: the text around it is still worth having.
func (d drawings) part(id string) *node {
	root, err := d.o.tree(d.rels[id].target)
	if err != nil {
		return nil
	}
	return root
}

// smartArt writes the points of a data model as a list, each below the one that it is a part of.
func (d drawings) smartArt(id string) {
	root := d.part(id)
	points := map[string]*node{}
	var order []string
	for _, pt := range root.child("ptLst").children() {
		points[pt.attr("modelId")] = pt
		order = append(order, pt.attr("modelId"))
	}
	type link struct {
		to string
		at int
	}
	below := map[string][]link{}
	for _, c := range root.child("cxnLst").children() {
		if kind := c.attr("type"); kind == "" || kind == "parOf" {
			below[c.attr("srcId")] = append(below[c.attr("srcId")], link{c.attr("destId"), atoi(c.attr("srcOrd"))})
		}
	}
	done := map[string]bool{}
	var write func(id string, level int)
	write = func(id string, level int) {
		if points[id] == nil || done[id] {
			return
		}
		done[id] = true
		switch points[id].attr("type") {
		case "", "node", "asst":
			for _, p := range points[id].child("t").paragraphs() {
				text, _ := slideText(p)
				d.w.add(store.Item, max(level, 1), text)
			}
		case "doc":
		default:
			return // how it is drawn
		}
		slices.SortStableFunc(below[id], func(a, b link) int { return cmp.Compare(a.at, b.at) })
		for _, l := range below[id] {
			write(l.to, min(level+1, 9))
		}
	}
	for _, id := range order {
		if points[id].attr("type") == "doc" {
			write(id, 0)
		}
	}
	for _, id := range order {
		write(id, 1) // what hangs on nothing
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
