package extract

import (
	"strings"

	"ibid/store"
)

// passage of a page under construction: lines with one role.
type pdfBlock struct {
	kind  store.BlockKind
	level int
	rows  []*row
	skip  int // tokens of the first line that are the sign of an item
}

// blocksOf finds the roles in one region of a page.
func blocksOf(rows []*row, style *pdfStyle) []pdfBlock {
	var out []pdfBlock
	marks := tables(rows)
	lead := leading(rows)
	edges := rightEdges(rows, lead)
	for i, r := range rows {
		right := edges[max(i-1, 0)]
		switch {
		case i > 0 && marks[i-1] != 0 && r.continuesCells(out[len(out)-1].rows[0], rows[i-1]):
			marks[i] = marks[i-1]
			continue
		case marks[i] != 0:
			out = append(out, pdfBlock{kind: store.Row, rows: []*row{r}})
			continue
		case r.mono && !r.bulleted():
			if n := len(out); n > 0 && out[n-1].kind == store.CodeLine && r.base-rows[i-1].base < 3.4*r.size && marks[i-1] == 0 {
				out[n-1].rows = append(out[n-1].rows, r)
			} else {
				out = append(out, pdfBlock{kind: store.CodeLine, rows: []*row{r}})
			}
			continue
		}
		skip, item := r.item()
		if item && i > 0 && marks[i-1] == 0 && r.afterDash(rows[i-1], right) {
			item = false
		}
		if n := len(out); n > 0 && !item && out[n-1].goesOn(r, lead, right, style) {
			out[n-1].rows = append(out[n-1].rows, r)
			continue
		}
		kind := store.Paragraph
		if item {
			kind = store.Item
		}
		out = append(out, pdfBlock{kind: kind, rows: []*row{r}, skip: skip})
	}
	return out
}

func (b *pdfBlock) text() string {
	var sb strings.Builder
	for i, r := range b.rows {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(r.text())
	}
	return sb.String()
}
