package extract

import "strings"

// docTable is a table that is being read: the file has its cells one after the other.
type docTable struct {
	rows []docRow
	row  docRow
	cell []wordParagraph
}

type docRow struct {
	cells [][]wordParagraph
	notes []docSpan
}

// add takes in a paragraph of the table.
func (t *docTable) add(p docParagraph, out wordParagraph, notes []docSpan) {
	t.row.notes = append(t.row.notes, notes...)
	if p.rowEnd {
		t.endRow()
		return
	}
	t.cell = append(t.cell, out)
	if p.cell {
		t.row.cells = append(t.row.cells, t.cell)
		t.cell = nil
	}
}

func (t *docTable) endRow() {
	if t.cell != nil {
		t.row.cells = append(t.row.cells, t.cell)
	}
	t.rows = append(t.rows, t.row)
	t.row, t.cell = docRow{}, nil
}

// table writes rows and empties t. A table of one column is a frame around text, not a table.
func (w *docWriter) table(t *docTable) error {
	if t.cell != nil || t.row.cells != nil {
		t.endRow()
	}
	width := 0
	for _, r := range t.rows {
		width = max(width, len(r.cells))
	}
	for _, r := range t.rows {
		if width == 1 {
			for _, c := range r.cells {
				for _, p := range c {
					w.put(p)
				}
			}
		} else {
			cells := make([]string, 0, len(r.cells))
			for _, c := range r.cells {
				cells = append(cells, cellText(c))
			}
			w.w.addRow(cells)
		}
		w.pending = r.notes
		if err := w.after(); err != nil {
			return err
		}
	}
	*t = docTable{}
	return nil
}

func cellText(c []wordParagraph) string {
	var parts []string
	for _, p := range c {
		if text := fold(p.text); text != "" {
			parts = append(parts, p.number+text)
		}
	}
	return strings.Join(parts, " ")
}
