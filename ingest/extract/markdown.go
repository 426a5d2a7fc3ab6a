package extract

import (
	"context"
	"regexp"
	"strings"

	"ibid/store"
)

// markdown reads Markdown in its common dialects: GitHub, pandoc (divs, spans, attributes), kramdown and R Markdown. Markup goes,
// the words stay as they stand in the file, maths and code untouched, so that a quote is found in the source again.
type markdown struct{}

// Extract implements Extractor.
func (markdown) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	w := newWriter()
	lines := splitLines(s)
	title, lines := frontMatter(lines)
	if err := writeMarkdown(ctx, w, lines, false); err != nil {
		return Text{}, err
	}
	if title == "" {
		title = firstHeading(w)
	}
	return onePage("md", store.UnitHeading, title, w)
}

func splitLines(s string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u0085", "\n").Replace(s), "\n")
}

// firstHeading is the first block of w if that is a heading of the first level.
func firstHeading(w *writer) string {
	if len(w.blocks) > 0 && w.blocks[0].Kind == store.Heading && w.blocks[0].Level == 1 {
		return w.text.String()[w.blocks[0].From:w.blocks[0].To]
	}
	return ""
}

var titleLine = regexp.MustCompile(`^["']?title["']?\s*[:=]\s*(.*)$`)

// frontMatter takes YAML or TOML between --- or +++ off the top and returns its title.
func frontMatter(lines []string) (title string, rest []string) {
	start := 0
	for start < len(lines) && strings.TrimSpace(lines[start]) == "" {
		start++
	}
	if start == len(lines) {
		return "", lines
	}
	fence := strings.TrimRight(lines[start], " \t")
	if fence != "---" && fence != "+++" {
		return "", lines
	}
	for i := start + 1; i < len(lines) && i < start+400; i++ {
		l := strings.TrimRight(lines[i], " \t")
		if l == fence || fence == "---" && l == "..." {
			return title, lines[i+1:]
		}
		if m := titleLine.FindStringSubmatch(l); m != nil && title == "" {
			title = inline(strings.Trim(strings.TrimSpace(m[1]), `"'`), false)
		}
	}
	return "", lines
}

var (
	atx        = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	setext     = regexp.MustCompile(`^ {0,3}(=+|-+)[ \t]*$`)
	rule       = regexp.MustCompile(`^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	fenceStart = regexp.MustCompile("^([ \t]*)(`{3,}|~{3,})(.*)$")
	listItem   = regexp.MustCompile(`^([ \t]*)([-*+]|(?:\d{1,9}|[a-zA-Z]|[ivxIVX]{1,4}|#)[.)]|\((?:\d{1,3}|[a-z]|@)\))([ \t]+|$)(.*)$`)
	quoteMark  = regexp.MustCompile(`^ {0,3}>[ \t]?`)
	divFence   = regexp.MustCompile(`^[ \t]*:{3,}[ \t]*(.*)$`)
	divTitle   = regexp.MustCompile(`title\s*=\s*"([^"]*)"`)
	tableRule  = regexp.MustCompile(`^[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*$`)
	gridRule   = regexp.MustCompile(`^[ \t]*\+(?:[-=:]+\+)+[ \t]*$`)
	layoutTeX  = regexp.MustCompile(`^\s*\\(?:[a-zA-Z]+)(?:\[[^\]]*\])?(?:\{[^{}]*\})*\s*$`)
	attrLine   = regexp.MustCompile(`^\s*\{[:.#%<][^}]*\}\s*$|^\s*\{\{[^}]*\}\}\s*$|^\s*\{%.*%\}\s*$`)
	linkDef    = regexp.MustCompile(`^ {0,3}\[[^\]^]+\]:[ \t]*\S+`)
	htmlBlock  = regexp.MustCompile(`(?i)^\s*<(table|ul|ol|dl|pre|h[1-6]|script|style|iframe|svg|form)\b`)
	mathStart  = regexp.MustCompile(`^\s*(?:\$\$|\\\[|\\begin\{)`)
	macroOnly  = regexp.MustCompile(`^\s*\$\$\s*\\(?:gdef|def|newcommand|renewcommand|DeclareMathOperator)\b`)
	adornments = regexp.MustCompile(`^\s*\[!\w+\]\s*`)
	taskBox    = regexp.MustCompile(`^\[[ xX]\]\s+`)
)

// mdReader goes through lines; a paragraph or list item is open until a line ends it.
type mdReader struct {
	w      *writer
	remark bool // slides of remark: content classes
	open   []string
	kind   store.BlockKind
	level  int
	mark   string // number of the list item, such as "2."
	lists  []int  // columns at which the contents of the open lists begin
	blank  bool   // the line before was blank
}

// writeMarkdown writes the blocks of lines.
func writeMarkdown(ctx context.Context, w *writer, lines []string, remark bool) error {
	r := &mdReader{w: w, remark: remark, blank: true}
	lines = dropScripts(dropComments(lines))
	for i := 0; i < len(lines); {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i += r.step(lines[i:])
	}
	r.flush()
	return nil
}

// step reads one construct at the start of lines and returns how many lines it took.
func (r *mdReader) step(lines []string) int {
	line := lines[0]
	if len(r.lists) > 0 && strings.HasPrefix(strings.TrimLeft(line, " \t"), ">") {
		line = strings.TrimLeft(line, " \t") // a quotation in an item
	}
	for m := quoteMark.FindString(line); m != ""; m = quoteMark.FindString(line) {
		line = line[len(m):]
		line = line[len(adornments.FindString(line)):]
	}
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		r.flush()
		r.blank = true
		return 1
	}
	wasBlank := r.blank
	r.blank = false
	indent := indentOf(line)
	if m := fenceStart.FindStringSubmatch(line); m != nil && !strings.Contains(m[3], "`") {
		return r.code(lines, len(m[1]), m[2], strings.TrimSpace(m[3]))
	}
	if wasBlank && len(r.open) == 0 {
		r.leaveLists(indent)
		if indent >= r.column()+4 {
			return r.indentedCode(lines)
		}
	}
	if m := atx.FindStringSubmatch(trimIndent(line, r.column())); m != nil {
		r.flush()
		r.lists = nil
		r.w.add(store.Heading, len(m[1]), inline(dropAttributes(m[2]), true))
		return 1
	}
	if m := setext.FindStringSubmatch(line); m != nil && len(r.open) == 1 && r.kind == store.Paragraph && len(m[1]) > 1 {
		level := 1
		if m[1][0] == '-' {
			level = 2
		}
		text := r.open[0]
		r.open = nil
		r.w.add(store.Heading, level, inline(dropAttributes(text), true))
		return 1
	}
	switch {
	case rule.MatchString(line), attrLine.MatchString(line), linkDef.MatchString(line):
		r.flush()
		return 1
	case divFence.MatchString(line):
		r.flush()
		if m := divTitle.FindStringSubmatch(line); m != nil {
			r.w.add(store.Paragraph, 0, inline(m[1], false))
		}
		return 1
	case mathStart.MatchString(line):
		return r.math(lines)
	case layoutTeX.MatchString(line):
		r.flush()
		return 1
	case htmlBlock.MatchString(line):
		if n := r.html(lines); n > 0 {
			return n
		}
	case gridRule.MatchString(line):
		return r.grid(lines)
	}
	if strings.Contains(line, "|") && (len(lines) > 1 && strings.Contains(lines[1], "-") && strings.ContainsAny(lines[1], "|:") && tableRule.MatchString(lines[1]) ||
		strings.HasPrefix(trimmed, "|") && strings.HasSuffix(trimmed, "|") && len(trimmed) > 2) {
		return r.table(lines)
	}
	if r.remark {
		if line = remarkClasses(line); strings.TrimSpace(line) == "" {
			r.flush()
			return 1
		}
	}
	if m := listItem.FindStringSubmatch(line); m != nil && (m[4] != "" || m[3] == "") && r.startsItem(m, wasBlank) {
		r.item(m)
		return 1
	}
	if len(r.open) == 0 {
		r.kind, r.level = store.Paragraph, 0
		if len(r.lists) > 0 {
			r.kind, r.level = store.Item, len(r.lists) // a further paragraph of the item
		}
	}
	r.open = append(r.open, line)
	return 1
}

// startsItem: letters and numbers begin a list only where a list is open or a paragraph is not; else "1990." at the start of a
// wrapped line, or "a) ..." would.
func (r *mdReader) startsItem(m []string, wasBlank bool) bool {
	if strings.ContainsAny(m[2], "-*+") {
		return true
	}
	if len(m[2]) > 2 && m[2][0] != '(' && len(m[2]) > 4 {
		return false
	}
	return wasBlank || len(r.lists) > 0 || len(r.open) == 0 || m[2] == "1." || m[2] == "1)"
}

func (r *mdReader) item(m []string) {
	r.flush()
	indent := indentOf(m[1] + "x")
	for len(r.lists) > 0 && indent < r.lists[len(r.lists)-1] {
		r.lists = r.lists[:len(r.lists)-1]
	}
	r.lists = append(r.lists, indent+len(m[2])+1)
	r.kind, r.level = store.Item, len(r.lists)
	if !strings.ContainsAny(m[2], "-*+#@") {
		r.mark = m[2] + " "
	}
	r.open = []string{taskBox.ReplaceAllString(quoteless(m[4]), "")}
}

// column is where the content of the innermost open list begins.
func (r *mdReader) column() int {
	if n := len(r.lists); n > 0 {
		return r.lists[n-1]
	}
	return 0
}

// leaveLists closes the lists that a line after a blank one is not indented enough for.
func (r *mdReader) leaveLists(indent int) {
	for len(r.lists) > 0 && indent < min(r.column(), 2+4*(len(r.lists)-1)) {
		r.lists = r.lists[:len(r.lists)-1]
	}
}

// flush writes the open paragraph or item.
func (r *mdReader) flush() {
	if len(r.open) > 0 {
		r.w.add(r.kind, r.level, r.mark+inline(strings.Join(r.open, "\n"), false))
	}
	r.open, r.mark = nil, ""
}

func (r *mdReader) code(lines []string, indent int, fence, info string) int {
	r.flush()
	var body []string
	n := 1
	for ; n < len(lines); n++ {
		t := strings.TrimSpace(quoteless(lines[n]))
		if len(t) >= len(fence) && strings.Trim(t, fence[:1]) == "" {
			n++
			break
		}
		body = append(body, trimIndent(lines[n], indent))
	}
	if info == "{=html}" { // pandoc: not code to read but HTML to show
		writeFragment(r.w, strings.Join(body, "\n"))
	} else {
		r.w.addLines(store.CodeLine, 0, strings.Join(body, "\n"))
	}
	return n
}

func quoteless(line string) string { return line[len(quoteMark.FindString(line)):] }

func (r *mdReader) indentedCode(lines []string) int {
	var body []string
	margin := r.column() + 4
	n, last := 0, 0
	for ; n < len(lines) && (strings.TrimSpace(lines[n]) == "" || indentOf(lines[n]) >= margin); n++ {
		body = append(body, trimIndent(lines[n], margin))
		if strings.TrimSpace(lines[n]) != "" {
			last = n + 1
		}
	}
	r.w.addLines(store.CodeLine, 0, strings.Join(body[:last], "\n"))
	return last
}

// math keeps a displayed formula as it stands.
func (r *mdReader) math(lines []string) int {
	first := strings.TrimSpace(lines[0])
	end := "$$"
	switch {
	case strings.HasPrefix(first, `\[`):
		end = `\]`
	case strings.HasPrefix(first, `\begin{`):
		end = `\end{` + strings.TrimPrefix(first[:strings.IndexByte(first+"}", '}')], `\begin{`) + "}"
	}
	n := 1
	if !strings.Contains(strings.TrimPrefix(first, "$$"), end) {
		for n < len(lines) && n < 200 && !strings.Contains(lines[n], end) {
			if n++; n == len(lines) || n == 200 {
				n = 1 // never closed: not a formula
				break
			}
		}
		if n > 1 || len(lines) > 1 && strings.Contains(lines[1], end) {
			n++
		}
	}
	if n == 1 && (!strings.HasSuffix(first, end) || strings.Count(first, "$$") == 1) {
		// A line of text that only begins with a formula.
		if len(r.open) == 0 {
			r.kind, r.level = store.Paragraph, 0
		}
		r.open = append(r.open, lines[0])
		return 1
	}
	r.flush()
	if !macroOnly.MatchString(first) {
		r.w.addLines(store.Paragraph, 0, dedent(lines[:n]))
	}
	return n
}

func dedent(lines []string) string {
	margin := 1 << 10
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			margin = min(margin, indentOf(l))
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = trimIndent(l, margin)
	}
	return strings.Join(out, "\n")
}

// html hands a block of HTML with a structure of its own to the HTML reader.
func (r *mdReader) html(lines []string) int {
	name := strings.ToLower(htmlBlock.FindStringSubmatch(lines[0])[1])
	end := "</" + name
	for n := 0; n < min(len(lines), 500); n++ {
		if strings.Contains(strings.ToLower(lines[n]), end) {
			r.flush()
			writeFragment(r.w, strings.Join(lines[:n+1], "\n"))
			return n + 1
		}
	}
	return 0
}

func (r *mdReader) table(lines []string) int {
	r.flush()
	n := 0
	for ; n < len(lines); n++ {
		line := quoteless(lines[n])
		if !strings.Contains(line, "|") {
			break
		}
		if !tableRule.MatchString(line) || !strings.Contains(line, "-") {
			r.w.addRow(tableCells(line))
		}
	}
	return n
}

// grid reads a pandoc grid table, in which a row may take several lines.
func (r *mdReader) grid(lines []string) int {
	r.flush()
	var row []string
	n := 0
	for ; n < len(lines); n++ {
		t := strings.TrimSpace(lines[n])
		if gridRule.MatchString(t) {
			r.w.addRow(row)
			row = nil
			continue
		}
		if !strings.HasPrefix(t, "|") {
			break
		}
		for i, c := range tableCells(t) {
			if i == len(row) {
				row = append(row, "")
			}
			row[i] += " " + c
		}
	}
	r.w.addRow(row)
	return n
}

// tableCells splits at bars that are neither escaped nor in code.
func tableCells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var cells []string
	from, code := 0, false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			code = !code && strings.Contains(line[i+1:], "`")
		case '|':
			if !code {
				cells = append(cells, inline(line[from:i], false))
				from = i + 1
			}
		}
	}
	return append(cells, inline(line[from:], false))
}

// dropComments takes <!-- ... --> out, except in code.
func dropComments(lines []string) []string {
	out := make([]string, 0, len(lines))
	fence, comment := "", false
	for _, l := range lines {
		if !comment {
			fence = fenceAfter(fence, l)
		}
		if fence != "" {
			out = append(out, l)
			continue
		}
		kept, touched := "", false
		for {
			if comment {
				end := strings.Index(l, "-->")
				if end < 0 {
					break
				}
				l, comment = l[end+3:], false
			}
			start := strings.Index(l, "<!--")
			if start < 0 {
				kept += l
				break
			}
			kept, l, comment, touched = kept+l[:start], l[start+4:], true, true
		}
		if !touched && !comment && kept != "" || strings.TrimSpace(kept) != "" || kept == "" && !comment && !touched {
			out = append(out, kept)
		}
	}
	return out
}

var scriptBlock = regexp.MustCompile(`(?i)<(script|style)\b[^>]*>`)

// dropScripts takes scripts and style sheets out, which programs put into Markdown with all of their data.
func dropScripts(lines []string) []string {
	var out []string
	fence, end := "", ""
	for _, l := range lines {
		if end == "" {
			fence = fenceAfter(fence, l)
		}
		for fence == "" {
			if end == "" {
				at := scriptBlock.FindStringSubmatchIndex(l)
				if at == nil {
					break
				}
				end = "</" + strings.ToLower(l[at[2]:at[3]])
				out = append(out, l[:at[0]])
				l = l[at[1]:]
			}
			at := strings.Index(strings.ToLower(l), end)
			if at < 0 {
				l = ""
				break
			}
			_, l, _ = strings.Cut(l[at:], ">")
			end = ""
		}
		if end == "" {
			out = append(out, l)
		}
	}
	return out
}

// fenceAfter is the fence of the code block that is open behind line; "" = none. fence is the one open before it.
func fenceAfter(fence, line string) string {
	m := fenceStart.FindStringSubmatch(line)
	switch {
	case m == nil:
	case fence == "" && !strings.Contains(m[3], "`"):
		return m[2]
	case fence != "" && strings.HasPrefix(m[2], fence) && strings.TrimSpace(m[3]) == "":
		return ""
	}
	return fence
}

func indentOf(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// trimIndent takes up to n columns of white space off line.
func trimIndent(line string, n int) string {
	col := 0
	for i, c := range line {
		if col >= n || c != ' ' && c != '\t' {
			return line[i:]
		}
		if col++; c == '\t' {
			col += 3
		}
	}
	return ""
}
