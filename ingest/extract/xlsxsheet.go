package extract

import (
	"strings"

	"ibid/store"
)

// sheet writes the rows of a sheet, from the first column on that has anything in it.
func (b *xlsxBook) sheet(name, part string) error {
	root, err := b.o.tree(part)
	if err != nil {
		return err
	}
	data := root.child("sheetData")
	if data == nil {
		return nil
	}
	var rows [][]string
	first := maxSheetColumns
	for _, r := range data.kids {
		cells := b.row(r)
		for i, c := range cells {
			if strings.TrimSpace(c) != "" {
				first = min(first, i)
				rows = append(rows, cells)
				break
			}
		}
		if len(rows) == maxSheetRows {
			b.cut = true
			break
		}
	}
	if len(rows) == 0 {
		return nil
	}
	b.w.add(store.Heading, 1, name)
	for _, cells := range rows {
		b.w.addRow(cells[min(first, len(cells)):])
	}
	return nil
}

func (b *xlsxBook) row(r *node) []string {
	var cells []string
	for _, c := range r.kids {
		if c.name != "c" {
			continue
		}
		at := len(cells)
		if ref := c.attr("r"); ref != "" {
			at = column(ref)
		}
		if at < len(cells) || at >= maxSheetColumns {
			b.cut = b.cut || at >= maxSheetColumns
			continue
		}
		if s := b.value(c); s != "" {
			cells = append(cells, make([]string, at-len(cells))...)
			cells = append(cells, s)
		}
	}
	return cells
}

// column is the number of the column of a cell such as AB12, from 0.
func column(ref string) int {
	n := 0
	for _, c := range strings.ToUpper(ref) {
		if c < 'A' || c > 'Z' || n > maxSheetColumns {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	return max(n-1, 0)
}
