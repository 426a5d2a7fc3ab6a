package extract

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"
)

// docWriter writes the text of a document in the order in which it is read.
type docWriter struct {
	wordWriter
	d       *docFile
	numbers *docxNumbers
	notes   map[int][]docSpan // notes and text boxes by the sign that they belong to
	pending []docSpan         // those that follow the paragraph
}

// all writes the body, with notes and text boxes behind the paragraphs that they belong to, and the boxes that belong to none.
func (w *docWriter) all() error {
	if err := w.write(w.d.span(docBody)); err != nil {
		return err
	}
	w.pending = w.notes[noSign]
	return w.after()
}

// write writes the paragraphs and tables of a stretch of text.
func (w *docWriter) write(s docSpan) error {
	pars := w.d.paragraphs
	first := sort.Search(len(pars), func(i int) bool { return pars[i].to >= s.from })
	var t docTable
	for i, p := range pars[first:] {
		if i%1000 == 0 && w.d.ctx.Err() != nil {
			return w.d.ctx.Err()
		}
		if p.from >= s.to {
			break
		}
		text, bold := w.signs(docSpan{max(p.from, s.from), min(p.to, s.to)})
		var out wordParagraph
		if !p.contents {
			out = wordParagraph{text: text, bold: bold, code: p.code, level: p.outline}
			out.number, out.depth = w.numbers.count(p.numID, p.ilvl)
		}
		if p.table || p.cell {
			t.add(p, out, w.pending)
			w.pending = nil
			continue
		}
		if err := w.table(&t); err != nil {
			return err
		}
		w.put(out)
		if err := w.after(); err != nil {
			return err
		}
	}
	return w.table(&t)
}

// after writes what belongs to the paragraph and stands outside of its line.
func (w *docWriter) after() error {
	pending := w.pending
	w.pending = nil
	for _, s := range pending {
		if err := w.write(s); err != nil {
			return err
		}
	}
	return nil
}

// signs is what can be read of a stretch of text; bold says that all of it is.
func (w *docWriter) signs(s docSpan) (text string, bold bool) {
	var b strings.Builder
	plain := false
	for at := s.from; at < s.to; at++ {
		sign, mark := w.d.text[at], w.d.marks[at]
		if mark&markHidden != 0 {
			continue
		}
		if notes := w.notes[at]; notes != nil {
			w.pending = append(w.pending, notes...)
		}
		switch {
		case mark&markSpecial != 0:
			continue
		case sign == signLine:
			sign = '\n'
		case sign == signHyphen:
			sign = '-'
		case sign < ' ' && sign != '\t':
			continue
		}
		r := rune(sign)
		if utf16.IsSurrogate(r) && at+1 < s.to {
			if r = utf16.DecodeRune(r, rune(w.d.text[at+1])); r != unicode.ReplacementChar {
				at++
			}
		}
		if b.WriteRune(r); !unicode.IsSpace(r) {
			bold = bold || mark&markBold != 0
			plain = plain || mark&markBold == 0
		}
	}
	return b.String(), bold && !plain
}
