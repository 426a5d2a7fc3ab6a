package extract

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"
)

// knownPDFWords is what holds of public files of which half are broken on purpose.
const knownPDFWords = 88

// indexed is a line of the tables that come with the corpora: what another program found in a file.
type indexed struct {
	path  string
	chars int
	tags  string
}

// indexedFiles are the files of a table in which the other program found text.
func indexedFiles(t *testing.T, root, table string) []indexed {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, table))
	if err != nil {
		t.Fatal(err)
	}
	var out []indexed
	for _, line := range strings.Split(string(raw), "\n") {
		c := strings.Split(line, "\t")
		if len(c) < 5 {
			continue
		}
		f := indexed{path: filepath.Join(root, filepath.FromSlash(c[0])), tags: c[4]}
		if f.chars, err = strconv.Atoi(c[3]); err == nil && f.chars > 0 {
			out = append(out, f)
		}
	}
	if len(out) < 100 {
		t.Fatalf("%s has %d files with text", table, len(out))
	}
	sample := out[:0]
	for i := everyNth - 1; i < len(out); i += everyNth {
		sample = append(sample, out[i])
	}
	return sample
}

// enough fails the test when less than percent of all hold; a sample is too small to tell.
func enough(t *testing.T, what string, good, all, percent int) {
	t.Helper()
	if t.Logf("%s: %d of %d (%.1f %%)", what, good, all, 100*float64(good)/float64(max(all, 1))); everyNth == 1 && (all == 0 || good*100 < percent*all) {
		t.Errorf("%s: less than %d of 100", what, percent)
	}
}

// TestKnownOffice: of the Office files in which another program finds text at least 98 of 100 give text. The table counts every sign
// of the parts of OpenDocument files, encrypted ones too: such do not count when they have no text.
func TestKnownOffice(t *testing.T) {
	r := NewReader(Options{})
	good, all := 0, 0
	for _, f := range indexedFiles(t, filepath.Join(sharedFolder(t), "corpora"), "OFFICE_INDEX.tsv") {
		text, err := r.Read(t.Context(), f.path)
		if err == nil && len(wordsOf(text)) > 0 {
			good++
		} else if Code(err) == Encrypted || wordlessODF(t, f.path) {
			continue
		} else {
			t.Logf("%s (%d characters, %s): %v", f.path, f.chars, f.tags, err)
		}
		all++
	}
	enough(t, "give text", good, all, 98)
}

// wordlessODF reports an OpenDocument file whose content has no words.
func wordlessODF(t *testing.T, path string) bool {
	o, err := openZip(t.Context(), openFile(t, path))
	if err != nil {
		return false
	}
	content, err := o.part("content.xml")
	return err == nil && strings.TrimSpace(onlyWords(xmlTag.ReplaceAllString(string(content), ""))) == ""
}

// wordsOf counts the words of a text.
func wordsOf(t Text) map[string]int {
	have := map[string]int{}
	for _, p := range t.Pages {
		for _, w := range strings.Fields(onlyWords(norm.NFKC.String(p.Text))) {
			have[w]++
		}
	}
	return have
}

// TestKnownPDF: of the PDFs in which Poppler finds text at least 98 of 100 give text, and knownPDFWords of 100 have 98 of 100 words. Most
// of the others are reports of errors with a few words each: forms whose fields have no appearance, glyphs without a meaning, of which
// Poppler guesses another one, and words that it puts together or takes apart otherwise.
func TestKnownPDF(t *testing.T) {
	files := indexedFiles(t, filepath.Join(sharedFolder(t), "corpora"), "PDF_INDEX.tsv")
	pdftotext, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Log("pdftotext is not installed: words are not compared")
	}
	p := testPDF(t)
	type result struct {
		path    string
		share   float64
		missing []string
	}
	var mu sync.Mutex
	var results []result
	given := 0
	queue := make(chan indexed)
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			for f := range queue {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
				text, err := p.Extract(ctx, openFile(t, f.path))
				cancel()
				var words []string
				if pdftotext != "" {
					words = popplerWords(t, pdftotext, f.path)
				}
				mu.Lock()
				if err == nil && strings.TrimSpace(allText(text)) != "" {
					given++
				} else {
					t.Logf("%s (%d characters, %s): %v", f.path, f.chars, f.tags, err)
				}
				if len(words) > 0 {
					share, missing := recall(words, text)
					results = append(results, result{f.path, share, missing})
				}
				mu.Unlock()
			}
		})
	}
	for _, f := range files {
		queue <- f
	}
	close(queue)
	group.Wait()
	enough(t, "give text", given, len(files), 98)
	if pdftotext == "" {
		return
	}
	slices.SortFunc(results, func(a, b result) int {
		return strings.Compare(fmt.Sprintf("%.4f%s", a.share, a.path), fmt.Sprintf("%.4f%s", b.share, b.path))
	})
	good := 0
	for i, r := range results {
		if r.share >= 0.98 {
			good++
		} else if i < 60 {
			t.Logf("%.3f %s without %.150q", r.share, r.path, r.missing)
		}
	}
	enough(t, "have 0.98 of the words", good, len(results), knownPDFWords)
}

func allText(t Text) string {
	var b strings.Builder
	for _, p := range t.Pages {
		b.WriteString(p.Text)
	}
	return b.String()
}

var (
	latexSource = regexp.MustCompile(`(?s)<latexit.*?</latexit>`) // that a program hides behind its formulas
	anyDigits   = regexp.MustCompile(`\d+`)
)

// popplerWords are the words that Poppler finds in a PDF.
func popplerWords(t *testing.T, pdftotext, path string) []string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out bytes.Buffer
	run := exec.CommandContext(ctx, pdftotext, "-q", "-enc", "UTF-8", path, "-")
	run.Stdout = &out
	if err := run.Run(); err != nil {
		return nil // it opens fewer files than we do
	}
	text := norm.NFKC.String(latexSource.ReplaceAllString(out.String(), ""))
	if words := strings.Fields(onlyWords(withoutRunning(text))); len(words) > 0 {
		return words
	}
	return strings.Fields(onlyWords(text)) // the same on all pages
}

// withoutRunning leaves out the lines that stand on half of the pages or more: headers and footers, which are not read.
func withoutRunning(text string) string {
	pages := strings.Split(strings.TrimRight(text, "\f"), "\f")
	alike := func(line string) string { return anyDigits.ReplaceAllString(strings.TrimSpace(line), "#") }
	on := map[string]int{}
	for _, p := range pages {
		of := map[string]bool{}
		for _, line := range strings.Split(p, "\n") {
			of[alike(line)] = true
		}
		for line := range of {
			on[line]++
		}
	}
	var b strings.Builder
	for _, p := range pages {
		for _, line := range strings.Split(p, "\n") {
			if n := on[alike(line)]; n < 3 || 2*n < len(pages) {
				b.WriteString(line + "\n")
			}
		}
	}
	return b.String()
}
