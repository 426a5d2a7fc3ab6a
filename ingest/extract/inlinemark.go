package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is text, or a run of emphasis marks that may be dropped.
type piece struct {
	text             string
	mark             byte // '*', '_' or '~'; 0 = text
	opening, closing bool
}

func (p *inliner) emphasis(s string, i int) int {
	c := s[i]
	n := 1
	for i+n < len(s) && s[i+n] == c {
		n++
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+n:])
	blank := func(r rune, edge bool) bool { return edge || unicode.IsSpace(r) }
	word := func(r rune, edge bool) bool { return !edge && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	m := piece{text: s[i : i+n], mark: c, opening: !blank(after, i+n >= len(s)), closing: !blank(before, i == 0)}
	if c == '_' {
		m.opening = m.opening && !word(before, i == 0)
		m.closing = m.closing && !word(after, i+n >= len(s))
	}
	if c == '~' && n != 2 || !m.opening && !m.closing {
		p.plain.WriteString(m.text)
		return n
	}
	p.cut()
	p.out = append(p.out, m)
	return n
}

// join drops the marks that pair up and keeps those that do not.
func (p *inliner) join() string {
	var open []int
	for i := range p.out {
		m := &p.out[i]
		if m.mark == 0 {
			continue
		}
		if m.closing {
			for k := len(open) - 1; k >= 0 && m.text != ""; k-- {
				o := &p.out[open[k]]
				if o.mark != m.mark {
					continue
				}
				n := min(len(o.text), len(m.text))
				o.text, m.text = o.text[n:], m.text[n:]
				if o.text == "" {
					open = open[:k]
				}
			}
		}
		if m.text != "" && m.opening && len(open) < 100 {
			open = append(open, i)
		}
	}
	var b strings.Builder
	for _, m := range p.out {
		b.WriteString(m.text)
	}
	return b.String()
}
