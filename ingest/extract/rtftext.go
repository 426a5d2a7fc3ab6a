package extract

import (
	"strings"
	"unicode/utf16"
)

// rtfFont is what matters of a font.
type rtfFont struct {
	page   int // code page; 0 = that of the document
	symbol bool
	signs  bool // pictures
	name   string
}

// rtfCharsets are the code pages of fonts by their character set.
var rtfCharsets = map[int]int{0: 1252, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253,
	162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850}

// byte takes a byte of text in.
func (r *rtfReader) byte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	r.raw = append(r.raw, c)
}

// flush decodes the bytes that were taken in.
func (r *rtfReader) flush() {
	if len(r.raw) == 0 {
		return
	}
	raw := r.raw
	r.raw = r.raw[:0]
	font := r.fonts[r.group.font]
	switch {
	case r.group.place == rtfMark && font.signs: // a bullet
	case r.group.place == rtfBody && font.signs:
		for _, c := range raw {
			if sign := pictureSign(pictureSigns+uint16(c), font.symbol); sign != 0 {
				r.write(string(rune(sign)))
			}
		}
	case (r.group.place == rtfBody || r.group.place == rtfMark) && font.page != 0:
		r.write(inCodePage(font.page, raw))
	default:
		r.write(inCodePage(r.page, raw))
	}
}

// unicode takes a sign in that is given by its number; those beyond 16 bits come in two halves.
func (r *rtfReader) unicode(n int) {
	r.flush()
	c := rune(uint16(n))
	switch {
	case n > 0xffff:
		c = rune(n)
	case utf16.IsSurrogate(c) && r.high == 0:
		r.high, c = c, 0
	case utf16.IsSurrogate(c):
		r.high, c = 0, utf16.DecodeRune(r.high, c)
	case c >= pictureSigns && c < pictureSignsEnd:
		c = rune(pictureSign(uint16(c), r.fonts[r.group.font].symbol))
	}
	if c != 0 {
		r.write(string(c))
	}
	r.skip = r.group.unicode
}

// write puts text where the group has it.
func (r *rtfReader) write(s string) {
	switch r.group.place {
	case rtfTitle:
		r.title.WriteString(s)
	case rtfFonts:
		f := r.fonts[r.font]
		f.name += strings.ToLower(s)
		f.symbol = strings.HasPrefix(f.name, "symbol")
		r.fonts[r.font] = f
	case rtfStyles:
		for i, part := range strings.Split(s, ";") {
			if i > 0 {
				r.named[r.style.id] = r.style
				r.style = rtfStyle{}
			}
			r.style.name += part
		}
	case rtfMark:
		r.par.mark.WriteString(s)
	case rtfBody:
		if r.group.hidden || r.group.deleted {
			return
		}
		r.par.text.WriteString(s)
		if strings.TrimSpace(s) != "" {
			r.par.bold, r.par.plain = r.par.bold || r.group.bold, r.par.plain || !r.group.bold
		}
	}
}
