package extract

import (
	"context"
	"regexp"
	"strings"

	"ibid/store"
)

// restructured reads reStructuredText, in which documentation is written: marks, targets and comments go, maths and code stay.
type restructured struct{}

// Extract implements Extractor.
func (restructured) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	lines := splitLines(s)
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.ReplaceAll(l, "\t", "        "), " \f")
	}
	r := &rstReader{ctx: ctx, w: newWriter()}
	r.body(lines, 0)
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	return onePage("rst", store.UnitHeading, firstHeading(r.w), r.w)
}

// rstReader goes through lines; what is indented under something is read as a body of its own.
type rstReader struct {
	ctx    context.Context
	w      *writer
	styles []string // lines around titles, in the order in which they came up: the order of the levels
	list   int      // depth
	mark   string   // number of the item that begins
}

var (
	rstExplicit = regexp.MustCompile(`^\.\.(?:\s|$)`)
	rstBullet   = regexp.MustCompile(`^([-*+•‣]|\(?(?:\d{1,3}|#|[a-zA-Z]|[ivxlcIVXLC]{2,6})[.)])(\s+)\S`)
	rstField    = regexp.MustCompile(`^:([^:\s][^:]*):(?:\s+(.*)|$)`)
	rstSimple   = regexp.MustCompile(`^=+(?: +=+)+$`)
)

// body reads lines in which all that stands further in than the first is indented.
func (r *rstReader) body(lines []string, depth int) {
	if depth > 50 {
		return
	}
	for i := 0; i < len(lines) && r.ctx.Err() == nil; {
		if lines[i] == "" {
			i++
			continue
		}
		i += r.step(lines[i:], depth)
	}
}

// step reads one construct at the start of lines and returns how many lines it took.
func (r *rstReader) step(lines []string, depth int) int {
	line := lines[0]
	if text, style, n := rstTitle(lines); n > 0 && depth == 0 {
		r.title(text, style)
		return n
	}
	switch {
	case line[0] == ' ':
		n := 1
		for n < len(lines) && (lines[n] == "" || lines[n][0] == ' ') {
			n++
		}
		r.body(dedented(lines[:n]), depth+1)
		return n
	case rstExplicit.MatchString(line):
		n := 1 + under(lines[1:])
		r.explicit(strings.TrimSpace(line[2:]), lines[1:n], depth)
		return n
	case strings.HasPrefix(line, "__ "), line == "__", adornment(line) && (len(lines) == 1 || lines[1] == ""):
		return 1
	case strings.HasPrefix(line, ">>>"):
		n := untilBlank(lines)
		r.w.addLines(store.CodeLine, 0, strings.Join(lines[:n], "\n"))
		return n
	case gridRule.MatchString(line):
		return (&mdReader{w: r.w}).grid(lines)
	case rstSimple.MatchString(line):
		return r.columns(lines)
	case strings.HasPrefix(line, "| "):
		n := untilBlank(lines)
		body := strings.ReplaceAll("\n"+strings.Join(lines[:n], "\n"), "\n| ", "\n")
		r.w.addLines(store.Paragraph, 0, rstInline(strings.ReplaceAll(body, "\n|", "\n")))
		return n
	}
	if m := rstField.FindStringSubmatch(line); m != nil {
		n := 1 + under(lines[1:])
		r.w.add(store.Paragraph, 0, rstInline(m[1]+": "+m[2]+" "+strings.Join(lines[1:n], " ")))
		return n
	}
	if m := rstBullet.FindStringSubmatch(line); m != nil {
		return r.item(lines, m, depth)
	}
	return r.paragraph(lines, depth)
}

// item reads an item of a list with all that is indented under it.
func (r *rstReader) item(lines []string, m []string, depth int) int {
	indent := len([]rune(m[1])) + len(m[2])
	n := 1
	for n < len(lines) && (lines[n] == "" || indentOf(lines[n]) >= min(indent, 2)) {
		n++
	}
	body := append([]string{lines[0][len(m[1])+len(m[2]):]}, dedented(lines[1:n])...)
	r.list++
	if !strings.Contains("-*+•‣#.", m[1]) {
		r.mark = m[1] + " "
	}
	r.body(body, depth+1)
	r.list--
	return n
}

// paragraph reads a paragraph, and what is defined by it or shown literally behind it.
func (r *rstReader) paragraph(lines []string, depth int) int {
	n := 1
	for n < len(lines) && lines[n] != "" && lines[n][0] != ' ' {
		n++
	}
	text := strings.Join(lines[:n], "\n")
	if n < len(lines) && lines[n] != "" { // a term and what it means
		end := n + under(lines[n:])
		if n == 1 {
			r.put(rstInline(strings.ReplaceAll(text, " : ", ", ")))
			r.body(dedented(lines[n:end]), depth+1)
			return end
		}
		n = end
		text = strings.Join(lines[:n], "\n")
	}
	literal := strings.HasSuffix(text, "::")
	if literal {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "::"), " ")
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += ":"
		}
	}
	r.put(rstInline(text))
	if literal {
		end := n + under(lines[n:])
		r.w.addLines(store.CodeLine, 0, strings.Join(dedented(lines[n:end]), "\n"))
		return end
	}
	return n
}

// put writes a paragraph, or the text of an item.
func (r *rstReader) put(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if r.list > 0 {
		r.w.add(store.Item, r.list, r.mark+text)
	} else {
		r.w.add(store.Paragraph, 0, text)
	}
	r.mark = ""
}
