package extract

import (
	"slices"
	"strings"

	"ibid/store"
)

func (n *node) paragraphs() []*node {
	var out []*node
	if n != nil {
		for _, k := range n.kids {
			if k.name == "p" {
				out = append(out, k)
			}
		}
	}
	return out
}

// text writes the paragraphs of a shape; in the body of a slide they are list items. Lines in a typewriter font make one block.
func (s *slideWriter) text(body *node, bulleted bool) {
	var code []string
	flush := func() {
		s.w.addLines(store.CodeLine, 0, strings.Join(code, "\n"))
		code = nil
	}
	count := map[int]int{}
	for _, p := range body.paragraphs() {
		text, mono := slideText(p)
		if mono || code != nil && strings.TrimSpace(text) == "" {
			code = append(code, text)
			continue
		}
		flush()
		pr := p.child("pPr")
		level := 1
		if l := pr.attr("lvl"); len(l) == 1 && l[0] >= '0' && l[0] <= '8' {
			level += int(l[0] - '0')
		}
		item := bulleted
		switch {
		case pr.child("buNone") != nil:
			item = false
		case pr.child("buChar") != nil, pr.child("buBlip") != nil, pr.child("buAutoNum") != nil:
			item = true
		}
		if a := pr.child("buAutoNum"); a != nil && strings.TrimSpace(text) != "" {
			if count[level]++; count[level] == 1 {
				count[level] = max(atoi(a.attr("startAt")), 1)
			}
			text = autoNumber(a.attr("type"), count[level]) + " " + text
		}
		for l := range count {
			if l > level {
				delete(count, l)
			}
		}
		if item {
			s.w.add(store.Item, level, text)
		} else {
			s.w.add(store.Paragraph, 0, text)
		}
	}
	flush()
}

func autoNumber(kind string, n int) string {
	format := "decimal"
	for prefix, f := range map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"} {
		if strings.HasPrefix(kind, prefix) {
			format = f
		}
	}
	s := numeral(format, n)
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return s + ")"
	}
	return s + "."
}

var typewriter = []string{"courier", "consolas", "menlo", "monaco", "mono", "inconsolata", "lucida console", "fira code", "source code", "typewriter"}

// slideText is the text of a paragraph; mono says that it is set in a typewriter font, but for a bracket or two.
func slideText(p *node) (text string, mono bool) {
	var b strings.Builder
	signs, monoSigns := 0, 0
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		for _, k := range n.kids {
			switch k.name {
			case "r", "fld":
				t := k.child("t").allText()
				b.WriteString(t)
				n := len(strings.TrimSpace(t))
				signs += n
				face := strings.ToLower(k.child("rPr", "latin").attr("typeface"))
				if slices.ContainsFunc(typewriter, func(m string) bool { return strings.Contains(face, m) }) {
					monoSigns += n
				}
			case "br":
				b.WriteByte('\n')
			case "oMath":
				f := formula(k)
				signs += len(f)
				b.WriteString(f)
			case "AlternateContent":
				if a := k.alternative(); a != nil && depth < 32 {
					walk(a, depth+1)
				}
			case "m", "oMathPara":
				walk(k, depth+1)
			}
		}
	}
	walk(p, 0)
	return b.String(), signs > 0 && 10*monoSigns >= 8*signs
}
