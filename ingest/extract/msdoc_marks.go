package extract

// docMark is what is to know of a sign of the text.
type docMark uint8

const (
	markHidden docMark = 1 << iota // deleted, hidden or the code of a field
	markBold
	markSpecial // stands for something else
)

// Signs of the text that are not written.
const (
	signCell       = 0x07
	signLine       = 0x0b
	signPage       = 0x0c
	signParagraph  = 0x0d
	signFieldBegin = 0x13
	signFieldSplit = 0x14
	signFieldEnd   = 0x15
	signHyphen     = 0x1e
)

// markCharacters marks the signs by the formatting of their runs, over that of their paragraphs.
func (d *docFile) markCharacters() error {
	d.marks = make([]docMark, len(d.text))
	runs := d.runs(tableCharacters, 1)
	par := 0
	for _, p := range d.pieces {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		var whole docCharacter
		d.eachPieceProp(p, func(code, value int) { d.characterProp(&whole, code, value) })
		for at, i := p.from, runAt(runs, p.at); at < p.to; i++ {
			if err := d.ctx.Err(); err != nil { // each may have much formatting
				return err
			}
			c, end := whole, p.to
			if i < len(runs) {
				r := runs[i]
				if begin := p.from + (r.from-p.at)/p.width(); begin > at {
					end, i = min(end, begin), i-1 // between two runs
				} else {
					end = min(end, p.from+(r.to-p.at+p.width()-1)/p.width())
					c = docCharacter{}
					d.eachProp(r.props, func(code, value int) { d.characterProp(&c, code, value) })
					d.eachPieceProp(p, func(code, value int) { d.characterProp(&c, code, value) })
				}
			}
			par = d.markRun(c, docSpan{at, end}, par)
			at = max(at, end)
		}
	}
	for i := range d.parts {
		d.hideFields(d.span(i))
	}
	return nil
}

// markRun marks the signs of a run; par is the paragraph that the run before was in.
func (d *docFile) markRun(c docCharacter, s docSpan, par int) int {
	d.replaceSigns(c, s)
	for at := s.from; at < s.to; {
		for par < len(d.paragraphs)-1 && d.paragraphs[par].to < at {
			par++
		}
		end := min(s.to, max(d.paragraphs[par].to, at)+1)
		if m := c.mark(d.style(d.paragraphs[par].style)); m != 0 {
			for ; at < end; at++ {
				d.marks[at] |= m
			}
		}
		at = end
	}
	return par
}

// docCharacter is the formatting of a run. What it does not say itself is as in the style of its paragraph.
type docCharacter struct {
	special, deleted bool
	style            docStyle
	bold, hidden     int    // the value of the property, and 1; 0 = not said
	symbol           uint16 // which sign of a font is meant; 0 = the one that stands there
	font             int
}

func (d *docFile) characterProp(c *docCharacter, code, value int) {
	switch code {
	case sprmDeleted:
		c.deleted = value&1 == 1
	case sprmSpecial:
		c.special = value&1 == 1
	case sprmBold:
		c.bold = value&0xff + 1
	case sprmHidden:
		c.hidden = value&0xff + 1
	case sprmSymbol:
		c.font, c.symbol = value&0xffff, uint16(value>>16)
	case sprmFont:
		if c.symbol == 0 {
			c.font = value
		}
	case sprmCharStyle:
		c.style = d.style(value)
	}
}

func (c docCharacter) mark(paragraph docStyle) (m docMark) {
	bold, hidden := paragraph.bold != c.style.bold, paragraph.hidden != c.style.hidden
	if c.bold > 0 {
		bold = toggled(c.bold-1, bold)
	}
	if c.hidden > 0 {
		hidden = toggled(c.hidden-1, hidden)
	}
	if bold {
		m |= markBold
	}
	if hidden || c.deleted {
		m |= markHidden
	}
	if c.special && c.symbol == 0 {
		m |= markSpecial
	}
	return m
}
