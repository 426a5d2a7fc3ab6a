package extract

import (
	"slices"
	"strconv"
	"strings"

	"ibid/store"
)

// maxChartPoints is how many values of a series are written: more are a curve to look at, not numbers to read.
const maxChartPoints = 100

// chart writes the titles of a chart and its numbers as a table with a row for each category.
func (d drawings) chart(id string) {
	chart := d.part(id).child("chart")
	plot := chart.child("plotArea")
	d.w.add(store.Paragraph, 0, chartTitle(chart))
	categories := ""
	for _, axis := range plot.children() {
		switch title := chartTitle(axis); axis.name {
		case "catAx", "dateAx":
			categories = title
		case "valAx", "serAx":
			d.w.add(store.Paragraph, 0, title)
		}
	}
	for _, kind := range plot.children() {
		var series []*node
		for _, k := range kind.kids {
			if k.name == "ser" {
				series = append(series, k)
			}
		}
		d.series(series, categories)
	}
}

// series writes the series of one kind of chart, which stand on the categories of the first that names any.
func (d drawings) series(series []*node, categories string) {
	header := []string{categories}
	var first chartPoints
	values := make([]chartPoints, len(series))
	last := -1
	for i, s := range series {
		header = append(header, strings.Join(pointsOf(s.child("tx")).inOrder(), " "))
		values[i] = pointsOf(s.either("val", "yVal"))
		if first == nil {
			first = pointsOf(s.either("cat", "xVal"))
		}
		for at := range values[i] {
			last = max(last, at)
		}
	}
	if last < 0 {
		return
	}
	d.w.addRow(header)
	for at := range min(last+1, maxChartPoints) {
		row := []string{first[at]}
		for _, v := range values {
			row = append(row, v[at])
		}
		d.w.addRow(row)
	}
}

// chartTitle is the title of a chart or axis, typed in or taken from a cell.
func chartTitle(n *node) string {
	tx := n.child("title", "tx")
	var parts []string
	for _, p := range tx.child("rich").paragraphs() {
		text, _ := slideText(p)
		parts = append(parts, text)
	}
	return strings.Join(append(parts, pointsOf(tx).inOrder()...), " ")
}

// chartPoints are words or numbers by their place in a series; some places may be empty.
type chartPoints map[int]string

// pointsOf reads what the file keeps of the cells that n names. Categories of several levels are joined, the outer one first.
func pointsOf(n *node) chartPoints {
	if n == nil {
		return nil
	}
	if v := n.child("v"); v != nil {
		return chartPoints{0: v.allText()}
	}
	out := chartPoints{}
	cache := n.find("multiLvlStrCache")
	if cache == nil {
		if cache = n.either("strRef", "numRef").either("strCache", "numCache"); cache == nil {
			cache = n.either("strLit", "numLit")
		}
		chartValues(out, cache)
		return out
	}
	for i, level := range cache.children() {
		if level.name != "lvl" {
			continue
		}
		if i == 0 || len(out) == 0 {
			chartValues(out, level)
			continue
		}
		outer := chartPoints{}
		chartValues(outer, level)
		around := ""
		for _, at := range out.places() {
			if outer[at] != "" {
				around = outer[at]
			}
			out[at] = strings.TrimSpace(around + " " + out[at])
		}
	}
	return out
}

func chartValues(out chartPoints, cache *node) {
	code := cache.child("formatCode").allText()
	for _, pt := range cache.children() {
		at, err := strconv.Atoi(pt.attr("idx"))
		if pt.name != "pt" || err != nil || at < 0 || len(out) >= 10*maxChartPoints {
			continue
		}
		text := pt.child("v").allText()
		if x, err := strconv.ParseFloat(text, 64); err == nil && (cache.name == "numCache" || cache.name == "numLit") {
			own := code
			if c := pt.attr("formatCode"); c != "" {
				own = c
			}
			text = parseFormat(own).show(x, false)
		}
		out[at] = text
	}
}

// places are the places that are not empty, in order.
func (p chartPoints) places() []int {
	out := make([]int, 0, len(p))
	for at := range p {
		out = append(out, at)
	}
	slices.Sort(out)
	return out
}

func (p chartPoints) inOrder() []string {
	var out []string
	for _, at := range p.places() {
		out = append(out, p[at])
	}
	return out
}
