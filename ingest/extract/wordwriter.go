package extract

import (
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// wordWriter writes the paragraphs of a Word document, new or old, as blocks.
type wordWriter struct {
	w    *writer
	bold []int // blocks that look like headings but have no heading style
}

// wordParagraph is a paragraph with what its style and its own formatting make of it.
type wordParagraph struct {
	text   string
	bold   bool // all of it
	code   bool
	level  int    // of a heading; 0 = none
	number string // in its list, with a blank behind
	depth  int    // of its list; 0 = none
}

func (d *wordWriter) put(p wordParagraph) {
	clean := fold(p.text)
	switch {
	case clean == "":
		return
	case p.level > 0:
		d.w.add(store.Heading, min(p.level, 6), p.number+clean)
	case p.code:
		d.w.addLines(store.CodeLine, 0, p.text)
	case p.depth > 0:
		d.w.add(store.Item, p.depth, p.number+clean)
	default:
		if p.bold && utf8.RuneCountInString(clean) <= 80 && !strings.HasSuffix(clean, ".") && !strings.HasSuffix(clean, ",") {
			d.bold = append(d.bold, len(d.w.blocks))
		}
		d.w.add(store.Paragraph, 0, clean)
	}
}

// promote makes headings of short bold paragraphs in documents whose author used no heading styles.
func (d *wordWriter) promote() {
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
