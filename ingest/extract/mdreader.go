package extract

import (
	"regexp"
	"strings"

	"ibid/store"
)

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
