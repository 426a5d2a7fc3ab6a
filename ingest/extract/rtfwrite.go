package extract

import (
	"strings"
	"unicode"
)

// take ends the paragraph that is being read.
func (r *rtfReader) take() wordParagraph {
	style := r.styleOf(r.group.style)
	p := wordParagraph{text: r.par.text.String(), bold: r.par.bold && !r.par.plain, code: style.code, level: style.outline}
	if r.group.level >= 0 {
		p.level = r.group.level
	}
	mark := fold(r.par.mark.String())
	if strings.IndexFunc(mark, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }) >= 0 && mark != "o" { // not a bullet
		p.number = mark + " "
	}
	if r.group.list || mark != "" {
		p.depth = r.group.depth + 1
	}
	if style.contents {
		p = wordParagraph{}
	}
	*r.par = rtfParagraph{}
	return p
}

func (r *rtfReader) paragraphEnds() {
	p := r.take()
	switch {
	case len(r.outside) > 0:
		r.later = append(r.later, p)
	case r.group.inTable:
		r.cell = append(r.cell, p)
	default:
		r.rowEnds() // one that was not ended
		r.put(p)
		r.settle()
	}
}

// settle writes the notes of the paragraph or row before.
func (r *rtfReader) settle() {
	later := r.later
	r.later = nil
	for _, p := range later {
		r.put(p)
	}
}

// noteBegins puts the paragraph by in which a note stands.
func (r *rtfReader) noteBegins() {
	r.group.note = true
	r.group.style, r.group.level, r.group.list, r.group.inTable = 0, -1, false, false
	r.outside = append(r.outside, r.par)
	r.par = &rtfParagraph{}
}

func (r *rtfReader) noteEnds() {
	r.later = append(r.later, r.take())
	n := len(r.outside) - 1
	r.par, r.outside = r.outside[n], r.outside[:n]
}

func (r *rtfReader) cellEnds() {
	if len(r.outside) > 0 { // a table in a text box
		r.write(" ")
		return
	}
	r.cells = append(r.cells, append(r.cell, r.take()))
	r.cell = nil
}

// rowEnds writes a row. A table of one column is a frame around text, not a table.
func (r *rtfReader) rowEnds() {
	if len(r.outside) > 0 {
		return
	}
	cells := r.cells
	if r.cell != nil {
		cells = append(cells, r.cell)
	}
	r.cells, r.cell = nil, nil
	if len(cells) == 1 {
		for _, p := range cells[0] {
			r.put(p)
		}
	} else {
		row := make([]string, len(cells))
		for i, c := range cells {
			var parts []string
			for _, p := range c {
				if s := fold(p.text); s != "" {
					parts = append(parts, p.number+s)
				}
			}
			row[i] = strings.Join(parts, " ")
		}
		r.w.addRow(row)
	}
	if len(cells) > 0 {
		r.settle()
	}
}
