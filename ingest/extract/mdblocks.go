package extract

import (
	"strings"

	"ibid/store"
)

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

func dedent(lines []string) string { return strings.Join(dedented(lines), "\n") }

// dedented takes the indent off that all lines have.
func dedented(lines []string) []string {
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
	return out
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
