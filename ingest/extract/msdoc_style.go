package extract

import (
	"strconv"
	"strings"
)

// docStyle is what matters of a style, with what it inherits.
type docStyle struct {
	docxStyle
	bold, hidden bool
}

// rawStyle is a style as it stands in the file.
type rawStyle struct {
	known, kind, base int
	name              string
	props             [2][]byte // a paragraph's, then a character's; a style of characters has only the first
}

const (
	styleOfParagraphs = 1
	styleOfCharacters = 2
)

// Numbers of built-in styles, which are the same in every language.
const (
	knownHeading  = 1 // to 9
	knownContents = 19
	knownTitle    = 62
	knownListing  = 101 // HTML preformatted
)

// maxDocStyles is how many styles there are numbers for.
const maxDocStyles = 0xfff

// readStyles reads the style sheet.
func (d *docFile) readStyles() error {
	b := d.structure(tableStyles)
	head := u16(b, 0)
	count, base := min(u16(b, 2), maxDocStyles), u16(b, 4)
	b = b[min(2+head, len(b)):]
	var raw []rawStyle
	for i := 0; i < count && len(b) >= 2; i++ {
		size := u16(b, 0)
		raw = append(raw, d.rawStyle(bytesAt(b, 2, size), base))
		b = b[min(2+size, len(b)):]
	}
	d.styles = make([]docStyle, len(raw))
	for i := range raw {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		d.styles[i] = d.resolve(raw, i, 0)
	}
	return nil
}

func (d *docFile) rawStyle(b []byte, base int) (s rawStyle) {
	if len(b) < base || base < 8 {
		return s
	}
	s.known, s.kind, s.base = u16(b, 0)&0xfff, u16(b, 2)&0xf, u16(b, 2)>>4
	parts := u16(b, 4) & 0xf
	at := base
	if d.old {
		size := int(bytesOr(b, at))
		s.name = string(bytesAt(b, at+1, size))
		at += size + 2
	} else {
		size := 2 * u16(b, at)
		s.name = wideText(bytesAt(b, at+2, size))
		at += size + 4
	}
	for i := range min(parts, len(s.props)) {
		at += at & 1
		size := u16(b, at)
		s.props[i] = bytesAt(b, at+2, size)
		at += 2 + size
	}
	return s
}

// resolve applies a style to those that it is based on.
func (d *docFile) resolve(raw []rawStyle, i, depth int) docStyle {
	if i >= len(raw) || depth > 16 || raw[i].kind == 0 {
		return docStyle{}
	}
	r := raw[i]
	s := d.resolve(raw, r.base, depth+1)
	name := strings.ToLower(fold(r.name))
	switch level, named := headingOf(name); {
	case r.kind != styleOfParagraphs:
	case r.known >= knownHeading && r.known < knownHeading+9:
		s.outline = r.known - knownHeading + 1
	case d.old && i >= 1 && i <= 9:
		s.outline = i
	case named:
		s.outline = level
	case r.known == knownTitle:
		s.outline = 1
	case r.known >= knownContents && r.known < knownContents+9 || contentsName.MatchString(name):
		s.contents = true
	case r.known == knownListing || codeName.MatchString(name):
		s.code = true
	}
	characters := r.props[0]
	if r.kind == styleOfParagraphs {
		characters = r.props[1]
		d.eachProp(r.props[0][min(2, len(r.props[0])):], func(code, value int) { s.paragraphProp(code, value) })
	}
	if r.kind == styleOfParagraphs || r.kind == styleOfCharacters {
		d.eachProp(characters, func(code, value int) {
			switch code {
			case sprmBold:
				s.bold = toggled(value, s.bold)
			case sprmHidden:
				s.hidden = toggled(value, s.hidden)
			}
		})
	}
	return s
}

// noList is the number from which on uses of lists are none.
const noList = 0x7ff

// paragraphProp applies what a style and a paragraph have in common.
func (s *docxStyle) paragraphProp(code, value int) {
	switch code {
	case sprmOutline:
		if s.outline = value + 1; value > 8 {
			s.outline = 0
		}
	case sprmListLevel:
		s.ilvl = value
	case sprmList:
		if s.numID = strconv.Itoa(value); value >= noList {
			s.numID = ""
		}
	}
}

// toggled is a property that a style has or not, with a value of its own: 128 leaves it, 129 turns it round.
func toggled(value int, style bool) bool {
	if value >= 128 {
		return style != (value&1 == 1)
	}
	return value != 0
}

// style is the style of a number; none for one that there is not.
func (d *docFile) style(i int) docStyle {
	if i < len(d.styles) {
		return d.styles[i]
	}
	return docStyle{}
}
