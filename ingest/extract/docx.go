package extract

import (
	"context"
	"strconv"

	"ibid/store"
)

// docx reads Word documents: headings by style or outline level, numbered lists, tables, text boxes and footnotes, in the order
// of the document and in the state in which all tracked changes are accepted.
type docx struct{}

// Extract implements Extractor.
func (docx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f, "word/document.xml")
	if err != nil {
		return Text{}, err
	}
	d := &docxWriter{wordWriter: wordWriter{w: newWriter()}, notes: map[string]*node{}}
	d.graphics = drawings{o, o.related, d.w}
	for _, r := range o.related {
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
	d.body(o.main.child("body"))
	d.put(wordParagraph{text: d.open})
	d.promote()
	title := o.title()
	if title == "" {
		title = firstHeading(d.w)
	}
	return onePage("docx", store.UnitHeading, title, d.w)
}

type docxWriter struct {
	wordWriter
	graphics drawings
	styles   docxStyles
	numbers  *docxNumbers
	notes    map[string]*node // by kind and id
	pending  []*node          // notes, text boxes and drawings that follow the paragraph
	open     string           // paragraphs before that are no whole ones
	depth    int
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
		case "chart", "relIds":
			d.graphics.drawing(k)
		}
	}
}

func (d *docxWriter) paragraph(p *node) {
	pr := p.child("pPr")
	style := d.styles.of(pr.child("pStyle").attr("val"))
	text, allBold := d.runs(p, style.bold)
	capital := pr.child("framePr").attr("dropCap") // the first letter of the next paragraph, in a frame
	if mark := pr.child("rPr"); mark.child("del") != nil || mark.child("moveFrom") != nil || capital == "drop" || capital == "margin" {
		d.open += text
		return
	}
	text, d.open = d.open+text, ""
	defer d.after()
	if style.contents {
		return
	}
	level := style.outline
	if o := pr.child("outlineLvl"); o != nil {
		level = outlineLevel(o)
	}
	num, depth := d.numbers.next(pr, style)
	d.put(wordParagraph{text: text, bold: allBold, code: style.code, level: level, number: num, depth: depth})
}

// outlineLevel is 1 to 9; 0 = body text.
func outlineLevel(n *node) int {
	v, err := strconv.Atoi(n.attr("val"))
	if err != nil || v < 0 || v > 8 {
		return 0
	}
	return v + 1
}
