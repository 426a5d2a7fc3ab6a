package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// template is the length of a {% tag %} or {{ variable }} of a site generator.
func template(rest string) int {
	for _, pair := range [][2]string{{"{%", "%}"}, {"{{", "}}"}} {
		if strings.HasPrefix(rest, pair[0]) {
			if end := strings.Index(rest[:min(len(rest), lookAhead)], pair[1]); end > 0 && !strings.Contains(rest[:end], "\n") {
				return end + 2
			}
		}
	}
	return 0
}

func (p *inliner) escape(rest string) int {
	if len(rest) < 2 {
		return 0
	}
	if rest[1] == '\n' {
		p.plain.WriteByte(' ')
		return 2
	}
	for _, pair := range [][2]string{{`\(`, `\)`}, {`\[`, `\]`}} {
		if strings.HasPrefix(rest, pair[0]) {
			if end := strings.Index(rest[:min(len(rest), lookAhead)], pair[1]); end > 0 && strings.ContainsAny(rest[:end], `\^_=`) && !strings.Contains(rest[2:end], pair[0]) {
				p.plain.WriteString(rest[:end+2])
				return end + 2
			}
		}
	}
	if c := rest[1]; c < utf8.RuneSelf && (unicode.IsPunct(rune(c)) || unicode.IsSymbol(rune(c))) && c != '\\' {
		p.plain.WriteByte(c)
		return 2
	}
	return 0
}

func (p *inliner) code(rest string) int {
	n := len(rest) - len(strings.TrimLeft(rest, "`"))
	fence := rest[:n]
	for at := n; ; {
		end := strings.Index(rest[at:], fence)
		if end < 0 {
			p.plain.WriteString(fence)
			return n
		}
		end += at
		if end+n < len(rest) && rest[end+n] == '`' {
			at = end + n + len(rest[end+n:]) - len(strings.TrimLeft(rest[end+n:], "`"))
			continue
		}
		if m := rawFormat.FindString(rest[end+n:]); m != "" {
			p.plain.WriteByte(' ')
			return end + n + len(m) // pandoc: layout for one output format
		}
		p.plain.WriteString(rest[n:end])
		return end + n
	}
}

// math keeps $...$ and $$...$$ whole, by pandoc's rule: no blank inside the dollars, no digit behind.
func (p *inliner) math(s string, i int) int {
	rest := s[i:]
	if strings.HasPrefix(rest, "$$") {
		if end := strings.Index(rest[2:], "$$"); end > 0 {
			p.plain.WriteString(rest[:end+4])
			return end + 4
		}
		return 0
	}
	if len(rest) < 3 || rest[1] == ' ' || rest[1] == '\n' {
		return 0
	}
	for j := 1; j < min(len(rest), lookAhead); j++ {
		switch rest[j] {
		case '\\':
			j++
		case '$':
			if rest[j-1] == ' ' || j+1 < len(rest) && rest[j+1] >= '0' && rest[j+1] <= '9' {
				return 0
			}
			p.plain.WriteString(rest[:j+1])
			return j + 1
		}
	}
	return 0
}
