package extract

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCorpora reads real files that nobody here wrote, among them the bug reports of other programs: text or a typed error, soon.
func TestCorpora(t *testing.T) {
	root := filepath.Join(sharedFolder(t), "corpora")
	r := NewReader(Options{})
	for _, folder := range []string{"courses", "parsers/docx", "parsers/pptx", "parsers/html", "parsers/markdown", "parsers/text",
		"parsers/subtitles", "parsers/epub", "parsers/legacy-office"} {
		t.Run(folder, func(t *testing.T) {
			codes := map[string]int{}
			err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(folder)), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || strings.HasSuffix(path, ".pdf") {
					return err
				}
				start := time.Now()
				text, err := r.Read(t.Context(), path)
				if took := time.Since(start); took > 15*time.Second {
					t.Errorf("%s took %s", path, took)
				}
				if err != nil && Code(err) == "" {
					t.Errorf("%s: untyped error %v", path, err)
				}
				if err == nil {
					checkText(t, path, text)
				}
				if codes[Code(err)]++; strings.Contains(Code(err)+errText(err), "reader failed") {
					t.Errorf("%s: %v", path, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v", codes)
		})
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
