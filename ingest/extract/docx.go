package extract

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// docx reads Word documents: headings by style or outline level, numbered lists, tables, text boxes and footnotes, in the order
// of the document and in the state in which all tracked changes are accepted.
type docx struct{}

// Extract implements Extractor.
func (docx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f)
	if err != nil {
		return Text{}, err
	}
	main, err := o.mainPart("word/document.xml")
	if err != nil {
		return Text{}, err
	}
	root, err := o.tree(main)
	if errors.Is(err, errNoPart) {
		return Text{}, fail(Damaged, "no %s", main)
	}
	if err != nil {
		return Text{}, err
	}
	rels, err := o.relations(main)
	if err != nil {
		return Text{}, err
	}
	d := &docxWriter{w: newWriter(), notes: map[string]*node{}}
	for _, r := range rels {
		part, err := o.tree(r.target)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err != nil {
			continue // styles, numbers or notes that cannot be read: the text is still worth having
		}
		switch r.kind {
		case "styles":
			d.styles = readStyles(part)
		case "numbering":
			d.numbers = readNumbering(part)
		case "footnotes", "endnotes":
			for _, n := range part.kids {
				d.notes[r.kind+n.attr("id")] = n
			}
		}
	}
	d.body(root.child("body"))
	d.promote()
	title := o.title()
	if title == "" {
		title = firstHeading(d.w)
	}
	return onePage("docx", store.UnitHeading, title, d.w)
}

type docxWriter struct {
	w       *writer
	styles  docxStyles
	numbers *docxNumbers
	notes   map[string]*node // by kind and id
	pending []*node          // notes and text boxes that follow the paragraph
	bold    []int            // blocks that look like headings but have no heading style
	depth   int
}

// body writes the paragraphs and tables of n.
func (d *docxWriter) body(n *node) {
	if n == nil || d.depth > 32 {
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	for _, k := range n.kids {
		switch k.name {
		case "p":
			d.paragraph(k)
		case "tbl":
			d.table(k)
		case "AlternateContent":
			d.body(k.alternative())
		case "sdt":
			if gallery := k.child("sdtPr", "docPartObj", "docPartGallery"); gallery.attr("val") != "Table of Contents" {
				d.body(k.child("sdtContent"))
			}
		case "ins", "moveTo", "customXml", "smartTag", "sdtContent", "txbxContent":
			d.body(k)
		}
	}
}

func (d *docxWriter) paragraph(p *node) {
	pr := p.child("pPr")
	style := d.styles.of(pr.child("pStyle").attr("val"))
	text, allBold := d.runs(p)
	defer d.after()
	if style.contents {
		return
	}
	level := style.outline
	if o := pr.child("outlineLvl"); o != nil {
		level = outlineLevel(o)
	}
	num, depth := d.numbers.next(pr, style)
	clean := fold(text)
	switch {
	case clean == "":
		return
	case level > 0:
		d.w.add(store.Heading, min(level, 6), num+clean)
	case style.code:
		d.w.addLines(store.CodeLine, 0, text)
	case depth > 0:
		d.w.add(store.Item, depth, num+clean)
	default:
		if allBold && utf8.RuneCountInString(clean) <= 80 && !strings.HasSuffix(clean, ".") && !strings.HasSuffix(clean, ",") {
			d.bold = append(d.bold, len(d.w.blocks))
		}
		d.w.add(store.Paragraph, 0, clean)
	}
}

// promote makes headings of short bold paragraphs in documents whose author used no heading styles.
func (d *docxWriter) promote() {
	for _, b := range d.w.blocks {
		if b.Kind == store.Heading && b.From > 0 {
			return
		}
	}
	if len(d.bold)*2 > len(d.w.blocks) {
		return
	}
	for _, i := range d.bold {
		d.w.blocks[i].Kind, d.w.blocks[i].Level = store.Heading, 2
	}
}

// after writes what was met in the paragraph and stands outside of its line.
func (d *docxWriter) after() {
	pending := d.pending
	d.pending = nil
	for _, n := range pending {
		d.body(n)
	}
}

// runs is the text of a paragraph; bold says that all of it is.
func (d *docxWriter) runs(p *node) (text string, bold bool) {
	var b strings.Builder
	bold = true
	var walk func(n *node)
	walk = func(n *node) {
		for _, k := range n.kids {
			switch k.name {
			case "r":
				if pr := k.child("rPr"); pr.child("vanish").on() {
					continue
				} else if !pr.child("b").on() && strings.TrimSpace(k.child("t").allText()) != "" {
					bold = false
				}
				walk(k)
			case "t":
				b.WriteString(k.text)
			case "tab", "ptab":
				b.WriteByte('\t')
			case "br", "cr":
				b.WriteByte('\n')
			case "noBreakHyphen":
				b.WriteByte('-')
			case "oMath":
				b.WriteString(formula(k))
			case "footnoteReference", "endnoteReference":
				key := strings.TrimSuffix(k.name, "Reference") + "s" + k.attr("id")
				if n := d.notes[key]; n != nil {
					delete(d.notes, key) // once is enough, and a note may refer to itself
					d.pending = append(d.pending, n)
				}
			case "txbxContent":
				d.pending = append(d.pending, k)
			case "AlternateContent":
				if a := k.alternative(); a != nil {
					walk(a)
				}
			case "del", "moveFrom", "pPr", "rPr", "instrText", "delText", "rt", "sdtPr":
			default:
				walk(k)
			}
		}
	}
	walk(p)
	return b.String(), bold
}

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

// outlineLevel is 1 to 9; 0 = body text.
func outlineLevel(n *node) int {
	v, err := strconv.Atoi(n.attr("val"))
	if err != nil || v < 0 || v > 8 {
		return 0
	}
	return v + 1
}
