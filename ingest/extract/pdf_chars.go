package extract

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf16"
)

// charReader turns PDFium's stream of characters into words.
type charReader struct {
	*pdfDocument
	ctx   context.Context
	page  uint64
	frame frame
	faces map[uint64]*pdfFace

	object uint64 // the text object of the last word, and what it says of its characters
	face   *pdfFace
	size   float32
	turn   turn

	words   []pdfWord
	text    strings.Builder
	word    pdfWord
	open    bool
	blank   bool // a blank came since the last word
	seen    int
	strange int // glyphs without a character that are no part of a word

	lastX0, lastY0, lastX1, lastY1 float32 // box of the last character
	narrow, broad                  float32 // the widths of letters of the word that differ in most fonts; 0 = none yet
}

func newCharReader(ctx context.Context, d *pdfDocument, text uint64, view frame) *charReader {
	return &charReader{pdfDocument: d, ctx: ctx, page: text, frame: view, faces: map[uint64]*pdfFace{}, face: &pdfFace{}, size: 10}
}

// quick is for the thousands of small calls of a page: they cannot loop, and a context that cannot end costs nothing.
var quick = context.Background()

func (r *charReader) read() error {
	n, err := r.call(r.ctx, "FPDFText_CountChars", r.page)
	if err != nil {
		return err
	}
	count := min(int(int32(n)), maxChars)
	if count <= 0 {
		return nil
	}
	units, err := r.units(count)
	if err != nil {
		return err
	}
	r.blank = true
	for i := 0; i < count; i++ {
		c, at := rune(units[i]), i
		if utf16.IsSurrogate(c) && i+1 < count {
			if joined := utf16.DecodeRune(c, rune(units[i+1])); joined != unicode.ReplacementChar {
				c = joined
				i++
			}
		}
		if c == '\r' && i+1 < count && units[i+1] == '\n' {
			c = lineEnd
			i++
		}
		if err := r.char(at, c); err != nil {
			return err
		}
		if i%1024 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
	}
	r.flush()
	r.words = stackWords(r.words)
	return nil
}

// char adds one character.
func (r *charReader) char(i int, c rune) error {
	c, err := r.decide(i, c)
	if err != nil {
		return err
	}
	if unicode.IsSpace(c) || c == '\u200b' || c == 0x3000 {
		r.flush()
		r.blank = true
		return nil
	}
	ok, err := r.call(quick, "FPDFText_GetLooseCharBox", r.page, uint64(i), r.scratch)
	if err != nil {
		return err
	}
	if int32(ok) == 0 {
		return nil
	}
	b := r.floats(4)
	x0, y0, x1, y1 := r.frame.box(b[0], b[1], b[2], b[3])
	if c == unknown && x1-x0 < 0.35*r.size { // as narrow as a blank
		r.flush()
		r.blank = true
		r.seen++
		r.strange++
		return nil
	}
	if r.open && r.breaks(x0, y0, x1, y1) {
		astray, err := r.astray(i, c, y1)
		if err != nil {
			return err
		}
		if astray {
			x0, y0, x1, y1 = r.lastX1, r.lastY0, r.lastX1+0.3*r.word.size, r.lastY1
		} else {
			r.flush()
		}
	}
	if !r.open {
		if err := r.begin(i); err != nil {
			return err
		}
		r.word = pdfWord{x0: x0, y0: y0, x1: x1, y1: y1, size: r.size, face: r.face, turn: r.turn, glued: !r.blank}
		if r.word.base, err = r.baseline(i); err != nil {
			return err
		}
		r.open, r.blank = true, false
		r.narrow, r.broad = 0, 0
	}
	switch {
	case strings.ContainsRune("ijlt.,:;'!|()", c):
		r.narrow = x1 - x0
	case strings.ContainsRune("mwMWABCDGHNOQeabdghnopquk", c):
		r.broad = x1 - x0
	}
	s := legible(c, r.face.symbol)
	if r.face.big && operators[c] != "" {
		s = operators[c]
	}
	if c == lam && r.swapsAlef(x0, x1) {
		return nil
	}
	if s == "" || c == unknown {
		r.word.odd++
	}
	r.text.WriteString(s)
	r.seen++
	w := &r.word
	w.x0, w.y0, w.x1, w.y1 = min(w.x0, x0), min(w.y0, y0), max(w.x1, x1), max(w.y1, y1)
	r.lastX0, r.lastY0, r.lastX1, r.lastY1 = x0, y0, x1, y1
	return nil
}

// breaks reports whether the next character cannot belong to the word in hand, though no blank came between them.
func (r *charReader) breaks(x0, y0, x1, y1 float32) bool {
	em := max(r.word.size, 1)
	switch r.turn {
	case down, up:
		if abs(x0-r.lastX0) > 0.35*em {
			return true
		}
		return max(y0-r.lastY1, r.lastY0-y1) > 0.3*em
	case stacked:
		return abs((x0+x1)-(r.lastX0+r.lastX1)) > em || max(y0-r.lastY1, r.lastY0-y1) > 0.6*em
	}
	if abs(y1-r.lastY1) > 0.15*em && abs(y0-r.lastY0) > 0.15*em {
		return true
	}
	return max(x0-r.lastX1, r.lastX0-x1) > 0.3*em
}

// flush ends the word in hand.
func (r *charReader) flush() {
	if !r.open {
		return
	}
	r.open = false
	w := r.word
	if r.narrow > 0 && r.broad > 0 && w.turn == across {
		if w.pitch = pitchProportional; abs(r.broad-r.narrow) < 0.03*w.size {
			w.pitch = pitchFixed
		}
	}
	odd := w.odd
	w.text = mend(compose(r.text.String()), w.face.mono || w.pitch == pitchFixed || !w.face.named)
	r.text.Reset()
	if w.turn == across {
		w.y0, w.y1 = max(w.y0, w.base-1.05*w.size), min(w.y1, w.base+0.35*w.size)
		if w.y1-w.y0 < 0.3*w.size {
			w.y0, w.y1 = w.base-0.75*w.size, w.base+0.22*w.size
		}
	}
	if w.text == "" || w.x1 < 0 || w.y1 < 0 || w.x0 > r.frame.width || w.y0 > r.frame.height {
		r.blank = r.blank || w.text != ""
		r.strange += odd
		return
	}
	w.seq = len(r.words)
	r.words = append(r.words, w)
}
