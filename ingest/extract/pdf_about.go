package extract

import (
	"context"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// about is what a document says of itself.
type about struct {
	title   string
	outline map[string]outlet
}

const (
	maxBookmarks = 5000
	maxLabel     = 200 // bytes
	maxTitle     = 200 // characters
)

// about reads title and outline. A document that crashes over them is read without.
func (r *pdfRun) about(ctx context.Context) about {
	page, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	a := about{outline: map[string]outlet{}}
	var err error
	if a.title, err = r.doc.meta(page, "Title"); err == nil {
		seen := 0
		err = r.doc.bookmarks(page, 0, 1, &seen, a.outline)
	}
	if err != nil {
		r.stop()
		r.crashes++
		if r.doc, err = r.pdf.open(ctx, r.file); err != nil {
			r.doc = nil
		}
	}
	return a
}

// meta returns an entry of the document's information.
func (d *pdfDocument) meta(ctx context.Context, key string) (string, error) {
	at, err := d.heap.Malloc(uint64(len(key) + 1))
	if err != nil {
		return "", err
	}
	d.memory.WriteString(uint32(at), key)
	raw, err := d.buffer(ctx, 4096, func(to, n uint64) (uint64, error) {
		return d.call(ctx, "FPDF_GetMetaText", d.handle, at, to, n)
	})
	return wideString(raw), err
}

// label returns the printed number of a page where it is not simply its number.
func (d *pdfDocument) label(ctx context.Context, n int) (string, error) {
	raw, err := d.buffer(ctx, maxLabel, func(to, size uint64) (uint64, error) {
		return d.call(quick, "FPDF_GetPageLabel", d.handle, uint64(n), to, size)
	})
	label := wideString(raw)
	if label == strconv.Itoa(n+1) {
		label = ""
	}
	return label, err
}

// bookmarks collects the outline below a bookmark, 0 for all of it.
func (d *pdfDocument) bookmarks(ctx context.Context, parent uint64, level int, seen *int, out map[string]outlet) error {
	mark, err := d.call(quick, "FPDFBookmark_GetFirstChild", d.handle, parent)
	for err == nil && mark != 0 && *seen < maxBookmarks && level <= 6 {
		*seen++
		if err := ctx.Err(); err != nil {
			return err
		}
		var raw []byte
		raw, err = d.buffer(ctx, 2048, func(to, n uint64) (uint64, error) {
			return d.call(quick, "FPDFBookmark_GetTitle", mark, to, n)
		})
		if err != nil {
			return err
		}
		title := wideString(raw)
		if key := outlineKey(title); key != "" {
			if _, known := out[key]; !known {
				out[key] = outlet{level: level, title: title}
			}
		}
		if err := d.bookmarks(ctx, mark, level+1, seen, out); err != nil {
			return err
		}
		mark, err = d.call(quick, "FPDFBookmark_GetNextSibling", d.handle, mark)
	}
	return err
}

// outlineKey is a heading without what differs between the outline and the page: numbers in front, blanks, signs, case.
func outlineKey(s string) string {
	var sb strings.Builder
	for _, c := range strings.TrimLeft(s, "0123456789. ") {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			sb.WriteRune(unicode.ToLower(c))
		}
	}
	if sb.Len() < 3 {
		return ""
	}
	return sb.String()
}

// wideString decodes UTF-16LE with its end mark, to one line of plain text.
func wideString(raw []byte) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, binary.LittleEndian.Uint16(raw[i:]))
	}
	var sb strings.Builder
	for _, c := range utf16.Decode(units) {
		if unicode.IsSpace(c) {
			sb.WriteByte(' ')
			continue
		}
		sb.WriteString(legible(c, false))
	}
	return strings.Join(strings.Fields(compose(sb.String())), " ")
}
