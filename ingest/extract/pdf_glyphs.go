package extract

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

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
func (r *charReader) astray(i int, c rune, y1 float32) (bool, error) {
	if c != 'f' && c != 'i' && c != 'l' || abs(y1-r.lastY1) < 0.5*r.word.size || r.turn != across {
		return false, nil
	}
	object, err := r.call(quick, "FPDFText_GetTextObject", r.page, uint64(i))
	return object == r.object && object != 0, err
}
