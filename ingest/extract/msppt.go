package extract

import "context"

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
	d.left = 4 * len(d.stream)
	called, err := d.readPlaces(u32(user, 16))
	if err != nil {
		return nil, err
	}
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
