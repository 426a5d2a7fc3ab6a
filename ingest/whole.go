package ingest

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"ibid/ingest/extract"
)

// pdfTail is how much of a PDF's end has its last line, and what some mail programs put behind that.
const pdfTail = 4096

// whole fails when a file was cut short though something of it can be read. Most formats cannot be read at all then, or have no end
// that could be missed; a PDF that was made for the web has its first pages at the beginning.
func whole(path, format string) error {
	if format != "pdf" {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	from := max(0, info.Size()-pdfTail)
	tail, err := io.ReadAll(io.NewSectionReader(file, from, pdfTail))
	if err != nil {
		return fmt.Errorf("look at the end: %w", err)
	}
	if !bytes.Contains(tail, []byte("%%EOF")) {
		return &extract.Error{Code: extract.Damaged, Detail: "the end of the file is missing"}
	}
	return nil
}
