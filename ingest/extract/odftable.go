package extract

import "strings"

// maxRepeats is how often a cell or row is written that the file says to repeat: sheets are filled up to their last row that way.
const maxRepeats = 100

// rows are the cells of a table by row, those that are covered by others too.
func (d *odfFile) rows(t *node) [][]*node {
	var rows [][]*node
	for _, k := range t.kids {
		switch k.name {
		case "table-row":
			var cells []*node
			for _, c := range k.kids {
				if c.name != "table-cell" && c.name != "covered-table-cell" {
					continue
				}
				for range min(max(atoi(c.attr("number-columns-repeated")), 1), maxRepeats) {
					cells = append(cells, c)
				}
			}
			for len(cells) > 1 && len(cells[len(cells)-1].kids) == 0 && cells[len(cells)-1].attr("number-columns-repeated") != "" {
				cells = cells[:len(cells)-1] // empty up to the edge of the sheet
			}
			for range min(max(atoi(k.attr("number-rows-repeated")), 1), maxRepeats) {
				if len(cells) > 0 {
					rows = append(rows, cells)
				}
			}
		case "table-header-rows", "table-rows", "table-row-group":
			rows = append(rows, d.rows(k)...)
		}
	}
	return rows
}

// row writes a row and returns the notes that belong to it.
func (d *odfFile) row(w *writer, cells []*node, merged *mergedCells) (pending []*node) {
	texts := make([]string, 0, len(cells))
	for at, c := range cells {
		text, covered := merged.at(at)
		if c.name == "table-cell" && !covered {
			text = strings.Join(d.cell(c, nil, &pending), " ")
			merged.cover(at, atoi(c.attr("number-rows-spanned")), atoi(c.attr("number-columns-spanned")), text)
		}
		texts = append(texts, text)
	}
	w.addRow(texts)
	merged.next()
	return pending
}

// cell is the text of a cell by paragraph, tables inside it included.
func (d *odfFile) cell(c *node, in *odfList, pending *[]*node) []string {
	var parts []string
	for _, k := range c.kids {
		switch k.name {
		case "p", "h":
			t := d.text(k)
			if s := fold(t.b.String()); s != "" {
				parts = append(parts, s)
			}
			*pending = append(*pending, t.pending...)
		case "list":
			inner := d.lists.open(k, in)
			for _, item := range k.kids {
				mark := d.lists.item(inner, item)
				if texts := d.cell(item, inner, pending); len(texts) > 0 {
					texts[0] = mark + texts[0]
					parts = append(parts, texts...)
				}
			}
		case "annotation", "tracked-changes", "desc", "title":
		default:
			parts = append(parts, d.cell(k, nil, pending)...)
		}
	}
	return parts
}
