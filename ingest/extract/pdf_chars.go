package extract

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// pdfWord is a run of characters without a blank between them, on one line.
type pdfWord struct {
	text           string
	x0, y0, x1, y1 float32 // points, origin at the top left of the page as it is seen
	base           float32 // the line it stands on, measured like y
	size           float32 // of the font, in points on the page
	face           *pdfFace
	turn           turn
	seq            int  // place in the file's own order
	glued          bool // follows the word before it in the file without a blank
	odd            int  // characters that have no meaning: broken fonts
	pitch          pitch
}

// pitch is what the widths of a word's characters tell about its font.
type pitch uint8

const (
	pitchUnknown pitch = iota
	pitchFixed
	pitchProportional
)

// turn is the direction in which a word runs, in quarter turns clockwise.
type turn uint8

const (
	across turn = iota
	down
	over
	up
	stacked // one character below the other, as in vertical Japanese
)

// pdfFace is what a font tells about the role of its words.
type pdfFace struct {
	bold, mono, symbol bool
	big                bool // TeX's font of large operators
	broken             bool // its codes have no meaning
	named              bool
}

// pdfSheet is a page as PDFium gives it.
type pdfSheet struct {
	width, height float32
	words         []pdfWord
	chars         int
	strange       int
	images        float32 // share of the page that pictures cover, known only where there is little text
	label         string
	failed        bool // PDFium could not read it
	second        bool // read by the second reader
}

const (
	maxChars = 200_000 // a page; more is no text for people
	fewChars = 60      // so little text makes pictures interesting
)

// sheet reads page n, counted from 0.
func (d *pdfDocument) sheet(ctx context.Context, n int) (pdfSheet, error) {
	page, err := d.call(ctx, "FPDF_LoadPage", d.handle, uint64(n))
	if err != nil {
		return pdfSheet{}, err
	}
	if page, err = d.withNotes(ctx, page, n); err != nil {
		return pdfSheet{}, err
	}
	if page == 0 {
		return pdfSheet{failed: true}, nil
	}
	s, err := d.readSheet(ctx, page)
	if err != nil {
		return s, err
	}
	_, err = d.call(ctx, "FPDF_ClosePage", page)
	return s, err
}

func (d *pdfDocument) readSheet(ctx context.Context, page uint64) (pdfSheet, error) {
	view, err := d.frame(ctx, page)
	if err != nil {
		return pdfSheet{}, err
	}
	s := pdfSheet{width: view.width, height: view.height}
	text, err := d.call(ctx, "FPDFText_LoadPage", page)
	if err != nil {
		return s, err
	}
	if text != 0 {
		r := newCharReader(ctx, d, text, view)
		if err := r.read(); err != nil {
			return s, err
		}
		s.words, s.chars, s.strange = r.words, r.seen, r.strange
		if _, err := d.call(ctx, "FPDFText_ClosePage", text); err != nil {
			return s, err
		}
	}
	if s.chars < fewChars {
		s.images, err = d.imageShare(ctx, page, view)
	}
	return s, err
}

// frame is how the coordinates of a page's content lie on the page that people see.
type frame struct {
	left, bottom, right, top float32 // of the visible box, in the content's coordinates
	quarter                  int     // the page is shown turned clockwise by so many quarters
	width, height            float32 // as shown
}

func (d *pdfDocument) frame(ctx context.Context, page uint64) (frame, error) {
	ok, err := d.call(ctx, "FPDF_GetPageBoundingBox", page, d.scratch)
	if err != nil {
		return frame{}, err
	}
	v := d.floats(4)
	f := frame{left: min(v[0], v[2]), bottom: min(v[1], v[3]), right: max(v[0], v[2]), top: max(v[1], v[3])}
	if int32(ok) == 0 || f.right-f.left < 1 || f.top-f.bottom < 1 {
		f = frame{right: 612, top: 792}
	}
	quarter, err := d.call(ctx, "FPDFPage_GetRotation", page)
	f.quarter = int(quarter) & 3
	f.width, f.height = f.right-f.left, f.top-f.bottom
	if f.quarter%2 == 1 {
		f.width, f.height = f.height, f.width
	}
	return f, err
}

// point maps a point of the content to the page as seen, y downwards.
func (f *frame) point(x, y float32) (float32, float32) {
	x, y = x-f.left, f.top-y
	switch f.quarter {
	case 1:
		return f.width - y, x
	case 2:
		return f.width - x, f.height - y
	case 3:
		return y, f.height - x
	}
	return x, y
}

// box maps a rectangle.
func (f *frame) box(left, top, right, bottom float32) (x0, y0, x1, y1 float32) {
	ax, ay := f.point(left, top)
	bx, by := f.point(right, bottom)
	return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
}

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
	return nil
}

// units returns the page's UTF-16 units, one for each of PDFium's characters. The whole text is one call; only where PDFium
// leaves characters out of it, because they have no Unicode, each is asked for.
func (r *charReader) units(count int) ([]uint16, error) {
	at, err := r.heap.MallocNoZero(uint64(2*count + 2))
	if err != nil {
		return nil, err
	}
	n, err := r.call(r.ctx, "FPDFText_GetText", r.page, 0, uint64(count), at)
	if err != nil {
		return nil, err
	}
	units := make([]uint16, count)
	if int(int32(n)) == count+1 {
		raw := r.bytes(at, 2*count)
		for i := range min(count, len(raw)/2) {
			units[i] = binary.LittleEndian.Uint16(raw[2*i:])
		}
	} else {
		for i := range count {
			c, err := r.call(quick, "FPDFText_GetUnicode", r.page, uint64(i))
			if err != nil {
				return nil, err
			}
			units[i] = uint16(c)
		}
	}
	_, err = r.call(quick, "free", at)
	return units, err
}

// PDFium's marks for a hyphen at the end of a line, and for a glyph without a character.
const (
	pdfMark   = 0x0002
	pdfMark16 = 0xFFFE
	lineEnd   = 0x2028 // what we make of the CR LF that PDFium puts between lines
)

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
		astray, err := r.astray(i, c)
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

// decide returns what a character stands for where PDFium leaves it open: its marks, and glyphs of fonts whose codes mean nothing.
func (r *charReader) decide(i int, c rune) (rune, error) {
	switch {
	case c == 0 || c == pdfMark || c == pdfMark16:
		hyphen, err := r.call(quick, "FPDFText_IsHyphen", r.page, uint64(i))
		if err != nil || int32(hyphen) == 1 {
			return '-', err
		}
		if c != pdfMark {
			return unknown, nil
		}
	case c == lineEnd:
		return '\n', nil
	case c >= ' ' && !r.face.broken:
		return c, nil
	}
	wrong, err := r.call(quick, "FPDFText_HasUnicodeMapError", r.page, uint64(i))
	if err != nil || int32(wrong) != 1 {
		return c, err
	}
	if !r.open {
		if err := r.begin(i); err != nil {
			return c, err
		}
	}
	r.face.broken = r.face.broken || c < ' '
	return unknown, nil
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

const lam = 'ل'

// swapsAlef puts lam before alef where both come from one glyph: PDFium turns that ligature round.
func (r *charReader) swapsAlef(x0, x1 float32) bool {
	text := r.text.String()
	last, n := utf8.DecodeLastRuneInString(text)
	if !strings.ContainsRune("اأإآ", last) || abs(x0-r.lastX0) > 0.05 || abs(x1-r.lastX1) > 0.05 {
		return false
	}
	r.text.Reset()
	r.text.WriteString(text[:len(text)-n] + string(lam) + string(last))
	r.seen++
	return true
}

// astray reports whether a character is part of a ligature that PDFium took apart and put in a wrong place, as it does inside figures.
func (r *charReader) astray(i int, c rune) (bool, error) {
	if c != 'f' && c != 'i' && c != 'l' {
		return false, nil
	}
	object, err := r.call(quick, "FPDFText_GetTextObject", r.page, uint64(i))
	return object == r.object && object != 0, err
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

func (r *charReader) baseline(i int) (float32, error) {
	if _, err := r.call(quick, "FPDFText_GetCharOrigin", r.page, uint64(i), r.scratch, r.scratch+8); err != nil {
		return 0, err
	}
	x, _ := r.memory.ReadFloat64Le(uint32(r.scratch))
	y, _ := r.memory.ReadFloat64Le(uint32(r.scratch) + 8)
	_, base := r.frame.point(float32(x), float32(y))
	return base, nil
}

// begin learns the font and direction of a word from its first character.
func (r *charReader) begin(i int) error {
	object, err := r.call(quick, "FPDFText_GetTextObject", r.page, uint64(i))
	if err != nil {
		return err
	}
	if object == r.object && object != 0 {
		return nil
	}
	r.object = object
	r.face, r.size, r.turn = &pdfFace{}, 10, across
	size, err := r.call(quick, "FPDFText_GetFontSize", r.page, uint64(i))
	if err != nil {
		return err
	}
	points := math.Float64frombits(size)
	ok, err := r.call(quick, "FPDFText_GetMatrix", r.page, uint64(i), r.scratch)
	if err != nil {
		return err
	}
	if int32(ok) != 0 {
		m := r.floats(6)
		points *= math.Hypot(float64(m[2]), float64(m[3]))
		r.turn = quarterOf(m[0], m[1], r.frame.quarter)
	}
	if points > 0.5 && points < 2000 {
		r.size = float32(points)
	}
	if object == 0 {
		return nil
	}
	font, err := r.call(quick, "FPDFTextObj_GetFont", object)
	if err != nil || font == 0 {
		return err
	}
	r.face, err = r.faceOf(font)
	return err
}

// quarterOf is the direction of a line of text whose matrix starts with a and b, on a page that is shown turned.
func quarterOf(a, b float32, turned int) turn {
	q := 0
	switch {
	case abs(a) >= abs(b) && a >= 0:
	case abs(a) >= abs(b):
		q = 2
	case b > 0:
		q = 3
	default:
		q = 1
	}
	return turn((q + turned) & 3)
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
