package extract

import "strings"

// The signs of the font Symbol, from 0x20 and from 0xa0 on. Those of other fonts of pictures are ornaments.
var (
	symbolSigns = []rune(" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
	symbolMore  = []rune("€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑")
)

// The signs of fonts of pictures stand in a private area of Unicode.
const (
	pictureSigns    = 0xf000
	pictureSignsEnd = 0xf100
)

// pictureSign is what a sign of the private area means; 0 when it is an ornament.
func pictureSign(sign uint16, symbolFont bool) uint16 {
	if symbolFont {
		signs, at := symbolSigns, int(sign)-pictureSigns-0x20
		if at >= 0x80 {
			signs, at = symbolMore, at-0x80
		}
		if at >= 0 && at < len(signs) {
			return uint16(signs[at])
		}
		return 0
	}
	for _, r := range privateSigns[rune(sign)] {
		return uint16(r)
	}
	return 0
}

// readFonts reads which fonts of the document are Symbol.
func (d *docFile) readFonts() {
	if d.old {
		return
	}
	const nameAt = 40
	b := d.structure(tableFonts)
	d.symbolFonts = map[int]bool{}
	at := 4
	for i := range u16(b, 0) {
		size := 1 + int(bytesOr(b, at))
		if name := bytesAt(b, at+nameAt, size-nameAt); len(name) >= 12 && strings.EqualFold(wideText(name[:12]), "Symbol") {
			d.symbolFonts[i] = true
		}
		at += size
	}
}

// replaceSigns puts the sign that a property names in the place of the bracket that stands for it, and those that can be read in
// the place of pictures.
func (d *docFile) replaceSigns(c docCharacter, s docSpan) {
	for i := s.from; i < s.to; i++ {
		if c.symbol != 0 && d.text[i] == '(' {
			d.text[i] = c.symbol
		}
		if d.text[i] >= pictureSigns && d.text[i] < pictureSignsEnd {
			d.text[i] = pictureSign(d.text[i], d.symbolFonts[c.font])
		}
	}
}
