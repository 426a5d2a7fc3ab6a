package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// fakeEyes see the same lines in every picture.
type fakeEyes struct {
	lines []SeenLine
	err   error
	size  image.Point // of the last picture
	looks int
	says  func(image.Image) string // instead of lines, if it is not nil
}

func (e *fakeEyes) Identity(context.Context) (string, error) { return "fake", nil }

func (e *fakeEyes) Recognise(ctx context.Context, p image.Image) ([]SeenLine, error) {
	e.size = p.Bounds().Size()
	e.looks++
	if e.says != nil {
		return []SeenLine{lineAt(10, 10, e.says(p), 0.9)}, nil
	}
	return e.lines, errors.Join(e.err, ctx.Err())
}

// lineAt is a line of words as wide as they are long.
func lineAt(x, y float32, text string, confidence float32) SeenLine {
	var l SeenLine
	for _, w := range strings.Fields(text) {
		to := x + 10*float32(len(w))
		l.Words = append(l.Words, SeenWord{Text: w, X0: x, Y0: y, X1: to, Y1: y + 24, Confidence: confidence})
		x = to + 6
	}
	return l
}

// dotted is a picture that is not of one colour.
func dotted(w, h int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range p.Pix {
		p.Pix[i] = 0xff
	}
	p.Set(w/2, h/2, color.Black)
	p.Set(w/2&^1, h/2&^1, color.Black)
	return p
}

func encoded(t testing.TB, format string, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "webp": // Go does not write it
		var data []byte
		data, err = os.ReadFile(filepath.Join("testdata", "dots.webp"))
		b.Write(data)
	case "png":
		err = png.Encode(&b, p)
	case "jpg":
		err = jpeg.Encode(&b, p, nil)
	case "gif":
		err = gif.Encode(&b, p, nil)
	case "bmp":
		err = bmp.Encode(&b, p)
	case "tiff":
		err = tiff.Encode(&b, p, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPictures(t *testing.T) {
	eyes := &fakeEyes{lines: []SeenLine{lineAt(20, 60, "a good night helps.", 0.7), lineAt(20, 30, "Sleep and memory:", 0.6)}}
	r := NewReader(Options{OCR: eyes})
	for _, format := range Pictures {
		t.Run(format, func(t *testing.T) {
			text, err := r.Extract(t.Context(), sample{"photo." + format, encoded(t, format, dotted(400, 200))}.file())
			if err != nil {
				t.Fatal(err)
			}
			checkShape(t, "photo."+format, text)
			p := text.Pages[0]
			if p.Text != "Sleep and memory: a good night helps." && p.Text != "Sleep and memory:\na good night helps." {
				t.Errorf("text %q", p.Text)
			}
			if p.ReadBy != "ocr" || !p.Doubtful || p.Confidence < 0.6 || p.Confidence > 0.7 || text.ReadBy[0] != "ocr" {
				t.Errorf("read by %s (%v), doubtful %v, confidence %v", p.ReadBy, text.ReadBy, p.Doubtful, p.Confidence)
			}
			if len(p.Boxes) != 7 || p.Boxes[0].X0 < 9 || p.Boxes[0].X0 > 10 {
				t.Errorf("boxes %v", p.Boxes)
			}
		})
	}
}

func TestPictureThatIsNotRead(t *testing.T) {
	huge := encoded(t, "png", dotted(8, 8))
	binary.BigEndian.PutUint32(huge[16:], 60000)
	binary.BigEndian.PutUint32(huge[20:], 60000)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	whole := encoded(t, "png", dotted(400, 200))
	lines := []SeenLine{lineAt(2, 2, "text", 1)}
	for _, c := range []struct {
		name, code string
		eyes       Recogniser
		data       []byte
	}{
		{"60000 x 60000", TooLarge, &fakeEyes{lines: lines}, huge},
		{"truncated", Damaged, &fakeEyes{lines: lines}, whole[:len(whole)/2]},
		{"only a head", Damaged, &fakeEyes{lines: lines}, whole[:12]},
		{"one pixel", Empty, &fakeEyes{lines: lines}, encoded(t, "png", image.NewGray(image.Rect(0, 0, 1, 1)))},
		{"no text", Empty, &fakeEyes{}, whole},
		{"the models fail", NotRecognised, &fakeEyes{err: errors.New("no models")}, whole},
		{"nobody reads pictures", Unsupported, nil, whole},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewReader(Options{OCR: c.eyes}).Extract(t.Context(), sample{"x.png", c.data}.file())
			if Code(err) != c.code {
				t.Errorf("error %v, want code %s", err, c.code)
			}
		})
	}
}

func TestOrientation(t *testing.T) {
	plain := encoded(t, "jpg", dotted(60, 40))
	for o, want := range map[int]image.Point{1: {60, 40}, 3: {60, 40}, 6: {40, 60}, 8: {40, 60}} {
		exif := []byte("\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
		exif[29] = byte(o)
		data := append(append(append([]byte{}, plain[:2]...), exif...), plain[2:]...)
		if got := orientationOf(bytes.NewReader(data), int64(len(data))); got != o {
			t.Fatalf("orientation %d, want %d", got, o)
		}
		path := filepath.Join(t.TempDir(), "x.jpg")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := DrawPicture(path, 1, 1000)
		if err != nil || p.Bounds().Size() != want {
			t.Errorf("orientation %d: %v %v", o, p.Bounds(), err)
		}
	}
	p := image.NewGray(image.Rect(0, 0, 3, 2)) // a corner tells them apart
	p.Set(0, 0, color.White)
	for o, at := range []image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}} {
		if o > 0 && color.GrayModel.Convert(oriented(p, o).At(at.X, at.Y)).(color.Gray).Y != 0xff {
			t.Errorf("orientation %d: the corner is not at %v", o, at)
		}
	}
}

// A scan is read from its picture, page by page, or left for later.
func TestScan(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "pdf", "scan.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	eyes := &fakeEyes{lines: []SeenLine{lineAt(100, 130, "The amygdala fires.", 0.9), lineAt(100, 100, "Fear and memory.", 0.9)}}
	p := testPDF(t)
	r := NewReader(Options{PDF: p, OCR: eyes})
	t.Cleanup(func() { p.OCR = nil })
	text, err := r.Extract(t.Context(), sample{"scan.pdf", data}.file())
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, "scan.pdf", text)
	if p := text.Pages[0]; p.ReadBy != "ocr" || p.Doubtful || p.Confidence < 0.89 || !strings.Contains(p.Text, "Fear and memory") || len(p.Boxes) != 6 {
		t.Errorf("read by %s, doubtful %v, confidence %v: %q", p.ReadBy, p.Doubtful, p.Confidence, p.Text)
	}
	if b, page := text.Pages[0].Boxes[0], text.Pages[0]; b.X0*float32(eyes.size.X)/page.Width < 99 || b.X0*float32(eyes.size.X)/page.Width > 101 {
		t.Errorf("box %v on %v points", b, page.Width)
	}
	f := sample{"scan.pdf", data}.file()
	eyes.looks, f.Quick = 0, true
	text, err = r.Extract(t.Context(), f)
	if err != nil || !text.Later || text.Unseen != 1 || eyes.looks != 0 || text.Pages[0].Doubtful {
		t.Errorf("%d pages left for later, %d looked at, %v", text.Unseen, eyes.looks, err)
	}
}

// smallPicture refuses pictures that a head can promise and that take long to decode: those are judged by their head.
type smallPicture struct{ picture }

func (s smallPicture) Extract(ctx context.Context, f File) (Text, error) {
	about, _, err := image.DecodeConfig(io.NewSectionReader(f, 0, f.Size))
	if err == nil && about.Width*about.Height > 1<<20 {
		return Text{}, fail(TooLarge, "for a fuzz test")
	}
	return s.picture.Extract(ctx, f)
}

func FuzzPicture(f *testing.F) {
	for _, format := range Pictures {
		f.Add(encoded(f, format, dotted(40, 20)))
	}
	fuzz(f, smallPicture{picture{"png", &fakeEyes{lines: []SeenLine{lineAt(2, 2, "some text", 1)}}}}, "a.png")
}
