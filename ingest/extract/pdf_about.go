package extract

import (
	"context"
	"encoding/binary"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
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

// titleOr returns the document's own title if it is one, else the biggest words of its first page. Where a course gives all its
// files one title, the line that follows it on the first page tells them apart.
func (a *about) titleOr(first *pdfSheet, body float32) string {
	big, next := biggest(first, body)
	title := big
	if sensibleTitle(a.title) {
		title = a.title
	}
	if outlineKey(title) == outlineKey(big) && numbered(next) {
		return title + ": " + next
	}
	return title
}

// numbered reports whether a line says which part of a series a document is.
func numbered(s string) bool {
	if n := utf8.RuneCountInString(s); n < 3 || n > 80 || !wordy(s) {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(s), " ")
	switch first {
	case "lecture", "week", "chapter", "part", "unit", "session", "topic", "module", "lesson", "class", "day",
		"vorlesung", "kapitel", "teil", "woche", "lektion", "einheit", "übung", "leçon", "chapitre", "cours", "tema", "capítulo":
		return strings.ContainsAny(s, "0123456789IVX")
	}
	return false
}

// sensibleTitle rejects what programs write on their own: file names, "Microsoft PowerPoint - x", "untitled", numbers.
func sensibleTitle(s string) bool {
	low := strings.ToLower(s)
	switch n := utf8.RuneCountInString(s); {
	case n < 3 || n > maxTitle || !wordy(s) || strings.ContainsRune(s, utf8.RuneError):
		return false
	case strings.HasPrefix(low, "microsoft ") || strings.HasPrefix(low, "untitled") || strings.HasPrefix(low, "powerpoint") ||
		strings.HasPrefix(low, "slide 1") || strings.HasPrefix(low, "document") || strings.HasPrefix(low, "unbenannt"):
		return false
	case strings.ContainsAny(s, `/\`) && !strings.Contains(s, " "):
		return false
	}
	switch path.Ext(low) {
	case ".doc", ".docx", ".ppt", ".pptx", ".tex", ".dvi", ".pdf", ".ps", ".eps", ".rtf", ".odt", ".odp", ".key", ".pages", ".htm", ".html", ".md", ".rmd", ".indd", ".qxd", ".xls", ".xlsx", ".txt":
		return false
	}
	return true
}

// biggest returns the text in the largest type of a page, if that is larger than running text, and the line after it.
func biggest(s *pdfSheet, body float32) (title, next string) {
	sizes := map[float32]int{}
	for _, w := range s.words {
		if w.turn == across {
			sizes[w.size] += utf8.RuneCountInString(w.text)
		}
	}
	var size float32
	for candidate, n := range sizes {
		if n >= 4 && candidate > size {
			size = candidate
		}
	}
	if size < 1.08*body {
		return "", ""
	}
	var words, after []string
	var last *pdfWord
	for i := range s.words {
		w := &s.words[i]
		if w.turn != across {
			continue
		}
		into := &words
		if w.size < 0.97*size || w.size > 1.03*size || last != nil && abs(w.base-last.base) > 2.2*size {
			if !wordy(strings.Join(words, " ")) {
				words, last = nil, nil
				continue
			}
			into = &after
			if len(after) > 0 && abs(w.base-last.base) > 0.5*w.size {
				break
			}
		} else if len(after) > 0 {
			break
		}
		if n := len(*into); n > 0 && w.glued && last.seq+1 == w.seq {
			(*into)[n-1] += w.text
		} else {
			*into = append(*into, w.text)
		}
		last = w
	}
	title = strings.Join(words, " ")
	if !wordy(title) || utf8.RuneCountInString(title) > maxTitle {
		return "", ""
	}
	return title, strings.Join(after, " ")
}
