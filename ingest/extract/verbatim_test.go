package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ibid/store"
)

var (
	notWord  = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	someMark = regexp.MustCompile("[*_`#>|\\\\]")
)

func onlyWords(s string) string {
	return " " + strings.TrimSpace(notWord.ReplaceAllString(strings.ToLower(s), " ")) + " "
}

// TestVerbatim: what a Markdown file is quoted with stands in it, but for its marks: 92 of 100 blocks at least, the rest being
// captions in HTML and pandoc's spans, whose attributes go.
func TestVerbatim(t *testing.T) {
	onlyWithoutRace(t)
	paths, err := filepath.Glob(filepath.Join(sharedFolder(t), "corpora", "courses", "*", "*", "*.md"))
	if err != nil || len(paths) == 0 {
		t.Skip("no Markdown in the shared courses")
	}
	r := NewReader(Options{})
	blocks, missing := 0, 0
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source := onlyWords(someMark.ReplaceAllString(string(raw), " "))
		text, err := r.Read(t.Context(), path)
		if err != nil {
			continue
		}
		for _, b := range text.Pages[0].Blocks {
			if b.Kind != store.Paragraph && b.Kind != store.Item {
				continue
			}
			if blocks++; !strings.Contains(source, onlyWords(text.Pages[0].Text[b.From:b.To])) {
				missing++
			}
		}
	}
	t.Logf("%d of %d blocks are not in their files word for word", missing, blocks)
	if missing*100 > blocks*8 {
		t.Errorf("too many")
	}
}
