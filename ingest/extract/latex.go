package extract

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// latex reads LaTeX sources: sections as headings, maths and code as they stand, comments and what only sets type left out. Files
// that are drawn in by \input are documents of their own.
type latex struct{}

// Extract implements Extractor.
func (latex) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	t := &texReader{ctx: ctx, w: newWriter(), src: s, chapters: strings.Contains(s, `\chapter`)}
	if at := strings.Index(s, `\begin{document}`); at >= 0 {
		t.preamble(s[:at])
		t.src = s[at:]
	}
	t.run(len(t.src))
	t.flush()
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	title := t.title
	if title == "" {
		title = firstHeading(t.w)
	}
	return onePage("tex", store.UnitHeading, title, t.w)
}

// texReader goes through a source; what it has read of a paragraph stands in line.
type texReader struct {
	ctx      context.Context
	w        *writer
	src      string
	at       int
	line     strings.Builder
	title    string
	chapters bool // sections stand under chapters
	lists    []texList
	mark     string // of the item that begins

	cells  []string
	tables int // depth
	later  []string
	steps  int
	nested int
	gone   map[string]bool // ends that do not come any more
}

type texList struct {
	ordered bool
	count   int
}

var texTitle = regexp.MustCompile(`\\(?:title|subtitle)\s*(?:\[[^\]]*\])?\{`)

// preamble takes the title out of what stands before the document.
func (t *texReader) preamble(s string) {
	if at := texTitle.FindStringIndex(s); at != nil {
		p := &texReader{ctx: t.ctx, w: newWriter(), src: s, at: at[1] - 1}
		t.title = fold(p.inner(p.group()))
	}
}

// run reads up to an offset of the source.
func (t *texReader) run(end int) {
	for t.at < end {
		if t.steps++; t.steps%4096 == 0 && t.ctx.Err() != nil {
			return
		}
		c := t.src[t.at]
		switch {
		case c == '%':
			t.comment()
		case c == '\\':
			t.command(end)
		case c == '$':
			t.dollars()
		case c == '\n':
			t.lineEnd()
		case c == '{' || c == '}':
			t.at++
		case c == '~':
			t.at++
			t.line.WriteByte(' ')
		case c == '&' && t.tables > 0:
			t.at++
			t.cell()
		case c == '`' || c == '\'' || c == '-':
			t.signs(c)
		default:
			_, n := utf8.DecodeRuneInString(t.src[t.at:])
			t.line.WriteString(t.src[t.at : t.at+n])
			t.at += n
		}
	}
}

// comment goes to the begin of the next line: the line end and the indent behind it go, too.
func (t *texReader) comment() {
	n := strings.IndexByte(t.src[t.at:], '\n')
	if n < 0 {
		t.at = len(t.src)
		return
	}
	alone := t.at == 0 || strings.TrimSpace(t.src[strings.LastIndexByte(t.src[:t.at], '\n')+1:t.at]) == ""
	t.at += n
	if !alone || !strings.HasPrefix(strings.TrimLeft(t.src[t.at+1:], " \t"), "\n") {
		t.at++
	}
}

// lineEnd: a blank line ends the paragraph.
func (t *texReader) lineEnd() {
	rest := t.src[t.at+1:]
	t.at++
	t.line.WriteByte('\n')
	if trimmed := strings.TrimLeft(rest, " \t"); strings.HasPrefix(trimmed, "\n") && t.tables == 0 {
		t.flush()
	}
}

// signs writes quotation marks and dashes as they are printed.
func (t *texReader) signs(c byte) {
	n := 1
	for t.at+n < len(t.src) && t.src[t.at+n] == c && n < 3 {
		n++
	}
	sign := map[string]string{"``": "“", "''": "”", "--": "–", "---": "—", "`": "‘", "'": "’"}[t.src[t.at:t.at+n]]
	if sign == "" {
		sign, n = t.src[t.at:t.at+1], 1
	}
	t.line.WriteString(sign)
	t.at += n
}

// flush writes the open paragraph and what was put off to its end.
func (t *texReader) flush() {
	text := t.line.String()
	t.line.Reset()
	if strings.TrimSpace(text) != "" {
		if len(t.lists) > 0 {
			t.w.add(store.Item, len(t.lists), t.mark+text)
		} else {
			t.w.add(store.Paragraph, 0, text)
		}
		t.mark = ""
	}
	later := t.later
	t.later = nil
	for _, l := range later {
		t.w.add(store.Paragraph, 0, l)
	}
}

// inner is the text of a piece of source.
func (t *texReader) inner(src string) string {
	if t.nested > 40 {
		return src
	}
	p := &texReader{ctx: t.ctx, w: newWriter(), src: src, nested: t.nested + 1}
	p.run(len(src))
	p.flush()
	return p.w.text.String()
}
