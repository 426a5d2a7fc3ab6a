package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/tiff"
)

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// pagesOf is a TIFF file of pictures, one after the other, and of a smaller copy of the first.
func pagesOf(t testing.TB, order byteOrder, pictures ...image.Image) []byte {
	t.Helper()
	out := append([]byte("II*\x00"), 0, 0, 0, 0)
	if order.Uint16([]byte{0, 1}) == 1 {
		out = append([]byte("MM\x00*"), 0, 0, 0, 0)
	}
	last := 4 // where the place of the next directory is written
	for n, p := range append(pictures, pictures[0]) {
		gray := image.NewGray(p.Bounds())
		for i := range gray.Pix {
			r, _, _, _ := p.At(i%gray.Stride, i/gray.Stride).RGBA()
			gray.Pix[i] = uint8(r >> 8)
		}
		at := len(out)
		out = append(out, gray.Pix...)
		if len(out)%2 == 1 {
			out = append(out, 0)
		}
		directory := len(out)
		small := uint32(0)
		if n == len(pictures) {
			small = 1
		}
		entries := [][2]uint32{{254, small}, {256, uint32(p.Bounds().Dx())}, {257, uint32(p.Bounds().Dy())}, {258, 8}, {259, 1}, {262, 1},
			{273, uint32(at)}, {277, 1}, {278, uint32(p.Bounds().Dy())}, {279, uint32(len(gray.Pix))}}
		out = order.AppendUint16(out, uint16(len(entries)))
		for _, e := range entries {
			out = order.AppendUint16(out, uint16(e[0]))
			out = order.AppendUint16(out, 4)
			out = order.AppendUint32(out, 1)
			out = order.AppendUint32(out, e[1])
		}
		copy(out[last:], order.AppendUint32(nil, uint32(directory)))
		last = len(out)
		out = order.AppendUint32(out, 0)
	}
	return out
}

// Each page of a TIFF file is read, in order, and can be drawn; one that is damaged does not lose the others.
func TestPagesOfTIFF(t *testing.T) {
	pictures := []image.Image{dotted(400, 200), dotted(300, 200), dotted(200, 200)}
	for name, order := range map[string]byteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
		t.Run(name, func(t *testing.T) {
			data := pagesOf(t, order, pictures...)
			if _, err := tiff.Decode(bytes.NewReader(data)); err != nil {
				t.Fatal(err)
			}
			eyes := &fakeEyes{says: func(p image.Image) string { return fmt.Sprintf("A page of %d.", p.Bounds().Dx()) }}
			text, err := NewReader(Options{OCR: eyes}).Extract(t.Context(), sample{"scan.tiff", data}.file())
			if err != nil || len(text.Pages) != 3 || eyes.looks != 3 {
				t.Fatalf("%d pages, %d looked at, %v", len(text.Pages), eyes.looks, err)
			}
			checkShape(t, "scan.tiff", text)
			path := filepath.Join(t.TempDir(), "scan.tiff")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			for i, page := range text.Pages {
				width := pictures[i].Bounds().Dx()
				if page.Text != fmt.Sprintf("A page of %d.", width) || page.ReadBy != "ocr" || page.Confidence == 0 {
					t.Errorf("page %d: %+v", i+1, page)
				}
				if p, err := DrawPicture(path, i+1, 1000); err != nil || p.Bounds().Dx() != width {
					t.Errorf("page %d is not drawn: %v", i+1, err)
				}
			}
			if _, err := DrawPicture(path, 4, 1000); Code(err) != Damaged {
				t.Errorf("a page that is not there: %v", err)
			}
			at := bytes.Index(data, order.AppendUint32(append(order.AppendUint16(order.AppendUint16(nil, 256), 4), order.AppendUint32(nil, 1)...), 300))
			order.PutUint16(data[at:], 400) // the second page has no width now
			text, err = NewReader(Options{OCR: eyes}).Extract(t.Context(), sample{"scan.tiff", data}.file())
			if err != nil || len(text.Pages) != 3 || text.Pages[1].Text != "" || !text.Pages[1].Doubtful || text.Pages[2].Text == "" {
				t.Errorf("with a damaged page: %+v, %v", text.Pages, err)
			}
		})
	}
}

// A chain of directories that bites its tail, or leads nowhere, ends.
func TestTIFFThatLeadsAstray(t *testing.T) {
	data := pagesOf(t, binary.LittleEndian, dotted(40, 20), dotted(30, 20))
	first := binary.LittleEndian.Uint32(data[4:])
	for next, want := range map[uint32]int{first: 3, 1 << 30: 3} { // the last one is the smaller copy here
		loop := bytes.Clone(data)
		at := bytes.LastIndex(loop, []byte{0, 0, 0, 0})
		binary.LittleEndian.PutUint32(loop[at:], next)
		if n := len(picturesIn(bytes.NewReader(loop))); n != want-1 {
			t.Errorf("next at %d: %d pictures", next, n)
		}
	}
	for _, cut := range []int{0, 4, 8, int(first) + 1, int(first) + 40} {
		if n := len(picturesIn(bytes.NewReader(data[:cut]))); n != 1 {
			t.Errorf("cut at %d: %d pictures", cut, n)
		}
	}
}

// A scan that is interrupted is gone on with after the last page that was read; another reader begins anew.
func TestSeeingGoesOn(t *testing.T) {
	data := pagesOf(t, binary.LittleEndian, dotted(400, 200), dotted(300, 200), dotted(200, 200))
	eyes := &fakeEyes{says: func(p image.Image) string { return fmt.Sprintf("A page of %d.", p.Bounds().Dx()) }}
	r := NewReader(Options{OCR: eyes})
	memory := &remembers{}
	f := sample{"scan.tiff", data}.file()
	f.Memory = memory
	whole, err := r.Extract(t.Context(), f)
	if err != nil || len(memory.parts) != 3 || memory.shares[2] != 1 {
		t.Fatalf("%d parts, shares %v, %v", len(memory.parts), memory.shares, err)
	}
	memory = &remembers{parts: memory.parts[:2:2], fail: errors.New("the disk is full")}
	f.Memory, eyes.looks = memory, 0
	if _, err := r.Extract(t.Context(), f); !errors.Is(err, memory.fail) {
		t.Errorf("error %v", err)
	}
	memory.fail, eyes.looks = nil, 0
	again, err := r.Extract(t.Context(), f)
	if err != nil || eyes.looks != 1 || len(again.Pages) != 3 || again.Pages[0].Text != whole.Pages[0].Text || again.Pages[0].Confidence != whole.Pages[0].Confidence {
		t.Errorf("%d pages looked at again, %v", eyes.looks, err)
	}
	if a, b := again.Pages[0].Boxes, whole.Pages[0].Boxes; len(a) != len(b) || a[0] != b[0] {
		t.Errorf("boxes %v, before %v", a, b)
	}
}

// The pages of a scanned PDF are kept too, and their pictures are not drawn again.
func TestSeeingPDFGoesOn(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "pdf", "scan.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	p := testPDF(t)
	eyes := &fakeEyes{lines: []SeenLine{lineAt(100, 100, "Fear and memory.", 0.9)}}
	r := NewReader(Options{PDF: p, OCR: eyes})
	t.Cleanup(func() { p.OCR = nil })
	f := sample{"scan.pdf", data}.file()
	memory := &remembers{}
	f.Memory = memory
	for range 2 {
		text, err := r.Extract(t.Context(), f)
		if err != nil || !strings.Contains(text.Pages[0].Text, "Fear and memory.") || len(memory.parts) != 1 || eyes.looks != 1 {
			t.Errorf("%d parts, looked %d times, %v", len(memory.parts), eyes.looks, err)
		}
	}
}

// A file whose pictures cannot be read because text recognition does not work is tried again; one of which a page is read is not.
func TestBlind(t *testing.T) {
	tiff := func() File {
		return sample{"scan.tiff", pagesOf(t, binary.LittleEndian, dotted(400, 200), dotted(300, 200), dotted(200, 200))}.file()
	}
	deck := func() File { return sample{"deck.pptx", pictureDeck(t)}.file() }
	for _, c := range []struct {
		name string
		file func() File
		eyes Recogniser
		code string
	}{
		{"it does not start", tiff, &blindEyes{broken: errors.New("no room")}, NotRecognised},
		{"it fails at each page", tiff, &blindEyes{from: 0}, NotRecognised},
		{"it fails at one page", tiff, &blindEyes{from: 2}, ""},
		{"a deck", deck, &blindEyes{broken: errors.New("no room")}, NotRecognised},
		{"nothing to be seen", func() File { return sample{"a.md", []byte("# A text\n\nAnd no picture.")}.file() }, &blindEyes{broken: errors.New("no room")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := NewReader(Options{OCR: c.eyes}).Extract(t.Context(), c.file()); Code(err) != c.code || c.code == "" && err != nil {
				t.Errorf("%v, want %q", err, c.code)
			}
			f := c.file()
			f.Quick = true
			if _, err := NewReader(Options{OCR: c.eyes}).Extract(t.Context(), f); err != nil {
				t.Errorf("what can be read without it: %v", err)
			}
		})
	}
}

// blindEyes do not start, or fail from the given page on.
type blindEyes struct {
	broken error
	from   int
}

func (e *blindEyes) Identity(context.Context) (string, error) { return "", e.broken }

func (e *blindEyes) Recognise(context.Context, image.Image) ([]SeenLine, error) {
	if e.from--; e.from < 0 {
		return nil, errors.New("out of memory")
	}
	return []SeenLine{lineAt(10, 10, "A page.", 0.9)}, nil
}
