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
	r := NewReader(Options{OCR: &fakeEyes{}, Speech: toneListener{}})
	for _, folder := range []string{"audio", "courses", "parsers/docx", "parsers/pptx", "parsers/html", "parsers/markdown", "parsers/text",
		"parsers/subtitles", "parsers/epub", "parsers/legacy-office"} {
		t.Run(folder, func(t *testing.T) {
			codes := map[string]int{}
			for _, path := range publicFiles(t, folder, func(path string) bool { return !strings.HasSuffix(path, ".pdf") }) {
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
			}
			t.Logf("%v", codes)
		})
	}
}

// publicFiles lists files of a folder of the corpora, every one or, under the race detector, a fixed sample.
func publicFiles(t *testing.T, folder string, wanted func(path string) bool) []string {
	t.Helper()
	var files []string
	n := 0
	err := filepath.WalkDir(filepath.Join(sharedFolder(t), "corpora", filepath.FromSlash(folder)), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !wanted(path) {
			return err
		}
		if n++; n%everyNth == 0 {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// onlyWithoutRace is for tests that read much with one goroutine, where the race detector costs minutes and has nothing to see.
func onlyWithoutRace(t *testing.T) {
	t.Helper()
	if everyNth > 1 {
		t.Skip("run without the race detector")
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
