package extract

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// maxDocText is how many signs a document may have: pieces of it may say the same bytes over and over.
const maxDocText = maxTextFile / 2

const (
	maxDocPieces = 1_000_000 // a document that was saved a thousand times has some thousands
	maxPieceProp = 1 << 15   // a piece has 15 bits to say which formatting is its own
)

// docPiece is a stretch of text that stands in the file in one piece.
type docPiece struct {
	docSpan
	at   int // in the stream
	wide bool
	prm  int // formatting of all of it
}

// width is how many bytes a sign takes.
func (p docPiece) width() int {
	if p.wide {
		return 2
	}
	return 1
}

// readText puts the pieces of the text behind each other.
func (d *docFile) readText() error {
	total := 0
	for _, n := range d.parts {
		total += n
	}
	if total > maxDocText {
		return fail(TooLarge, "%d signs, the limit is %d", total, maxDocText)
	}
	if err := d.readPieces(); err != nil {
		return err
	}
	if len(d.pieces) == 0 {
		if !d.old {
			return fail(Damaged, "no table of its pieces")
		}
		d.pieces = []docPiece{{docSpan: docSpan{0, total}, at: u32(d.main, 0x18)}}
	}
	narrow := d.narrowSigns()
	for i, p := range d.pieces {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		size := p.to - p.from
		if p.to > maxDocText {
			return fail(TooLarge, "%d signs, the limit is %d", p.to, maxDocText)
		}
		raw := d.main[min(p.at, len(d.main)):]
		raw = raw[:min(len(raw), size*p.width())]
		for j := 0; j+p.width() <= len(raw); j += p.width() {
			if p.wide {
				d.text = append(d.text, uint16(raw[j])|uint16(raw[j+1])<<8)
			} else {
				d.text = append(d.text, narrow[raw[j]])
			}
		}
		if len(d.text) < p.to { // the file ends before its text
			d.pieces = d.pieces[:i+1]
			d.pieces[i].to = len(d.text)
			break
		}
	}
	if len(d.text) == 0 && total > 1 {
		return fail(Damaged, "no text where it should be")
	}
	return nil
}

// readPieces reads the list of the pieces, before which stands formatting that they refer to.
func (d *docFile) readPieces() error {
	clx := d.structure(tableClx)
	for len(clx) > 3 && clx[0] == 1 {
		size := u16(clx, 1)
		if len(d.prcs) < maxPieceProp {
			d.prcs = append(d.prcs, bytesAt(clx, 3, size))
		}
		clx = clx[min(3+size, len(clx)):]
	}
	if len(clx) < 5 || clx[0] != 2 {
		return nil
	}
	list := clx[5:]
	list = list[:min(len(list), u32(clx, 1))]
	n := (len(list) - 4) / 12
	if n > maxDocPieces {
		return fail(TooLarge, "%d pieces, the limit is %d", n, maxDocPieces)
	}
	for i := range n {
		entry := 4*(n+1) + 8*i
		p := docPiece{docSpan: docSpan{u32(list, 4*i), u32(list, 4*i+4)}, at: u32(list, entry+2), prm: u16(list, entry+6)}
		if !d.old {
			const narrow = 1 << 30
			p.wide = p.at&narrow == 0
			if p.at &^= 3 << 30; !p.wide {
				p.at /= 2
			}
		}
		if i == 0 && p.from != 0 || i > 0 && p.from != d.pieces[i-1].to || p.to < p.from {
			return nil // what follows cannot be placed
		}
		d.pieces = append(d.pieces, p)
	}
	return nil
}

// narrowSigns are the characters of the pieces with a byte a sign: those of Western Windows, but in old files those of the country.
func (d *docFile) narrowSigns() (signs [256]uint16) {
	e := encoding.Encoding(charmap.Windows1252)
	if d.old {
		at := min(u32(d.main, 0x18), len(d.main))
		e = guess(d.main[at:min(max(at, u32(d.main, 0x1c)), len(d.main))])
	}
	for i := range signs {
		if signs[i] = uint16(i); i >= 0x80 {
			for _, r := range decodeWith(e, []byte{byte(i)}) {
				signs[i] = uint16(r)
			}
		}
	}
	return signs
}
