package extract

import "context"

// docFile is the streams of a document and what was found in them.
type docFile struct {
	ctx         context.Context
	main, table []byte
	data        []byte
	old         bool  // Word 6 or 95: everything is in one stream, and numbers are narrower
	parts       []int // signs in each part of the text, which follow one another
	pieces      []docPiece
	prcs        [][]byte // formatting that pieces refer to
	text        []uint16 // a unit of UTF-16 for each position
	marks       []docMark
	paragraphs  []docParagraph
	styles      []docStyle
	symbolFonts map[int]bool
}

// The parts of the text.
const (
	docBody = iota
	docFootnotes
	docHeaders
	docMacros
	docComments
	docEndnotes
	docBoxes
	docParts
)

// The places of what the header of the file points to, in the table of its pointers.
const (
	tableStyles       = 1
	tableFootnoteRefs = 2
	tableFootnotes    = 3
	tableCharacters   = 12
	tableParagraphs   = 13
	tableFonts        = 15
	tableClx          = 33
	tableShapes       = 40
	tableEndnoteRefs  = 46
	tableEndnotes     = 47
	tableBoxes        = 56
	tableLists        = 73
	tableListUses     = 74
)

// openDoc reads the header of the file.
func openDoc(o *ole) (*docFile, error) {
	d := &docFile{ctx: o.ctx, parts: make([]int, docParts)}
	var err error
	if d.main, err = o.stream("WordDocument"); err != nil {
		return nil, err
	}
	const word, oldest, word97 = 0xa5ec, 101, 0xc1
	magic, version, flags := u16(d.main, 0), u16(d.main, 2), u16(d.main, 10)
	switch {
	case len(d.main) < 0x200 || magic != word && magic != 0xa5dc:
		return nil, fail(Damaged, "no header of a Word document")
	case version < oldest:
		return nil, fail(Unsupported, "doc of a Word before 6")
	case flags&0x100 != 0:
		return nil, fail(Encrypted, "document with a password")
	}
	d.old = version < word97
	at := 0x4c
	if d.old {
		at, d.table = 0x34, d.main
	} else {
		name := "0Table"
		if flags&0x200 != 0 {
			name = "1Table"
		}
		if d.table, err = o.stream(name); err != nil {
			return nil, err
		}
		if d.data, err = o.stream("Data"); err != nil {
			return nil, err
		}
	}
	for i := range d.parts {
		d.parts[i] = u32(d.main, at+4*i)
		if d.parts[i] > maxDocText {
			return nil, fail(TooLarge, "%d signs, the limit is %d", d.parts[i], maxDocText)
		}
	}
	return d, nil
}

// pointer is where the header says that a structure is.
func (d *docFile) pointer(i int) (at, size int) {
	p := 0x9a + 8*i
	if d.old {
		p = 0x58 + 8*i
		if i > 37 {
			p += 10 // words of another kind stand between the pointers there
		}
		if i > tableEndnotes {
			return 0, 0
		}
	}
	return u32(d.main, p), u32(d.main, p+4)
}

// structure is what a pointer of the header leads to; nil when it leads nowhere.
func (d *docFile) structure(i int) []byte {
	at, size := d.pointer(i)
	return bytesAt(d.table, at, size)
}

// docSpan is a stretch of positions in the text.
type docSpan struct{ from, to int }

// span is where a part of the text stands.
func (d *docFile) span(part int) docSpan {
	from := 0
	for _, n := range d.parts[:part] {
		from += n
	}
	return docSpan{min(from, len(d.text)), min(from+d.parts[part], len(d.text))}
}
