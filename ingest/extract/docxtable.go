package extract

import (
	"strings"
)

// table writes rows. A table of one column is a frame around text, not a table.
func (d *docxWriter) table(t *node) {
	rows := tableRows(t)
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	for _, r := range rows {
		if width == 1 {
			d.body(r[0])
			continue
		}
		cells := make([]string, 0, len(r))
		for _, c := range r {
			cells = append(cells, d.cell(c))
		}
		d.w.addRow(cells)
		d.after()
	}
}

// tableRows are the cells by row; a cell that continues the one above counts as an empty one.
func tableRows(t *node) [][]*node {
	var rows [][]*node
	var walk func(n *node, row *[]*node)
	walk = func(n *node, row *[]*node) {
		for _, k := range n.kids {
			switch k.name {
			case "tr":
				var cells []*node
				walk(k, &cells)
				if len(cells) > 0 && k.child("trPr", "del") == nil {
					rows = append(rows, cells)
				}
			case "tc":
				if row == nil {
					continue
				}
				if m := k.child("tcPr", "vMerge"); m != nil && m.attr("val") != "restart" {
					k = &node{name: "tc"}
				}
				*row = append(*row, k)
			case "sdt", "sdtContent", "customXml", "ins":
				walk(k, row)
			}
		}
	}
	walk(t, nil)
	return rows
}

// cell is the text of a cell, tables inside it included.
func (d *docxWriter) cell(c *node) string {
	var parts []string
	var walk func(n *node)
	walk = func(n *node) {
		for _, k := range n.kids {
			switch k.name {
			case "p":
				text, _ := d.runs(k)
				num, _ := d.numbers.next(k.child("pPr"), d.styles.of(k.child("pPr", "pStyle").attr("val")))
				if text = fold(text); text != "" {
					parts = append(parts, num+text)
				}
			case "tcPr", "tblPr", "trPr", "sdtPr", "del":
			case "AlternateContent":
				if a := k.alternative(); a != nil {
					walk(a)
				}
			default:
				walk(k)
			}
		}
	}
	walk(c)
	return strings.Join(parts, " ")
}
