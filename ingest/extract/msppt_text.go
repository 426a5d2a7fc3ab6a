package extract

import "strings"

// pptText is a text with its formatting. Where it stands in the list of slides, a shape only has its number there.
type pptText struct {
	kind  int
	at    int    // in the list of slides, where the shape does not have the text itself; -1 = it does
	wide  []byte // UTF-16
	style []byte
	holes map[int]bool // positions of signs that stand for a date or the number of the slide
}

// The kinds of texts.
const (
	textTitle   = 0
	textBody    = 1
	textNotes   = 2
	textCentred = 6 // a title
	textHalf    = 7
	textQuarter = 8
	textNone    = -1
)

func (t pptText) title() bool { return t.kind == textTitle || t.kind == textCentred }

// bulleted says that the text is a list where nothing else is said.
func (t pptText) bulleted() bool {
	return t.kind == textBody || t.kind == textHalf || t.kind == textQuarter
}

// addText takes in the next of the records that texts consist of.
func addText(texts []pptText, r pptRecord) []pptText {
	switch r.kind {
	case recTextHeader:
		return append(texts, pptText{kind: u32(r.body, 0), at: -1})
	case recOutlineRef:
		return append(texts, pptText{at: u32(r.body, 0)})
	}
	if len(texts) == 0 {
		return nil
	}
	t := &texts[len(texts)-1]
	switch r.kind {
	case recTextChars:
		t.wide = r.body
	case recTextBytes:
		t.wide = make([]byte, 2*len(r.body))
		for i, c := range r.body {
			t.wide[2*i] = c
		}
	case recTextStyle:
		t.style = r.body
	case recSlideNumber, recDateTime, recGenericDate, recHeader, recFooter:
		if t.holes == nil {
			t.holes = map[int]bool{}
		}
		t.holes[u32(r.body, 0)] = true
	}
	return texts
}

// paragraphs are the paragraphs of a text.
func (d *pptFile) paragraphs(t pptText) []slideParagraph {
	const end, line = '\r', '\v'
	n := len(t.wide) / 2
	pars, chars := readRuns(t.style, n)
	var out []slideParagraph
	var par, char pptRun
	for at := 0; at < n; at++ {
		par, pars = runOf(pars, at)
		p := slideParagraph{item: t.bulleted(), level: min(par.level, 8) + 1}
		if par.said {
			p.item = par.item
		}
		var units []byte
		signs, mono := 0, 0
		for ; at < n && u16(t.wide, 2*at) != end; at++ {
			switch u := u16(t.wide, 2*at); {
			case t.holes[at]:
			case u == line:
				units = append(units, '\n', 0)
			default:
				units = append(units, t.wide[2*at:2*at+2]...)
				if char, chars = runOf(chars, at); u > ' ' {
					signs++
					if d.mono[char.font] {
						mono++
					}
				}
			}
		}
		p.text, p.mono = wideText(units), mostlyMono(signs, mono)
		out = append(out, p)
	}
	return out
}

func untilZero(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}
