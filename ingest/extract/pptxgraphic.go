package extract

import (
	"strconv"
	"strings"

	"ibid/store"
)

// graphic writes a table, the text of a SmartArt drawing or the words and numbers of a chart.
func (s *slideWriter) graphic(frame *node) {
	data := frame.child("graphic", "graphicData")
	if data == nil {
		return
	}
	for _, k := range data.kids {
		switch k.name {
		case "tbl":
			s.table(k)
		case "relIds":
			s.smartArt(k)
		case "chart":
			s.chart(k.relID("id"))
		case "AlternateContent":
			s.shapes(k.alternative(), 1)
		}
	}
}

func (s *slideWriter) table(t *node) {
	for _, r := range t.kids {
		if r.name != "tr" {
			continue
		}
		var cells []string
		for _, c := range r.kids {
			if c.name != "tc" || c.attr("hMerge") == "1" {
				continue
			}
			var parts []string
			for _, p := range c.child("txBody").paragraphs() {
				text, _ := slideText(p)
				parts = append(parts, text)
			}
			cells = append(cells, strings.Join(parts, " "))
		}
		s.w.addRow(cells)
	}
}

// smartArt reads the points of the data model, which PowerPoint keeps in the order of the outline.
func (s *slideWriter) smartArt(ids *node) {
	root, err := s.o.tree(s.rels[ids.relID("dm")].target)
	if err != nil {
		return
	}
	list := root.child("ptLst")
	if list == nil {
		return
	}
	for _, pt := range list.kids {
		switch pt.attr("type") {
		case "", "node", "asst":
		default:
			continue
		}
		for _, p := range pt.child("t").paragraphs() {
			text, _ := slideText(p)
			s.w.add(store.Item, 1, text)
		}
	}
}

// maxChartPoints is how many values of a series are written: more are a curve to look at, not numbers to read.
const maxChartPoints = 24

func (s *slideWriter) chart(id string) {
	root, err := s.o.tree(s.rels[id].target)
	if err != nil {
		return
	}
	chart := root.child("chart")
	if t := chart.child("title", "tx", "rich"); t != nil {
		for _, p := range t.paragraphs() {
			text, _ := slideText(p)
			s.w.add(store.Paragraph, 0, text)
		}
	}
	plot := chart.child("plotArea")
	if plot == nil {
		return
	}
	for _, kind := range plot.kids {
		header := false
		for _, ser := range kind.kids {
			if ser.name != "ser" {
				continue
			}
			if cats := chartPoints(ser.child("cat")); len(cats) > 0 && !header {
				s.w.addRow(append([]string{""}, cats...))
				header = true
			}
			name := strings.Join(chartPoints(ser.child("tx")), " ")
			s.w.addRow(append([]string{name}, chartPoints(ser.child("val"))...))
		}
	}
}

func chartPoints(n *node) []string {
	var out []string
	var walk func(*node)
	walk = func(n *node) {
		for _, k := range n.kids {
			if k.name == "pt" && len(out) < maxChartPoints {
				out = append(out, k.child("v").allText())
			} else if k.name != "pt" {
				walk(k)
			}
		}
	}
	if n != nil {
		walk(n)
	}
	return out
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
