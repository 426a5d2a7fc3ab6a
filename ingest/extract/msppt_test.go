package extract

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// record is a record of a deck.
func record(kind, variant int, body ...[]byte) []byte {
	inside := bytes.Join(body, nil)
	b := binary.LittleEndian.AppendUint16(nil, uint16(variant<<4))
	b = binary.LittleEndian.AppendUint16(b, uint16(kind))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(inside)))
	return append(b, inside...)
}

func numbers(list ...uint32) (b []byte) {
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

// deckFile is a deck of parts, of which the first is the main one, as its newest save left it.
func deckFile(parts ...[]byte) []byte {
	var stream []byte
	places := numbers(1 | uint32(len(parts))<<20)
	for _, p := range parts {
		places = append(places, numbers(uint32(len(stream)))...)
		stream = append(stream, p...)
	}
	list := uint32(len(stream))
	stream = append(stream, record(recPersist, 0, places)...)
	edit := uint32(len(stream))
	stream = append(stream, record(recUserEdit, 0, numbers(0, 0, 0, list, 1, 0, 0))...)
	return oleFile(oleStream{"Current User", record(0xff6, 0, numbers(20, 0, edit))}, oleStream{"PowerPoint Document", stream})
}

func deckList(parts ...uint32) []byte {
	var b []byte
	for i, p := range parts {
		b = append(b, record(recSlidePersist, 0, numbers(p, 0, 0, uint32(i)+256, 0))...)
	}
	return record(recSlideList, 0, b)
}

func deckSlide(shapes ...[]byte) []byte {
	return record(recSlide, 0, record(recDrawing, 0, record(recShapeDrawing, 0, record(recShapeGroup, 0, append([][]byte{record(recShape, 0)}, shapes...)...))))
}

func deckText(kind uint32, text string, more ...[]byte) []byte {
	inside := append([][]byte{record(recTextHeader, 0, numbers(kind)), record(recTextBytes, 0, []byte(text))}, more...)
	return record(recShapeText, 0, inside...)
}

// TestPPTText: what the sample does not have.
func TestPPTText(t *testing.T) {
	hidden := record(recShapeOptions, 1, []byte{0xbf, 3, 2, 0, 2, 0})
	date := record(recShapeData, 0, record(recPlaceholder, 0, numbers(0, placeDate)))
	outline := append(deckList(2), record(recTextHeader, 0, numbers(textBody))...)
	outline = append(outline, record(recTextBytes, 0, []byte("from the outline"))...)
	binary.LittleEndian.PutUint32(outline[4:], uint32(len(outline)-recordHead))
	noBullet := record(recTextStyle, 0, numbers(6), []byte{0, 0, 1, 0, 0, 0, 0, 0}, numbers(100), []byte{1, 0, 1, 0, 0, 0, 1, 0}, numbers(200, 0))
	for _, c := range []struct {
		name  string
		parts [][]byte
		want  string
	}{
		{"plain", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, deckText(4, "a\rb\vc")))}, "[paragraph] a\n[paragraph] b c\n"},
		{"title last", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, deckText(1, "body")), record(recShape, 0, deckText(0, "T\vt")))}, "[heading 1] T t\n[item 1] body\n"},
		{"hidden", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, hidden, deckText(4, "a")), record(recShape, 0, deckText(4, "b")))}, "[paragraph] b\n"},
		{"date", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, date, deckText(4, "May")), record(recShape, 0, deckText(4, "b")))}, "[paragraph] b\n"},
		{"number", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, deckText(4, "page *", record(recSlideNumber, 0, numbers(5)))))}, "[paragraph] page\n"},
		{"outline", [][]byte{record(recDocument, 0, outline), deckSlide(record(recShape, 0, record(recShapeText, 0, record(recOutlineRef, 0, numbers(0)))))}, "[item 1] from the outline\n"},
		{"outline alone", [][]byte{record(recDocument, 0, outline), deckSlide()}, "[item 1] from the outline\n"},
		{"bullets", [][]byte{record(recDocument, 0, deckList(2)), deckSlide(record(recShape, 0, deckText(1, "plain\rdeeper", noBullet)))}, "[paragraph] plain\n[item 2] deeper\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := NewReader(Options{}).Extract(t.Context(), sample{"a.ppt", deckFile(c.parts...)}.file())
			if err != nil {
				t.Fatal(err)
			}
			checkShape(t, "a.ppt", text)
			_, got, _ := strings.Cut(dump(text), "== 1\n")
			if got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestPPTDamaged: what is broken or made to hang is an error or leaves the rest.
func TestPPTDamaged(t *testing.T) {
	main := record(recDocument, 0, deckList(2))
	shape := record(recShape, 0, deckText(4, "text"))
	nested := shape
	for range 2000 {
		nested = record(recShapeGroup, 0, record(recShape, 0), nested)
	}
	with := func(spoil func(b []byte, edit int)) []byte {
		f := deckFile(main, deckSlide(shape))
		edit := bytes.Index(f, []byte{0, 0, 0xf5, 0x0f})
		spoil(f, edit+recordHead)
		return f
	}
	for _, c := range []struct {
		name, want string // code; "" = text
		data       []byte
	}{
		{"no user", Damaged, oleFile(oleStream{"PowerPoint Document", main})},
		{"password", Encrypted, oleFile(oleStream{"EncryptedSummary", nil}, oleStream{"PowerPoint Document", main})},
		{"password in the save", Encrypted, with(func(b []byte, edit int) { put32(b, edit-4, 32) })},
		{"saves in a circle", "", with(func(b []byte, edit int) {
			put32(b, edit+8, uint32(u32(main, 4)+recordHead+len(deckSlide(shape))+recordHead+12))
		})},
		{"all saves with one list", TooLarge, func() []byte {
			stream := record(recPersist, 0, numbers(1|1000<<20), make([]byte, 4000))
			edit := 0
			for range 100 {
				before := edit
				edit = len(stream)
				stream = append(stream, record(recUserEdit, 0, numbers(0, 0, uint32(before), 0, 1, 0, 0))...)
			}
			return oleFile(oleStream{"Current User", record(0xff6, 0, numbers(20, 0, uint32(edit)))}, oleStream{"PowerPoint Document", stream})
		}()},
		{"no places", Damaged, with(func(b []byte, edit int) { put32(b, edit+12, 1) })},
		{"no main part", Damaged, with(func(b []byte, edit int) { put32(b, edit+16, 9) })},
		{"no slide is there", Damaged, deckFile(record(recDocument, 0, deckList(7, 8)))},
		{"one slide is missing", "", deckFile(record(recDocument, 0, deckList(7, 2)), deckSlide(shape))},
		{"no slides", NoText, deckFile(record(recDocument, 0, deckList()))},
		{"groups in groups", NoText, deckFile(main, deckSlide(nested))},
		{"the same slide over and over", TooLarge, deckFile(record(recDocument, 0, deckList(slices.Repeat([]uint32{2}, 1000)...)), deckSlide(bytes.Repeat(shape, 1000)))},
		{"shapes without end", TooLarge, deckFile(main, deckSlide(bytes.Repeat(record(recShape, 0, record(recShapeText, 0, record(recTextHeader, 0, numbers(4)))), maxDeckItems)))},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := NewReader(Options{}).Extract(t.Context(), sample{"a.ppt", c.data}.file())
			if Code(err) != c.want {
				t.Fatalf("error %v, want code %q", err, c.want)
			}
			if err == nil {
				checkShape(t, "a.ppt", text)
			}
		})
	}
}
