package extract

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/store"
)

var updatePDF = flag.Bool("update-pdf", false, "write the golden files of the PDF tests anew")

// TestPDFGolden compares whole documents with what a student would copy from them.
func TestPDFGolden(t *testing.T) {
	p := testPDF(t)
	for _, name := range []string{"two-columns", "slides", "odd"} {
		t.Run(name, func(t *testing.T) {
			text, err := p.Extract(t.Context(), openFile(t, filepath.Join("testdata", "pdf", name+".pdf")))
			if err != nil {
				t.Fatal(err)
			}
			checkText(t, name, text)
			got, golden := printed(text), filepath.Join("testdata", "pdf", name+".golden")
			if *updatePDF {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// printed shows a text with its structure.
func printed(t Text) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "title: %s\nread by: %s\n", t.Title, strings.Join(t.ReadBy, ", "))
	for _, p := range t.Pages {
		fmt.Fprintf(&sb, "\npage %d label %q %.0fx%.0f boxes %d\n", p.Number, p.Label, p.Width, p.Height, len(p.Boxes))
		for _, b := range p.Blocks {
			fmt.Fprintf(&sb, "%s %d: %s\n", b.Kind, b.Level, p.Text[b.From:b.To])
		}
	}
	return sb.String()
}

func TestPDFErrors(t *testing.T) {
	p := testPDF(t)
	whole, err := os.ReadFile(filepath.Join("testdata", "pdf", "slides.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	password, err := os.ReadFile(filepath.Join("testdata", "pdf", "password.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	scan, err := os.ReadFile(filepath.Join("testdata", "pdf", "scan.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, code string
		data       []byte
	}{
		{"nothing", Empty, nil},
		{"garbage", Damaged, bytes.Repeat([]byte("no pdf at all "), 50)},
		{"only a head", Damaged, whole[:200]},
		{"password", Encrypted, password},
		{"picture", NoText, scan},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := p.Extract(t.Context(), File{ReaderAt: bytes.NewReader(c.data), Size: int64(len(c.data)), Name: "x.pdf"})
			if Code(err) != c.code {
				t.Errorf("error %v, want code %s", err, c.code)
			}
		})
	}
	t.Run("too large", func(t *testing.T) {
		_, err := p.Extract(t.Context(), File{ReaderAt: bytes.NewReader(nil), Size: maxPDFSize + 1, Name: "x.pdf"})
		if Code(err) != TooLarge {
			t.Errorf("error %v, want code %s", err, TooLarge)
		}
	})
	t.Run("cut short", func(t *testing.T) { // PDFium rebuilds the index of what is there
		cut := whole[:len(whole)-300]
		text, err := p.Extract(t.Context(), File{ReaderAt: bytes.NewReader(cut), Size: int64(len(cut)), Name: "x.pdf"})
		if err == nil && len(text.Pages) == 0 || err != nil && Code(err) != Damaged {
			t.Errorf("%d pages, error %v", len(text.Pages), err)
		}
	})
}

// A locked PDF opens with its password only, here and where its pages are drawn, and asks for none when it is not locked.
func TestPDFPassword(t *testing.T) {
	p := testPDF(t)
	path := filepath.Join("testdata", "pdf", "locked.pdf")
	for _, c := range []struct{ password, detail string }{{"Qx7-Flusspferd", ""}, {"owner-4711", ""}, {"", NeedsPassword}, {"qx7-flusspferd", WrongPassword}} {
		ctx := WithPassword(t.Context(), func() string { return c.password })
		text, err := p.Extract(ctx, openFile(t, path))
		var e *Error
		if c.detail == "" && (err != nil || !strings.Contains(text.Pages[0].Text, "The hippocampus binds")) || c.detail != "" && (!errors.As(err, &e) || e.Code != Encrypted || e.Detail != c.detail) {
			t.Errorf("%q: %+v, %v", c.password, text, err)
		}
		if err := p.Opens(ctx, path); (err == nil) != (c.detail == "") {
			t.Errorf("%q opens it: %v", c.password, err)
		}
		if _, err := p.Render(ctx, path, 1, 200); (err == nil) != (c.detail == "") {
			t.Errorf("%q draws it: %v", c.password, err)
		}
	}
	ctx := WithPassword(t.Context(), func() string { t.Error("a file that is not locked asks for a password"); return "" })
	if err := p.Opens(ctx, filepath.Join("testdata", "pdf", "slides.pdf")); err != nil {
		t.Error(err)
	}
}

func TestPDFCancel(t *testing.T) {
	p := testPDF(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Extract(ctx, openFile(t, filepath.Join("testdata", "pdf", "slides.pdf"))); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := p.Extract(ctx, openFile(t, filepath.Join("testdata", "pdf", "slides.pdf"))); Code(err) != TimedOut && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want a timeout", err)
	}
	// The engine is whole afterwards.
	if _, err := p.Extract(t.Context(), openFile(t, filepath.Join("testdata", "pdf", "slides.pdf"))); err != nil {
		t.Error(err)
	}
}

// A sandbox that is lost in the middle of a document costs one page.
func TestPDFCrash(t *testing.T) {
	p := testPDF(t)
	file := openFile(t, filepath.Join("testdata", "pdf", "slides.pdf"))
	doc, err := p.open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	run := pdfRun{pdf: p, file: file, doc: doc}
	defer run.stop()
	doc.handle = 0xffffff00 // outside of the sandbox's memory
	s, err := run.sheet(t.Context(), 0)
	if err != nil || !s.failed {
		t.Errorf("the page of the crash: failed %v, %v", s.failed, err)
	}
	if s, err = run.sheet(t.Context(), 1); err != nil || len(s.words) == 0 {
		t.Errorf("the page after it: %d words, %v", len(s.words), err)
	}
}

func TestRender(t *testing.T) {
	p := testPDF(t)
	picture, err := p.Render(t.Context(), filepath.Join("testdata", "pdf", "slides.pdf"), 2, 400)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 400 || size.Y != 225 {
		t.Errorf("size %v", size)
	}
	dark, all := 0, 0
	for y := range 225 {
		for x := range 400 {
			r, g, b, a := picture.At(x, y).RGBA()
			if all++; r+g+b < 3*0x4000 {
				dark++
			}
			if a != 0xffff {
				t.Fatalf("pixel %d,%d is not opaque", x, y)
			}
		}
	}
	if dark < all/500 || dark > all/4 {
		t.Errorf("%d of %d pixels are dark", dark, all)
	}
	if _, err := p.Render(t.Context(), filepath.Join("testdata", "pdf", "slides.pdf"), 9, 400); Code(err) != Damaged {
		t.Errorf("page 9 of 4: %v", err)
	}
}

// The words that are lit up are where the picture has ink.
func TestHighlightsHitInk(t *testing.T) {
	p := testPDF(t)
	path := filepath.Join("testdata", "pdf", "odd.pdf")
	text, err := p.Extract(t.Context(), openFile(t, path))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		page  int
		quote string
		lines int
	}{
		{1, "consolidation works during sleep", 2},
		{1, "yield test(item)", 1},
		{2, "lies on its side", 1},
		{3, "share of words", 1},
	} {
		page := text.Pages[c.page-1]
		at := strings.Index(page.Text, c.quote)
		if at < 0 {
			t.Fatalf("page %d has no %q: %q", c.page, c.quote, page.Text)
		}
		rects := Highlights(page, store.Span{From: at, To: at + len(c.quote)})
		if len(rects) != c.lines {
			t.Errorf("%q: %d rectangles, want %d: %v", c.quote, len(rects), c.lines, rects)
		}
		picture, err := p.Render(t.Context(), path, c.page, 800)
		if err != nil {
			t.Fatal(err)
		}
		w, h := float64(picture.Bounds().Dx()), float64(picture.Bounds().Dy())
		for _, r := range rects {
			dark, all := 0, 0
			for y := int(r.Y0 * h); y < int(r.Y1*h); y++ {
				for x := int(r.X0 * w); x < int(r.X1*w); x++ {
					if v, _, _, _ := picture.At(x, y).RGBA(); v < 0x9000 {
						dark++
					}
					all++
				}
			}
			if all == 0 || dark*20 < all || dark*2 > all {
				t.Errorf("%q: %d of %d pixels are dark in %v", c.quote, dark, all, r)
			}
		}
	}
}
