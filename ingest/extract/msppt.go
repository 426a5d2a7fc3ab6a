package extract

import (
	"context"
	"iter"
)

// msPPT reads the decks of PowerPoint 97 to 2003: what pptx reads of a deck, in the same blocks. The structures are those of
// [MS-PPT] and, for the shapes, of [MS-ODRAW].
type msPPT struct{}

// Extract implements Extractor.
func (msPPT) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOLE(ctx, f)
	if err != nil {
		return Text{}, err
	}
	if o.has("EncryptedSummary") {
		return Text{}, fail(Encrypted, "deck with a password")
	}
	d, err := openPPT(o)
	if err != nil {
		return Text{}, err
	}
	deck := deckPages{}
	for _, s := range d.slides {
		if err := ctx.Err(); err != nil {
			return Text{}, err
		}
		if err := deck.add(d.page(s, len(deck.pages)+1)); err != nil {
			return Text{}, err
		}
	}
	return deck.text("ppt", o.title())
}

// The kinds of the records that are read.
const (
	recDocument      = 0x03e8
	recSlide         = 0x03ee
	recSlideAtom     = 0x03ef
	recNotes         = 0x03f0
	recEnvironment   = 0x03f2
	recSlidePersist  = 0x03f3
	recDrawing       = 0x040c
	recFonts         = 0x07d5
	recPlaceholder   = 0x0bc3
	recOutlineRef    = 0x0f9e
	recTextHeader    = 0x0f9f
	recTextChars     = 0x0fa0
	recTextStyle     = 0x0fa1
	recTextBytes     = 0x0fa8
	recFont          = 0x0fb7
	recSlideNumber   = 0x0fd8
	recSlideList     = 0x0ff0
	recUserEdit      = 0x0ff5
	recDateTime      = 0x0ff7
	recGenericDate   = 0x0ff8
	recHeader        = 0x0ff9
	recFooter        = 0x0ffa
	recPersist       = 0x1772
	recShapeDrawing  = 0xf002
	recShapeGroup    = 0xf003
	recShape         = 0xf004
	recShapeAtom     = 0xf00a
	recShapeOptions  = 0xf00b
	recShapeText     = 0xf00d
	recChildAnchor   = 0xf00f
	recShapeData     = 0xf011
	recShapeOptions3 = 0xf122
)

// pptRecord is a piece of the stream with its head read: a number that tells variants of a kind apart, and what is in it.
type pptRecord struct {
	variant, kind int
	body          []byte
}

const recordHead = 8

// recordAt is the record that begins at a place of b. One that goes on beyond the end ends there.
func recordAt(b []byte, at int) pptRecord {
	head := bytesAt(b, at, recordHead)
	if head == nil {
		return pptRecord{}
	}
	body := b[at+recordHead:]
	return pptRecord{u16(head, 0) >> 4, u16(head, 2), body[:min(len(body), u32(head, 4))]}
}

// records are the records in r, one after the other.
func (r pptRecord) records() iter.Seq[pptRecord] {
	return func(yield func(pptRecord) bool) {
		for at := 0; at+recordHead <= len(r.body); {
			k := recordAt(r.body, at)
			if !yield(k) {
				return
			}
			at += recordHead + len(k.body)
		}
	}
}

// child is the first record of a kind in r.
func (r pptRecord) child(kind int) pptRecord {
	for k := range r.records() {
		if k.kind == kind {
			return k
		}
	}
	return pptRecord{}
}

// maxDeckItems is how many slides, shapes and texts a deck may have together: one of 2,000 slides has a tenth.
const maxDeckItems = 200_000

// pptFile is a deck and what was found in it.
type pptFile struct {
	stream []byte
	places map[int]int // of what the parts of the deck are called by
	left   int         // bytes that may still be read: parts may lie over one another
	kept   int
	mono   map[int]bool // fonts of a typewriter
	slides []pptSlide
	notes  map[int]int // slide number of the notes -> what they are called by
}

// pptSlide is a slide in the list of slides, with the texts that its shapes refer to.
type pptSlide struct {
	called, number int
	texts          []pptText
}

// openPPT finds the parts of the deck in its newest state.
func openPPT(o *ole) (*pptFile, error) {
	d := &pptFile{mono: map[int]bool{}, notes: map[int]int{}}
	var err error
	if d.stream, err = o.stream("PowerPoint Document"); err != nil {
		return nil, err
	}
	user, err := o.stream("Current User")
	if err != nil {
		return nil, err
	}
	called, err := d.readPlaces(u32(user, 16))
	if err != nil {
		return nil, err
	}
	d.left = 4 * len(d.stream)
	doc, err := d.part(called, recDocument)
	if err != nil {
		return nil, err
	}
	for r := range doc.records() {
		switch r.kind {
		case recEnvironment:
			d.readFonts(r.child(recFonts))
		case recSlideList:
			list, err := d.slideList(r)
			if err != nil {
				return nil, err
			}
			const ofSlides, ofNotes = 0, 2
			switch r.variant {
			case ofSlides:
				d.slides = append(d.slides, list...)
			case ofNotes:
				for _, n := range list {
					d.notes[n.number] = n.called
				}
			}
		}
	}
	return d, nil
}

// readPlaces reads where the parts are, from the newest save of the deck back to its first, and what its main part is called by.
func (d *pptFile) readPlaces(at int) (document int, err error) {
	d.places = map[int]int{}
	seen := map[int]bool{}
	for edit := at; edit != 0 || len(seen) == 0; {
		r := recordAt(d.stream, edit)
		if r.kind != recUserEdit || seen[edit] {
			if len(seen) == 0 {
				return 0, fail(Damaged, "no list of its parts")
			}
			break // older states are missing
		}
		const withPassword = 32
		if len(r.body) >= withPassword {
			return 0, fail(Encrypted, "deck with a password")
		}
		if len(seen) == 0 {
			document = u32(r.body, 16)
		}
		seen[edit] = true
		list := recordAt(d.stream, u32(r.body, 12))
		if list.kind == recPersist {
			d.addPlaces(list.body)
		}
		edit = u32(r.body, 8)
	}
	return document, nil
}

// addPlaces adds the places of parts that are not known from a newer state.
func (d *pptFile) addPlaces(b []byte) {
	for at := 0; at+4 <= len(b); {
		first, count := u32(b, at)&0xfffff, u32(b, at)>>20
		at += 4
		for i := 0; i < count && at+4 <= len(b); i++ {
			if _, ok := d.places[first+i]; !ok {
				d.places[first+i] = u32(b, at)
			}
			at += 4
		}
	}
}

// part is a part of the deck by what it is called by.
func (d *pptFile) part(called, kind int) (pptRecord, error) {
	at, ok := d.places[called]
	r := recordAt(d.stream, at)
	if !ok || r.kind != kind {
		return pptRecord{}, fail(Damaged, "%d is no part of kind %#x", called, kind)
	}
	if d.left -= len(r.body); d.left < 0 {
		return pptRecord{}, fail(TooLarge, "parts over parts")
	}
	return r, nil
}

// slideList reads a list of slides, or of notes, and the texts behind each.
func (d *pptFile) slideList(list pptRecord) ([]pptSlide, error) {
	var out []pptSlide
	for r := range list.records() {
		if r.kind == recSlidePersist {
			out = append(out, pptSlide{called: u32(r.body, 0), number: u32(r.body, 12)})
		} else if n := len(out); n > 0 {
			out[n-1].texts = addText(out[n-1].texts, r)
		}
		if r.kind == recSlidePersist || r.kind == recTextHeader {
			if err := d.count(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// count counts what is kept in memory of a deck: it may consist of nothing but small things.
func (d *pptFile) count() error {
	if d.kept++; d.kept > maxDeckItems {
		return fail(TooLarge, "over %d slides, shapes and texts", maxDeckItems)
	}
	return nil
}

// readFonts reads which fonts are those of a typewriter.
func (d *pptFile) readFonts(fonts pptRecord) {
	for r := range fonts.records() {
		if r.kind == recFont && isTypewriter(untilZero(wideText(r.body[:min(len(r.body), 64)]))) {
			d.mono[r.variant] = true
		}
	}
}
