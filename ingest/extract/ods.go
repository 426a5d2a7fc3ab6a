package extract

import (
	"context"
	"slices"
	"strings"

	"ibid/store"
)

// ods reads workbooks of LibreOffice: the name of each sheet as a heading, its rows as tables, as they are shown. Hidden sheets are
// left out.
type ods struct{}

// Extract implements Extractor.
func (ods) Extract(ctx context.Context, f File) (Text, error) {
	d, err := openODF(ctx, f)
	if err != nil {
		return Text{}, err
	}
	w := newWriter()
	cut := false
	for _, t := range d.body.kids {
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if t.name != "table" || d.styles["table "+t.attr("style-name")].child("table-properties").attr("display") == "false" {
			continue
		}
		first := len(w.blocks)
		var merged mergedCells
		for _, r := range d.rows(t) {
			if !d.filled(r) {
				merged.next()
				continue
			}
			if len(w.blocks) == first {
				w.add(store.Heading, 1, t.attr("name"))
			}
			if len(w.blocks)-first > maxSheetRows {
				cut = true
				break
			}
			d.row(w, r[:min(len(r), maxSheetColumns)], &merged)
		}
	}
	text, err := onePage("ods", store.UnitHeading, d.title, w)
	if err == nil && cut {
		text.Pages[0].Doubtful = true
	}
	return text, err
}

// filled says whether any cell of a row says something.
func (d *odfFile) filled(cells []*node) bool {
	return slices.ContainsFunc(cells, func(c *node) bool { return strings.TrimSpace(c.allText()) != "" })
}
