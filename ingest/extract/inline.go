package extract

import (
	"html"
	"regexp"
	"strings"
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
