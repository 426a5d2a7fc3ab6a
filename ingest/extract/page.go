package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/store"
)

// writer puts the blocks of one page behind each other and keeps their spans.
type writer struct {
	text   strings.Builder
	blocks []store.Block
	sep    string // between two blocks

	removed []string // what a slide has in its head and foot, like the others
}

func newWriter() *writer { return &writer{sep: "\n"} }

// add appends a block of running text: white space is folded to single blanks. Text that is blank adds nothing.
func (w *writer) add(kind store.BlockKind, level int, s string) { w.put(kind, level, fold(s)) }

// addLines appends a block whose line ends and indents matter, such as code.
func (w *writer) addLines(kind store.BlockKind, level int, s string) {
	w.put(kind, level, foldLines(s))
}

func (w *writer) put(kind store.BlockKind, level int, s string) {
	s = dropBlobs(s)
	if s == "" {
		return
	}
	if w.text.Len() > 0 {
		w.text.WriteString(w.sep)
	}
	from := w.text.Len()
	w.text.WriteString(s)
	w.blocks = append(w.blocks, store.Block{Span: store.Span{From: from, To: w.text.Len()}, Kind: kind, Level: level})
}

// maxWord is the longest run of ASCII without a blank that is taken for words. Longer ones are pictures in base64 and other data.
const maxWord = 1000

func dropBlobs(s string) string {
	if len(s) <= maxWord {
		return s
	}
	var b strings.Builder
	from, kept := 0, 0 // of the run, of what is not written yet
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] > ' ' && s[i] < utf8.RuneSelf {
			continue
		}
		if i-from > maxWord {
			b.WriteString(s[kept:from])
			kept = i
		}
		from = i + 1
	}
	if kept == 0 {
		return s
	}
	b.WriteString(s[kept:])
	return strings.TrimSpace(b.String())
}

// addRow appends a row of a table, unless all its cells are blank.
func (w *writer) addRow(cells []string) {
	any := false
	for i, c := range cells {
		cells[i] = fold(c)
		any = any || cells[i] != ""
	}
	if any {
		w.put(store.Row, 0, strings.TrimSpace(strings.Join(cells, " | ")))
	}
}

func (w *writer) len() int { return w.text.Len() }

func (w *writer) page(number int) store.Page {
	return store.Page{Number: number, Text: w.text.String(), Blocks: w.blocks, ReadBy: readByText, Removed: w.removed}
}

// readByText is what a page says that was read by the reader of its own format.
const readByText = "text"

// onePage is the Text of a format without pages.
func onePage(format string, unit store.Unit, title string, w *writer) (Text, error) {
	if w.len() == 0 {
		switch format {
		case "docx", "doc", "odt", "rtf", "epub":
			return Text{}, fail(NoText, "%s without text", format) // it may show pictures
		}
		return Text{}, fail(Empty, "%s without text", format)
	}
	return Text{Format: format, Unit: unit, Title: fold(title), Pages: []store.Page{w.page(1)}, ReadBy: []string{readByText}}, nil
}

// fold makes runs of white space one blank, drops what cannot be seen (controls, soft hyphens, zero-width marks that do not
// join letters) and normalises to NFC.
func fold(s string) string {
	if folded(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || r == '\u200b':
			gap = b.Len() > 0
			continue
		case invisible(r):
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// foldLines keeps line ends and blanks, drops invisible characters, blanks at line ends and blank lines around.
func foldLines(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ", "\v", "\n", "\f", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r == '\n' || !invisible(r) {
			b.WriteRune(r)
		}
	}
	lines := strings.Split(b.String(), "\n")
	first, last := -1, -1
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(l, unicode.IsSpace)
		if lines[i] != "" {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return ""
	}
	return norm.NFC.String(strings.Join(lines[first:last+1], "\n"))
}

// folded reports whether fold would change nothing; it spares most text a copy.
func folded(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= 0x7f || c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' ') {
			return false
		}
	}
	return true
}

func invisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\ufeff', '\u2060', '\u200e', '\u200f', utf8.RuneError:
		return true
	}
	return unicode.IsControl(r)
}
