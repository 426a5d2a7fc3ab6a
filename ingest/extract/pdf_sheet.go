package extract

import "context"

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
	garbled            bool // its letters stand for others
}

// pdfSheet is a page as PDFium gives it.
type pdfSheet struct {
	width, height float32
	words         []pdfWord
	chars         int
	strange       int
	images        float32 // share of the page that pictures cover, known only where there is little text
	label         string
	failed        bool     // PDFium could not read it
	second        bool     // read by the second reader
	seen          bool     // read from its picture
	later         bool     // is to be read from its picture
	confidence    float32  // of what was read from it, 0 to 1
	removed       []string // running heads that words had
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
		s.findGarbled()
		if _, err := d.call(ctx, "FPDFText_ClosePage", text); err != nil {
			return s, err
		}
	}
	if s.chars < fewChars {
		s.images, err = d.imageShare(ctx, page, view)
	}
	return s, err
}
