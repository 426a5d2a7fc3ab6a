package extract

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	inlineTag  = regexp.MustCompile(`(?i)^</?(?:a|abbr|b|big|blockquote|br|center|cite|code|del|dd|details|div|dl|dt|em|figcaption|figure|font|form|h[1-6]|hr|html|i|img|iframe|input|ins|kbd|label|li|mark|nav|ol|p|picture|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>]*)?/?>`)
	autoLink   = regexp.MustCompile(`^<((?:https?|ftp|mailto):[^<>\s]*|[\w.+-]+@[\w.-]+)>`)
	attributes = regexp.MustCompile(`^\{(?:[.#%=:][^{}]*|[\w-]+=[^{}]*)\}`)
	rawFormat  = regexp.MustCompile(`^\{=\w+\}`)
	headAttrs  = regexp.MustCompile(`\s*\{(?:[.#:-][^{}]*|[\w-]+=[^{}]*)\}\s*$`)
)

// lookAhead is how far the end of a formula or link may be: without a limit a file of nothing but brackets takes for ever.
const lookAhead = 1000

// dropAttributes takes pandoc's {#id .class} off the end of a heading.
func dropAttributes(s string) string { return headAttrs.ReplaceAllString(s, "") }

// inline takes the markup out of a stretch of Markdown and leaves its words, formulas and code as they stand. The address of a link
// stays behind its text, in brackets, as it does in the source; in headings it goes.
func inline(s string, heading bool) string {
	p := inliner{s: s, heading: heading, out: make([]piece, 0, 8)}
	p.run()
	return p.join()
}

// piece is text, or a run of emphasis marks that may be dropped.
type piece struct {
	text             string
	mark             byte // '*', '_' or '~'; 0 = text
	opening, closing bool
}

type inliner struct {
	s       string
	heading bool
	depth   int // of nested links
	out     []piece
	plain   strings.Builder
}

func (p *inliner) run() {
	s := p.s
	for i := 0; i < len(s); {
		if n := p.one(s, i); n > 0 {
			i += n
			continue
		}
		p.plain.WriteByte(s[i])
		i++
	}
	p.cut()
}

func (p *inliner) cut() {
	if p.plain.Len() > 0 {
		p.out = append(p.out, piece{text: p.plain.String()})
		p.plain.Reset()
	}
}

// one handles the construct at s[i:] and returns its length; 0 = an ordinary character.
func (p *inliner) one(s string, i int) int {
	rest := s[i:]
	switch s[i] {
	case '\\':
		return p.escape(rest)
	case '`':
		return p.code(rest)
	case '$':
		return p.math(s, i)
	case '!':
		if strings.HasPrefix(rest, "![") {
			if text, _, n := linkAt(rest[1:]); n > 0 {
				p.plain.WriteString(p.nested(text, true))
				return 1 + n
			}
		}
	case '[':
		return p.link(rest)
	case '<':
		if m := autoLink.FindStringSubmatch(rest); m != nil {
			p.plain.WriteString(m[1])
			return len(m[0])
		}
		if m := inlineTag.FindString(rest); m != "" {
			if t := strings.ToLower(m); strings.HasPrefix(t, "<br") || strings.Contains(t, "td") || strings.Contains(t, "li") {
				p.plain.WriteByte(' ')
			}
			return len(m)
		}
	case '&':
		if end := strings.IndexByte(rest[:min(len(rest), 12)], ';'); end > 1 {
			if u := html.UnescapeString(rest[:end+1]); u != rest[:end+1] {
				p.plain.WriteString(u)
				return end + 1
			}
		}
	case '{':
		if i > 0 && strings.IndexByte(")]`$", s[i-1]) >= 0 {
			if m := attributes.FindString(rest); m != "" {
				return len(m)
			}
		}
		return template(rest)
	case '*', '_', '~':
		return p.emphasis(s, i)
	}
	return 0
}

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

func (p *inliner) link(rest string) int {
	text, url, n := linkAt(rest)
	if n == 0 {
		return 0
	}
	if p.depth > 8 {
		p.plain.WriteString(text)
		return n
	}
	words := p.nested(text, p.heading)
	p.plain.WriteString(words)
	if url != "" && !p.heading && url != words && !strings.HasPrefix(url, "{{") {
		p.plain.WriteString(" (" + url + ")")
	}
	return n
}

func (p *inliner) nested(text string, heading bool) string {
	q := inliner{s: text, heading: heading, depth: p.depth + 1}
	q.run()
	return q.join()
}

// linkAt reads [text](url "title"), [text][label], [text]{attributes} or [text]. n is 0 where rest begins no link; a citation such
// as [@key] or a footnote mark is none.
func linkAt(rest string) (text, url string, n int) {
	end := closing(rest, '[', ']')
	if end < 0 {
		return "", "", 0
	}
	text = rest[1:end]
	after := rest[end+1:]
	switch {
	case strings.HasPrefix(after, "("):
		stop := closing(after, '(', ')')
		if stop < 0 {
			return "", "", 0
		}
		target := strings.TrimSpace(after[1:stop])
		if strings.HasPrefix(target, "<") {
			if e := strings.IndexByte(target, '>'); e > 0 {
				return text, target[1:e], end + 1 + stop + 1
			}
		}
		url, _, _ = strings.Cut(target, " ")
		url, _, _ = strings.Cut(url, "\n")
		return text, url, end + 1 + stop + 1
	case strings.HasPrefix(after, "{"):
		if m := attributes.FindString(after); m != "" {
			return text, "", end + 1 + len(m)
		}
	case strings.HasPrefix(after, "["):
		if stop := strings.IndexByte(after, ']'); stop > 0 && stop < 100 && !strings.HasPrefix(text, "@") && !strings.HasPrefix(text, "^") {
			return text, "", end + 1 + stop + 1
		}
	}
	return "", "", 0
}

// closing is the index of the bracket that closes the one at s[0]; -1 if there is none near.
func closing(s string, open, shut byte) int {
	depth := 0
	for i := 0; i < min(len(s), lookAhead); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
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
