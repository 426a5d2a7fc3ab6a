package extract

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"ibid/store"
)

// TestTortureSuite reads every file of the public suites of broken and odd PDFs: each ends with text or an error with a code.
func TestTortureSuite(t *testing.T) {
	files := publicFiles(t, "parsers/pdf", func(path string) bool { return strings.HasSuffix(path, ".pdf") || strings.HasSuffix(path, ".fuzz") })
	p := testPDF(t)
	var mu sync.Mutex
	codes := map[string]int{}
	second, pages := 0, 0
	var slowest time.Duration
	var slow string
	var group sync.WaitGroup
	queue := make(chan string)
	for range readers {
		group.Go(func() {
			for path := range queue {
				start := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				text, err := p.Extract(ctx, openFile(t, path))
				cancel()
				took := time.Since(start)
				mu.Lock()
				if took > slowest {
					slowest, slow = took, path
				}
				var typed *Error
				switch {
				case err == nil:
					codes["text"]++
					pages += len(text.Pages)
					if strings.Join(text.ReadBy, " ") != "text" {
						second++
						t.Logf("%v: %s %q", text.ReadBy, path, clipped(text))
					}
					checkText(t, path, text)
				case errors.As(err, &typed):
					codes[typed.Code]++
				default:
					t.Errorf("%s: untyped error: %v", path, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, path := range files {
		queue <- path
	}
	close(queue)
	group.Wait()
	t.Logf("%d files: %v, %d pages, %d with the second reader's help; slowest %s %s", len(files), codes, pages, second, slowest, slow)
}

func clipped(t Text) string {
	for _, p := range t.Pages {
		if p.ReadBy == "second reader" && p.Text != "" {
			return p.Text[:min(len(p.Text), 80)]
		}
	}
	return ""
}

// checkText holds any page to what the rest of the program relies on.
func checkText(t testing.TB, name string, text Text) {
	t.Helper()
	for i, p := range text.Pages {
		if p.Number != i+1 {
			t.Errorf("%s: page %d has number %d", name, i+1, p.Number)
		}
		checkPage(t, name, p)
	}
}

func checkPage(t testing.TB, name string, p store.Page) {
	t.Helper()
	if !utf8.ValidString(p.Text) || strings.ContainsRune(p.Text, 0) {
		t.Errorf("%s page %d: text is not clean UTF-8", name, p.Number)
	}
	end := 0
	for _, b := range p.Blocks {
		if b.From < end || b.To <= b.From || b.To > len(p.Text) {
			t.Errorf("%s page %d: block %v after %d of %d", name, p.Number, b.Span, end, len(p.Text))
		}
		end = b.To
	}
	end = 0
	for _, b := range p.Boxes {
		if b.From < end || b.To <= b.From || b.To > len(p.Text) {
			t.Errorf("%s page %d: box %v after %d of %d", name, p.Number, b.Span, end, len(p.Text))
			break
		}
		end = b.To
		if strings.TrimSpace(p.Text[b.From:b.To]) == "" {
			t.Errorf("%s page %d: box of nothing at %v", name, p.Number, b.Span)
			break
		}
		if b.X1 < b.X0 || b.Y1 < b.Y0 {
			t.Errorf("%s page %d: box turned over: %v", name, p.Number, b)
			break
		}
	}
}
