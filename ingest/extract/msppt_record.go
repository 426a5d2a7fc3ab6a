package extract

import "iter"

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
