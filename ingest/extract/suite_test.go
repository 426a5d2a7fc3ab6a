package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/store"
)

// suite is a file of each format and the reader of them all: what holds for one reader holds for every one.
func suite(t testing.TB) (*Reader, []sample) {
	t.Helper()
	files := append(samples(t), sample{"paper.pdf", tinyPDF("Memory has three stages.", "Sleep helps to remember.")})
	return NewReader(Options{PDF: testPDF(t), Speech: toneListener{}}), append(files, recordingSamples(t)...)
}

// TestSuite holds every reader to the contract of Extractor.
func TestSuite(t *testing.T) {
	r, files := suite(t)
	for _, s := range files {
		t.Run(s.name, func(t *testing.T) {
			text, err := r.Extract(t.Context(), s.file())
			if err != nil {
				t.Fatal(err)
			}
			t.Run("Text", func(t *testing.T) { checkShape(t, s.name, text) })
			t.Run("Deterministic", func(t *testing.T) {
				again, err := r.Extract(t.Context(), s.file())
				if err != nil || !reflect.DeepEqual(text, again) {
					t.Errorf("the second reading differs: %v", err)
				}
			})
			t.Run("Together", func(t *testing.T) { readTogether(t, r, s, text) })
			t.Run("Cancelled", func(t *testing.T) { readCancelled(t, r, s) })
			t.Run("Truncated", func(t *testing.T) { readTruncated(t, r, s) })
			t.Run("Mislabelled", func(t *testing.T) { readMislabelled(t, r, s, text) })
			t.Run("Untouched", func(t *testing.T) { readUntouched(t, r, s, text) })
		})
	}
}

// checkShape looks at what checkText does not: format, titles, and that nothing stands between the blocks.
func checkShape(t *testing.T, name string, text Text) {
	checkText(t, name, text)
	if text.Format != ext(name) && !(text.Format == "code" && isProgram(ext(name))) || text.Unit == "" || len(text.ReadBy) == 0 || len(text.Pages) == 0 {
		t.Errorf("format %q, unit %q, read by %v, %d pages", text.Format, text.Unit, text.ReadBy, len(text.Pages))
	}
	if text.Title != strings.TrimSpace(text.Title) || strings.Contains(text.Title, "\n") {
		t.Errorf("title %q", text.Title)
	}
	for _, p := range text.Pages {
		end := 0
		for _, b := range p.Blocks {
			if gap := p.Text[end:b.From]; strings.TrimSpace(gap) != "" || len(gap) > 1 {
				t.Errorf("page %d: %q stands in no block", p.Number, gap)
			}
			if s := p.Text[b.From:b.To]; strings.TrimSpace(s) == "" {
				t.Errorf("page %d: block of nothing at %v", p.Number, b.Span)
			}
			if b.Kind == store.Heading && (b.Level < 1 || b.Level > 6) {
				t.Errorf("page %d: heading of level %d", p.Number, b.Level)
			}
			if (b.Kind == store.Cue) != (text.Unit == store.UnitTime) || b.End < b.Start {
				t.Errorf("page %d: %s from %v to %v", p.Number, b.Kind, b.Start, b.End)
			}
			end = b.To
		}
		if end != len(p.Text) {
			t.Errorf("page %d: %q stands in no block", p.Number, p.Text[end:])
		}
	}
}

func readTogether(t *testing.T, r *Reader, s sample, want Text) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if got, err := r.Extract(t.Context(), s.file()); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("read beside itself it differs: %v", err)
			}
		})
	}
	group.Wait()
}

// cancelling ends its context at the first read.
type cancelling struct {
	*bytes.Reader
	cancel context.CancelFunc
}

func (c cancelling) ReadAt(p []byte, off int64) (int, error) {
	c.cancel()
	return c.Reader.ReadAt(p, off)
}

func readCancelled(t *testing.T, r *Reader, s sample) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := s.file()
	f.ReaderAt = cancelling{bytes.NewReader(s.data), cancel}
	start := time.Now()
	if _, err := r.Extract(ctx, f); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("went on for %s", took)
	}
}

func readTruncated(t *testing.T, r *Reader, s sample) {
	for i := range 16 {
		cut := sample{s.name, s.data[:len(s.data)*i/16]}
		text, err := r.Extract(t.Context(), cut.file())
		switch {
		case err == nil:
			checkText(t, s.name, text)
		case Code(err) == "":
			t.Errorf("cut at %d/16: untyped error %v", i, err)
		case i == 0 && Code(err) != Empty:
			t.Errorf("0 bytes: %v", err)
		}
	}
}

// readMislabelled: but for Markdown, plain text and programs, the content alone says what a file is.
func readMislabelled(t *testing.T, r *Reader, s sample, want Text) {
	switch want.Format {
	case "md", "txt", "rst", "code":
		return
	}
	for _, name := range []string{"a", "a.txt", "a.pdf", "a.docx", "a.PPTX"} {
		got, err := r.Extract(t.Context(), sample{name, s.data}.file())
		if err != nil || !reflect.DeepEqual(got.Pages, want.Pages) {
			t.Errorf("as %s: %v", name, err)
		}
	}
}

func readUntouched(t *testing.T, r *Reader, s sample, want Text) {
	path := filepath.Join(t.TempDir(), s.name)
	if err := os.WriteFile(path, s.data, 0o400); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Read(t.Context(), path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("from disk it reads otherwise: %v", err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(data, s.data) || !before.ModTime().Equal(after.ModTime()) {
		t.Errorf("the file was changed: %v", err)
	}
}

// tinyPDF is a PDF with a line of text a page.
func tinyPDF(lines ...string) []byte {
	contents := make([]string, len(lines))
	for i, l := range lines {
		contents[i] = fmt.Sprintf("BT /F 14 Tf 72 700 Td (%s) Tj ET", l)
	}
	return drawnPDF(contents...)
}

// drawnPDF is a PDF with what a stream of operators draws a page.
func drawnPDF(contents ...string) []byte {
	var b bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(at)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	var kids []string
	for i := range contents {
		kids = append(kids, fmt.Sprintf("%d 0 R", 4+2*i))
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, content := range contents {
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> /Contents %d 0 R >>", 5+2*i)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}
