package extract

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"
)

// docSample is the sample of an old Word document, and where its main stream begins: it lies in the file in one piece.
func docSample(t testing.TB) (data []byte, main int) {
	t.Helper()
	for _, s := range samples(t) {
		if s.name == "handout.doc" {
			if main = bytes.Index(s.data, []byte{0xec, 0xa5}); main > 0 {
				return s.data, main
			}
		}
	}
	t.Fatal("no sample of an old Word document")
	return nil, 0
}

// docTableAt is where in the sample the structure begins to which a pointer of the header leads.
func docTableAt(t testing.TB, data []byte, main, pointer int) int {
	t.Helper()
	clx := u32(data, main+0x9a+8*tableClx)
	size := u32(data, main+0x9a+8*tableClx+4)
	// The list of the pieces ends the table stream of the sample and begins with 2 and its size.
	head := binary.LittleEndian.AppendUint32([]byte{2}, uint32(size-5))
	at := bytes.Index(data, head)
	if at < 0 {
		t.Fatal("the pieces of the sample are not found")
	}
	return at - clx + u32(data, main+0x9a+8*pointer)
}

// TestDocDamaged changes single numbers of a document, as a broken drive and a hostile sender do.
func TestDocDamaged(t *testing.T) {
	r := NewReader(Options{})
	for _, c := range []struct {
		name  string
		want  string // code; "" = text
		spoil func(data []byte, main int)
	}{
		{"password", Encrypted, func(b []byte, main int) { b[main+11] |= 1 }},
		{"no header", Damaged, func(b []byte, main int) { b[main] = 0 }},
		{"Word 2", Unsupported, func(b []byte, main int) { b[main+2], b[main+3] = 45, 0 }},
		{"no pieces", Damaged, func(b []byte, main int) { put32(b, main+0x9a+8*tableClx+4, 0) }},
		{"pieces beyond the file", Damaged, func(b []byte, main int) { put32(b, main+0x9a+8*tableClx, 1<<31) }},
		{"more text than there is", "", func(b []byte, main int) { put32(b, main+0x4c, 100_000) }},
		{"far too much text", TooLarge, func(b []byte, main int) { put32(b, main+0x4c, maxDocText+1) }},
		{"text of 4 GB", TooLarge, func(b []byte, main int) { put32(b, main+0x4c, 1<<32-1) }},
		{"no styles", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableStyles+4, 1<<30) }},
		{"no paragraphs", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableParagraphs, 1<<30) }},
		{"no characters", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableCharacters+4, 3) }},
		{"notes elsewhere", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableFootnotes, 1) }},
		{"lists elsewhere", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableLists, 7) }},
		{"uses of lists elsewhere", "", func(b []byte, main int) { put32(b, main+0x9a+8*tableListUses, 3) }},
		{"a style based on itself", "", func(b []byte, main int) {
			at := docTableAt(t, b, main, tableStyles)
			first := at + 2 + u16(b, at)
			b[first+4], b[first+5] = 1, 0 // of paragraphs, based on style 0
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole, main := docSample(t)
			data := bytes.Clone(whole)
			c.spoil(data, main)
			text, err := r.Extract(t.Context(), sample{"a.doc", data}.file())
			if Code(err) != c.want {
				t.Fatalf("error %v, want code %q", err, c.want)
			}
			if err == nil {
				checkShape(t, "a.doc", text)
			}
		})
	}
}

func put32(b []byte, at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }

// TestDocNotesApart: notes that lie over one another would say the same text over and over.
func TestDocNotesApart(t *testing.T) {
	d := &docFile{text: make([]uint16, 20), parts: make([]int, docParts)}
	d.parts[docBody], d.parts[docFootnotes] = 10, 10
	w := &docWriter{d: d, notes: map[int][]docSpan{}}
	end := w.keep(1, docSpan{10, 14}, 0)
	end = w.keep(2, docSpan{12, 16}, end)
	end = w.keep(15, docSpan{14, 18}, end) // a note in a note
	want := map[int][]docSpan{1: {{10, 14}}, noSign: {{14, 18}}}
	if !reflect.DeepEqual(w.notes, want) || end != 18 {
		t.Errorf("notes %v, end %d, want %v", w.notes, end, want)
	}
}

// TestDocListStart: a use of a list may count from another number than the list.
func TestDocListStart(t *testing.T) {
	main, table := make([]byte, 0x9a+8*(tableListUses+1)), make([]byte, 64)
	put32(main, 0x9a+8*tableListUses+4, uint32(len(table)))
	put32(table, 0, 1)     // one use
	put32(table, 4, 77)    // of this list
	table[4+12] = 1        // with one level of its own
	put32(table, 24, 6)    // which starts at 6
	put32(table, 28, 0x11) // and is the second
	n := newNumbers()
	(&docFile{main: main, table: table}).listUses(n)
	if n.list["1"] != "77" || n.override["1"][1] != 6 {
		t.Errorf("lists %v, starts %v", n.list, n.override)
	}
}
