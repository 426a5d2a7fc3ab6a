package extract

import (
	"encoding/csv"
	"regexp"
	"strings"

	"ibid/store"
)

var (
	rstDirective = regexp.MustCompile(`^(?:\|[^|]+\|\s+)?([A-Za-z][\w:.+-]*)::(?:\s+(.*)|$)`)
	rstFootnote  = regexp.MustCompile(`^\[([#*\w.-]+)\](?:\s+(.*)|$)`)
	rstOption    = regexp.MustCompile(`^:[\w-]+:`)
)

// explicit reads what begins with two dots: a directive, a footnote, or a target or comment, which go.
func (r *rstReader) explicit(first string, rest []string, depth int) {
	body := dedented(rest)
	if m := rstFootnote.FindStringSubmatch(first); m != nil {
		r.w.add(store.Paragraph, 0, "["+m[1]+"] "+rstInline(m[2]+"\n"+strings.Join(body, "\n")))
		return
	}
	m := rstDirective.FindStringSubmatch(first)
	if m == nil || strings.HasPrefix(first, "|") {
		return
	}
	for len(body) > 0 && rstOption.MatchString(body[0]) {
		body = body[1:]
		for len(body) > 0 && strings.HasPrefix(body[0], " ") { // an option that goes on
			body = body[1:]
		}
	}
	name, argument := strings.ToLower(m[1]), m[2]
	switch name {
	case "code", "code-block", "sourcecode", "highlight", "parsed-literal", "ipython", "doctest", "testcode", "jupyter-execute", "code-cell", "prompt", "productionlist":
		r.w.addLines(store.CodeLine, 0, strings.Join(body, "\n"))
	case "math":
		r.w.addLines(store.Paragraph, 0, strings.TrimSpace(argument+"\n"+strings.Join(body, "\n")))
	case "image", "include", "literalinclude", "toctree", "contents", "raw", "index", "meta", "default-role", "role", "automodule",
		"autoclass", "autofunction", "plot", "graphviz", "tabularcolumns", "currentmodule", "module", "target-notes", "sectnum", "header", "footer":
	case "figure", "only", "highlights":
		r.body(body, depth+1)
	case "csv-table":
		r.put(rstInline(argument))
		rows := csv.NewReader(strings.NewReader(strings.Join(body, "\n")))
		rows.FieldsPerRecord, rows.LazyQuotes, rows.TrimLeadingSpace = -1, true, true
		for cells, err := rows.Read(); err == nil; cells, err = rows.Read() {
			r.row(cells)
		}
	case "list-table":
		r.put(rstInline(argument))
		r.listTable(body)
	default: // admonitions, tables, rubrics, what programs describe: the words count
		r.put(rstInline(argument))
		r.body(body, depth+1)
	}
}

func (r *rstReader) row(cells []string) {
	for i, c := range cells {
		cells[i] = rstInline(c)
	}
	r.w.addRow(cells)
}

// listTable reads a table that is written as a list of lists.
func (r *rstReader) listTable(lines []string) {
	var cells []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if strings.HasPrefix(l, "* ") && cells != nil {
			r.row(cells)
			cells = nil
		}
		if strings.HasPrefix(l, "* ") {
			t = strings.TrimSpace(t[1:])
		}
		switch {
		case t == "-" || strings.HasPrefix(t, "- "):
			cells = append(cells, strings.TrimSpace(t[1:]))
		case t != "" && len(cells) > 0:
			cells[len(cells)-1] += " " + t
		}
	}
	r.row(cells)
}

// columns reads a table whose columns stand under lines of '='. It returns the lines taken.
func (r *rstReader) columns(lines []string) int {
	var starts []int
	for i, c := range lines[0] {
		if c == '=' && (i == 0 || lines[0][i-1] == ' ') {
			starts = append(starts, i)
		}
	}
	rules, n := 1, 1
	var cells []string
	for ; n < len(lines) && rules < 3; n++ {
		l := lines[n]
		if strings.Trim(l, "= ") == "" && l != "" || strings.Trim(l, "- ") == "" && l != "" {
			if l[0] == '=' {
				rules++
				if n+1 == len(lines) || lines[n+1] == "" {
					rules = 3
				}
			}
			continue
		}
		letters := []rune(l)
		parts := make([]string, len(starts))
		for i, from := range starts {
			to := len(letters)
			if i+1 < len(starts) {
				to = min(starts[i+1], to)
			}
			parts[i] = strings.TrimSpace(string(letters[min(from, to):to]))
		}
		if parts[0] == "" && cells != nil { // the row above goes on
			for i, p := range parts {
				cells[i] = strings.TrimSpace(cells[i] + " " + p)
			}
			continue
		}
		r.row(cells)
		cells = parts
	}
	r.row(cells)
	return n
}
