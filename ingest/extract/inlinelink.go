package extract

import (
	"strings"
)

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
	if url != "" && !p.heading && url != words && !strings.HasPrefix(url, "{{") && !strings.HasPrefix(url, "#") {
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
	end := closing(rest, '[', ']', lookAhead)
	if end < 0 {
		return "", "", 0
	}
	text = rest[1:end]
	after := rest[end+1:]
	switch {
	case strings.HasPrefix(after, "("):
		stop := closing(after, '(', ')', lookAhead)
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

// closing is the index of the bracket that closes the one at s[0]; -1 if there is none in so many bytes.
func closing(s string, open, shut byte, within int) int {
	depth := 0
	for i := 0; i < min(len(s), within); i++ {
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
