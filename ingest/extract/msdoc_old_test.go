package extract

import (
	"encoding/binary"
	"testing"
)

// formatPage is a page of formatting: the ends of runs, and the properties of each behind a byte with their size.
func formatPage(head int, from int, ends []int, props [][]byte) []byte {
	page := make([]byte, 512)
	page[511] = byte(len(ends))
	put32(page, 0, uint32(from))
	free := 510
	for i, end := range ends {
		put32(page, 4*(i+1), uint32(end))
		if props[i] == nil {
			continue
		}
		size := len(props[i])
		if head > 1 { // in words
			size = (size + 1) / 2
		}
		free = (free - len(props[i]) - 2) &^ 1
		page[free] = byte(size)
		copy(page[free+1:], props[i])
		page[4*(len(ends)+1)+head*i] = byte(free / 2)
	}
	return page
}

// TestDocOld reads a document as Word 6 wrote them: no pieces, a byte a sign in the code page of the country, narrow numbers.
func TestDocOld(t *testing.T) {
	const textAt, pageAt, listAt = 1024, 2048, 3072
	paragraphs := []struct {
		text  string
		props []byte
	}{
		{"Gr\xf6\xdfe\r", []byte{1, 0}},                         // style 1: a heading
		{"We forget hidden most.\r", []byte{0, 0}},              //
		{"\x13 PAGE \x14The page\x15 says so.\r", []byte{0, 0}}, // a field
		{"Method\a", []byte{0, 0, 24, 1}},                       // a cell
		{"Effect\a", []byte{0, 0, 17, 9, 9, 24, 1}},             // behind another property
		{"\a", []byte{0, 0, 24, 1, 25, 1}},                      // the end of the row
		{"\x93Quoted\x94 \x96 and the end.\r", []byte{0, 0}},    //
	}
	main := make([]byte, 4096)
	at := textAt
	var ends []int
	var props [][]byte
	for _, p := range paragraphs {
		at += copy(main[at:], p.text)
		ends, props = append(ends, at), append(props, p.props)
	}
	copy(main[pageAt:], formatPage(7, textAt, ends, props))
	hidden := textAt + len(paragraphs[0].text) + len("We forget ")
	copy(main[pageAt+512:], formatPage(1, textAt, []int{hidden, hidden + len("hidden "), at}, [][]byte{nil, {92, 1}, nil}))
	for at, v := range map[int]int{0: 0xa5dc, 2: 101} {
		binary.LittleEndian.PutUint16(main[at:], uint16(v))
	}
	for at, v := range map[int]int{0x18: textAt, 0x1c: at, 0x34: at - textAt,
		0x58 + 8*tableParagraphs: listAt, 0x5c + 8*tableParagraphs: 10, listAt: textAt, listAt + 4: at, listAt + 8: pageAt / 512,
		0x58 + 8*tableCharacters: listAt + 16, 0x5c + 8*tableCharacters: 10, listAt + 16: textAt, listAt + 20: at, listAt + 24: pageAt/512 + 1,
	} {
		put32(main, at, uint32(v))
	}
	// A style sheet of a plain style and a heading.
	style := func(name string) []byte {
		b := append([]byte{0, 0, 1, 0xff, 0, 0, 0, 0, byte(len(name))}, name...)
		return append(binary.LittleEndian.AppendUint16(nil, uint16(len(b)+1)), append(b, 0)...)
	}
	sheet := append([]byte{4, 0, 2, 0, 8, 0}, append(style("Standard"), style("\xdcberschrift 1")...)...)
	copy(main[listAt+64:], sheet)
	put32(main, 0x58+8*tableStyles, listAt+64)
	put32(main, 0x5c+8*tableStyles, uint32(len(sheet)))

	text, err := NewReader(Options{}).Extract(t.Context(), sample{"a.doc", oleFile(oleStream{"WordDocument", main})}.file())
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, "a.doc", text)
	const want = `doc, places are headings, title "Größe"
== 1
[heading 1] Größe
[paragraph] We forget most.
[paragraph] The page says so.
[row] Method | Effect
[paragraph] “Quoted” – and the end.
`
	if got := dump(text); got != want {
		t.Errorf("got\n%s", got)
	}
}
