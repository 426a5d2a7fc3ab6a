package extract

import (
	"regexp"
	"strings"
)

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
