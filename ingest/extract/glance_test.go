package extract

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sparse makes a file that begins with head and is size bytes long, of which the disk holds the head only.
func sparse(t *testing.T, name, head string, size int64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	err := os.WriteFile(path, []byte(head), 0o600)
	if err == nil {
		err = os.Truncate(path, size)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// What a file is refused for whatever is in it is known without reading it to its end.
func TestGlance(t *testing.T) {
	t.Setenv("PATH", "") // no FFmpeg
	r := NewReader(Options{PDF: testPDF(t), OCR: &fakeEyes{}, Speech: toneListener{}})
	const huge = 8 << 30
	for _, test := range []struct {
		name, head string
		size       int64
		want       string
	}{
		{"ubuntu.iso", "\x00\x00\x00\x00", huge, Unsupported},
		{"backup.7z", "7z\xbc\xaf\x27\x1c", huge, Unsupported},
		{"lecture.mp4", "\x00\x00\x00\x20ftypisom\x00\x00\x02\x00", huge, NeedsFFmpeg},
		{"lecture.mp3", "\xff\xfb\x90\x64" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00", huge, ""},
		{"scan.pdf", "%PDF-1.7\n", huge, TooLarge},
		{"scan.pdf", "%PDF-1.7\n", maxPDFSize, ""},
		{"photo.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", huge, TooLarge},
		{"notes.md", "Notes", 5, ""},
		{"empty.md", "", 0, Empty},
	} {
		start := time.Now()
		err := r.Glance(sparse(t, test.name, test.head, test.size))
		if got := Code(err); got != test.want || got == "" && err != nil {
			t.Errorf("%s of %d bytes: %v, want %q", test.name, test.size, err, test.want)
		}
		if took := time.Since(start); took > time.Second {
			t.Errorf("%s took %s", test.name, took)
		}
	}
	if err := r.Glance(filepath.Join(t.TempDir(), "gone.md")); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// zeros is a file of nothing.
type zeros struct{}

func (zeros) ReadAt(p []byte, _ int64) (int, error) { clear(p); return len(p), nil }

// Readers refuse what Glance refuses.
func TestReadersHoldToMaxSize(t *testing.T) {
	r := NewReader(Options{PDF: testPDF(t), OCR: &fakeEyes{}})
	bounded := 0
	for format, e := range r.formats {
		size := maxSize(format) + 1
		if size < 0 {
			continue // any size
		}
		bounded++
		if _, err := e.Extract(t.Context(), File{ReaderAt: zeros{}, Size: size, Name: "a." + format}); Code(err) != TooLarge {
			t.Errorf("%s of %d bytes: %v", format, size, err)
		}
	}
	if bounded < 15 {
		t.Errorf("only %d formats have a limit", bounded)
	}
}
