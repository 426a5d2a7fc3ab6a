package extract

import (
	"slices"
	"strings"
)

// table writes rows. A table of one column is a frame around text, not a table.
func (d *docxWriter) table(t *node) {
	rows := tableRows(t)
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	var above []string
	for _, r := range rows {
		if width == 1 {
			d.body(r[0])
			continue
		}
		above = d.row(r, above)
		d.w.addRow(slices.Clone(above))
		d.after()
	}
}

// row is the text of the cells of a row. One that covers others stands in the place of each, unless it is too long for a label or the
// only one.
func (d *docxWriter) row(cells []*node, above []string) []string {
	var out []string
	for _, c := range cells {
		text := ""
		if m := c.child("tcPr", "vMerge"); m == nil || m.attr("val") == "restart" {
			text = d.cell(c)
		} else if at := len(out); at < len(above) && len(above[at]) <= maxMergedText {
			text = above[at]
		}
		out = append(out, text)
		if len(text) > maxMergedText {
			text = ""
		}
		if len(cells) > 1 {
			for range min(atoi(c.child("tcPr", "gridSpan").attr("val")), maxMerged) - 1 {
				out = append(out, text)
			}
		}
	}
	return out
}

// tableRows are the cells by row.
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
				text, _ := d.runs(k, false)
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
