package extract

import (
	"context"

	"ibid/store"
)

// odt reads texts of LibreOffice and its kin: headings, numbered lists, tables, text boxes, footnotes and formulas, in the order of
// the document and in the state in which all tracked changes are accepted.
type odt struct{}

// Extract implements Extractor.
func (odt) Extract(ctx context.Context, f File) (Text, error) {
	d, err := openODF(ctx, f)
	if err != nil {
		return Text{}, err
	}
	w := &odtWriter{wordWriter{w: newWriter()}, d, make([]int, 10)}
	w.body(d.body, nil, nil)
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	w.promote()
	title := d.title
	if title == "" {
		title = firstHeading(w.w)
	}
	return onePage("odt", store.UnitHeading, title, w.w)
}

type odtWriter struct {
	wordWriter
	*odfFile
	chapters []int // counts of headings by level
}

// body writes the paragraphs, lists and tables of n; mark is the number of the item that n is, given to its first paragraph.
func (w *odtWriter) body(n *node, in *odfList, mark *string) {
	if n == nil {
		return
	}
	for _, k := range n.kids {
		if w.o.ctx.Err() != nil {
			return
		}
		switch k.name {
		case "p", "h":
			w.paragraph(k, in, mark)
		case "list":
			w.list(k, in)
		case "table":
			w.table(k)
		case "section":
			if k.attr("display") != "none" {
				w.body(k, in, mark)
			}
		case "tracked-changes", "table-of-content", "illustration-index", "table-index", "object-index", "alphabetical-index", "forms", "annotation", "title", "desc", "event-listeners":
		case "frame":
			if f := w.formula(k); f != "" {
				w.w.add(store.Paragraph, 0, f)
				continue
			}
			w.body(k, nil, nil)
		default:
			w.body(k, nil, nil)
		}
	}
}

func (w *odtWriter) paragraph(p *node, in *odfList, mark *string) {
	style := w.styles.of("paragraph", p.attr("style-name"))
	if style.hidden {
		return
	}
	t := w.text(p)
	par := wordParagraph{text: t.b.String(), bold: t.bold && !t.plain, code: style.code, level: style.outline}
	if p.name == "h" {
		par.level = min(max(atoi(p.attr("outline-level")), 1), 9)
		if p.attr("is-list-header") != "true" && in == nil && fold(par.text) != "" {
			par.number = w.lists.number(odfOutline, w.chapters, par.level, atoi(p.attr("start-value")))
		}
	}
	if in != nil {
		par.depth = in.depth
	}
	if mark != nil && fold(par.text) != "" {
		par.number, *mark = *mark, ""
	}
	w.put(par)
	for _, n := range t.pending {
		w.body(n, nil, nil)
	}
}

func (w *odtWriter) list(n *node, around *odfList) {
	in := w.lists.open(n, around)
	for _, item := range n.kids {
		if item.name == "list-item" || item.name == "list-header" {
			mark := w.lists.item(in, item)
			w.body(item, in, &mark)
		}
	}
}

// table writes rows. A table of one column is a frame around text, not a table.
func (w *odtWriter) table(n *node) {
	rows := w.rows(n)
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	var merged mergedCells
	for _, r := range rows {
		if width == 1 {
			w.body(r[0], nil, nil)
			continue
		}
		pending := w.row(w.w, r, &merged)
		for _, p := range pending {
			w.body(p, nil, nil)
		}
	}
}
