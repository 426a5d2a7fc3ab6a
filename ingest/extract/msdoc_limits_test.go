package extract

import (
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// shortLived is a context that ends when it has been asked a few times.
type shortLived struct {
	context.Context
	asked int
}

func (c *shortLived) Err() error {
	if c.asked++; c.asked > 3 {
		return context.Canceled
	}
	return nil
}

// docOf is a document of which only the structures given here are there, one behind the other in its table.
func docOf(t *testing.T, main []byte, structures map[int][]byte) *docFile {
	t.Helper()
	d := &docFile{ctx: &shortLived{Context: t.Context()}, main: append(make([]byte, 1024), main...), parts: make([]int, docParts)}
	for pointer, b := range structures {
		put32(d.main, 0x9a+8*pointer, uint32(len(d.table)))
		put32(d.main, 0x9a+8*pointer+4, uint32(len(b)))
		d.table = append(d.table, b...)
	}
	return d
}

// TestDocEndsInTime: the formatting of one paragraph, run or style may be long, and that of all of them takes hours.
func TestDocEndsInTime(t *testing.T) {
	const signs = 100
	var ends []int
	for i := range signs {
		ends = append(ends, 1024+512+i+1)
	}
	page := formatPage(1, 1024+512, ends, make([][]byte, signs))
	list := binary.LittleEndian.AppendUint32(make([]byte, 8), 1024/512)
	styles := []byte{4, 0, signs, 0, 10, 0}
	for range signs {
		styles = append(styles, 12, 0, 0, 0, 1, 0xff, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	for name, read := range map[string]func(*docFile) error{
		"paragraphs": (*docFile).readParagraphs,
		"runs":       (*docFile).markCharacters,
		"styles":     (*docFile).readStyles,
	} {
		d := docOf(t, page, map[int][]byte{tableCharacters: list, tableStyles: styles})
		d.text = make([]uint16, signs)
		for i := range d.text {
			d.text[i] = signParagraph
		}
		d.pieces = []docPiece{{docSpan: docSpan{0, signs}, at: 1024 + 512}}
		d.paragraphs = []docParagraph{{docSpan: docSpan{0, signs}}}
		if err := read(d); !errors.Is(err, context.Canceled) {
			t.Errorf("%s are read to their end: %v", name, err)
		}
	}
}

// TestDocLimits: what a file of a hundred megabytes may make of the memory is bounded.
func TestDocLimits(t *testing.T) {
	lists := append([]byte{1, 0}, make([]byte, 28+28)...) // one list, of which the first level follows
	lists = append(lists, 0xff, 0xff)                     // with a long text
	lists = append(lists, make([]byte, 2*0xffff)...)
	uses := append(binary.LittleEndian.AppendUint32(nil, 3000), make([]byte, 3000*20)...)
	pieces := binary.LittleEndian.AppendUint32([]byte{2}, 4+12*(maxDocPieces+1))
	pieces = append(pieces, make([]byte, 4+12*(maxDocPieces+1))...)
	props := make([]byte, 3*(maxPieceProp+10))
	for i := 0; i < len(props); i += 3 {
		props[i] = 1
	}
	const perPage = 101
	var pages, list []byte
	number := 1024 / 512
	for at := 0; at < maxDocRuns+perPage; number++ {
		ends := make([]int, perPage)
		for i := range ends {
			at++
			ends[i] = at
		}
		pages = append(pages, formatPage(1, at-perPage, ends, make([][]byte, perPage))...)
		list = binary.LittleEndian.AppendUint32(list, uint32(number))
	}
	list = append(make([]byte, len(list)+4), list...) // the positions, which are not read, and the numbers
	d := docOf(t, pages, map[int][]byte{tableLists: lists, tableListUses: uses, tableClx: append(props, pieces...), tableCharacters: list})
	if err := d.readPieces(); Code(err) != TooLarge || len(d.pieces) != 0 {
		t.Errorf("%d pieces: %v", len(d.pieces), err)
	}
	if len(d.prcs) != maxPieceProp {
		t.Errorf("%d formattings of pieces", len(d.prcs))
	}
	if n := len(d.runs(tableCharacters, 1)); n != maxDocRuns {
		t.Errorf("%d runs, want %d", n, maxDocRuns)
	}
	n := d.numbers()
	if len(n.list) != noList-1 {
		t.Errorf("%d uses of lists", len(n.list))
	}
	if got := len(n.abstract["0"][0].text); got != 2*(maxNumber+1) { // each sign stands for a number
		t.Errorf("%d bytes of text in a level", got)
	}
}

// TestLongNumbers: what is written before each paragraph of a list is short, or nothing.
func TestLongNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"(%1)":                            "(1234) ",
		strings.Repeat("a", maxNumber):    strings.Repeat("a", maxNumber) + " ",
		strings.Repeat("a", maxNumber+1):  "",
		strings.Repeat("%1", maxNumber/2): "",
	} {
		n := newNumbers()
		n.list["1"], n.abstract["0"] = "0", map[int]numberLevel{0: {"decimal", text, 1234}}
		if got, depth := n.count("1", 0); got != want || depth != 1 {
			t.Errorf("%.20s: %q at depth %d, want %q", text, got, depth, want)
		}
	}
}
