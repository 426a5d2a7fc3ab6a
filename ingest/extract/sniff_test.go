package extract

import (
	"strings"
	"testing"
)

// The content of a file decides what it is: text under the name of an office format is the text that it is, and a part of a PDF is
// none.
func TestTextUnderOfficeNames(t *testing.T) {
	for _, c := range []struct{ name, data, format, code string }{
		{"notes.pdf", "Sleep after learning helps memory.", "txt", ""},
		{"notes.docx", "Sleep after learning helps memory.", "txt", ""},
		{"page.pptx", "<!DOCTYPE html><p>Please log in", "html", ""},
		{"paper.pdf", "\\documentclass{article}\\begin{document}Sleep", "tex", ""},
		{"middle.pdf", "<< /Length 9 >>\nendobj\n12 0 obj\n<< /Type /Page >>", "", Damaged},
		{"end.pdf", "xref\n0 6\n0000000000 65535 f", "", Damaged},
		{"cut.pdf", "\x00\x01\x02\x80\x81", "", Damaged},
		{"cut.docx", "\x00\x01\x02\x80\x81", "", Damaged},
	} {
		format, err := sniff(File{ReaderAt: strings.NewReader(c.data), Size: int64(len(c.data)), Name: c.name})
		if format != c.format || Code(err) != c.code {
			t.Errorf("%s is %q, %v; want %q, %q", c.name, format, err, c.format, c.code)
		}
	}
}
