package extract

import (
	"bytes"
	"context"
	"strings"

	"ibid/store"
)

const (
	maxRTF      = 64 << 20 // pictures stand in it as digits
	maxRTFDepth = 1000     // of groups; the programs themselves stop at tens
)

// richText reads RTF: headings by style or outline level, lists with their printed numbers, tables, text boxes and footnotes, in the
// state in which all tracked changes are accepted.
type richText struct{}

// Extract implements Extractor.
func (richText) Extract(ctx context.Context, f File) (Text, error) {
	raw, err := readAll(ctx, f, maxRTF)
	if err != nil {
		return Text{}, err
	}
	if !bytes.HasPrefix(raw, []byte(`{\rtf`)) {
		return Text{}, fail(Damaged, "not an RTF file")
	}
	r := newRTFReader(raw)
	if err := r.run(ctx); err != nil {
		return Text{}, err
	}
	r.paragraphEnds()
	r.rowEnds()
	r.settle()
	r.promote()
	title := givenTitle(r.title.String())
	if title == "" {
		title = firstHeading(r.w)
	}
	return onePage("rtf", store.UnitHeading, title, r.w)
}

// rtfReader goes through the file; groups keep what holds inside of them.
type rtfReader struct {
	wordWriter
	src   []byte
	at    int
	group rtfGroup
	stack []rtfGroup

	page  int    // code page of fonts that name none
	raw   []byte // text in a code page that is not decoded yet
	high  rune   // first half of a sign beyond 16 bits
	skip  int    // signs that stand for one in Unicode before them
	fonts map[int]rtfFont
	font  int // of the font table that is read
	style rtfStyle
	named map[int]rtfStyle
	title strings.Builder

	par     *rtfParagraph   // that is being read
	later   []wordParagraph // notes and text boxes that follow it
	outside []*rtfParagraph // paragraphs in which the notes stand that are being read
	cell    []wordParagraph // of the cell so far
	cells   [][]wordParagraph
}

// rtfPlace is what the text of a group is for.
type rtfPlace int

const (
	rtfBody rtfPlace = iota
	rtfSkipped
	rtfFonts
	rtfStyles
	rtfInfo
	rtfTitle
	rtfMark // the printed number of an item
)

// rtfGroup is what holds in a group and those inside it.
type rtfGroup struct {
	place        rtfPlace
	note         bool // a note or text box, which begins and ends paragraphs of its own
	starred      bool // \* was read: what is not known is skipped
	unicode      int  // how many signs stand for one in Unicode
	font         int
	bold, hidden bool
	deleted      bool
	style        int
	level        int // of a heading by itself; -1 = as the style says
	list         bool
	depth        int
	inTable      bool
}

type rtfParagraph struct {
	text        strings.Builder
	mark        strings.Builder
	bold, plain bool // some of it
}

func newRTFReader(src []byte) *rtfReader {
	return &rtfReader{wordWriter: wordWriter{w: newWriter()}, src: src, page: 1252, fonts: map[int]rtfFont{}, named: map[int]rtfStyle{},
		par: &rtfParagraph{}, group: rtfGroup{unicode: 1, level: -1, font: -1}}
}

// run reads the file to its end. What stands behind the last group is not of the document.
func (r *rtfReader) run(ctx context.Context) error {
	for steps := 0; r.at < len(r.src); steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c := r.src[r.at]
		switch c {
		case '{':
			r.at++
			r.flush()
			r.skip = 0
			if len(r.stack) >= maxRTFDepth {
				return fail(TooLarge, "groups nested over %d deep", maxRTFDepth)
			}
			r.stack = append(r.stack, r.group)
			r.group.note, r.group.starred = false, false
		case '}':
			r.at++
			r.flush()
			r.skip = 0
			if r.closeGroup(); len(r.stack) == 0 {
				return nil
			}
		case '\\':
			r.control()
		case '\r', '\n', 0:
			r.at++
		default:
			r.at++
			r.byte(c)
		}
	}
	r.flush()
	for len(r.stack) > 0 { // cut short
		r.closeGroup()
	}
	return nil
}

func (r *rtfReader) closeGroup() {
	if r.group.note {
		r.noteEnds()
	}
	if n := len(r.stack); n > 0 {
		r.group, r.stack = r.stack[n-1], r.stack[:n-1]
	}
}
