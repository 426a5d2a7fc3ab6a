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

// slideParagraph is a paragraph of a shape.
type slideParagraph struct {
	text       string
	mono, item bool // in a typewriter font; in a list
	level      int  // of the list
}

// writeShape writes the paragraphs of a shape. Lines in a typewriter font make one block.
func writeShape(w *writer, pars []slideParagraph) {
	var code []string
	flush := func() {
		w.addLines(store.CodeLine, 0, strings.Join(code, "\n"))
		code = nil
	}
	for _, p := range pars {
		if p.mono || code != nil && strings.TrimSpace(p.text) == "" {
			code = append(code, p.text)
			continue
		}
		flush()
		if p.item {
			w.add(store.Item, p.level, p.text)
		} else {
			w.add(store.Paragraph, 0, p.text)
		}
	}
	flush()
}

// leaveOut keeps the paragraphs of a head or foot beside the text.
func (w *writer) leaveOut(pars []slideParagraph) {
	for _, p := range pars {
		if text := fold(p.text); text != "" {
			w.removed = append(w.removed, text)
		}
	}
}

// writeTitle writes the lines of a title as one heading. Where a whole slide was typed into it, its first line is the heading.
func writeTitle(w *writer, pars []slideParagraph) {
	var lines []string
	for _, p := range pars {
		for _, l := range strings.Split(p.text, "\n") {
			if strings.TrimSpace(l) != "" {
				lines = append(lines, l)
			}
		}
	}
	if len(lines) > 3 {
		w.add(store.Heading, 1, lines[0])
		for _, l := range lines[1:] {
			w.add(store.Item, 1, l)
		}
		return
	}
	w.add(store.Heading, 1, strings.Join(lines, " "))
}

// shapeParagraphs are the paragraphs of a shape; in the body of a slide they are list items.
func shapeParagraphs(body *node, bulleted bool) []slideParagraph {
	var out []slideParagraph
	count := map[int]int{}
	for _, p := range body.paragraphs() {
		text, mono := slideText(p)
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
		if a := pr.child("buAutoNum"); a != nil && !mono && strings.TrimSpace(text) != "" {
			if count[level]++; count[level] == 1 {
				count[level] = max(atoi(a.attr("startAt")), 1)
			}
			text = autoNumber(a.attr("type"), count[level]) + " " + text
		}
		if !mono {
			for l := range count {
				if l > level {
					delete(count, l)
				}
			}
		}
		out = append(out, slideParagraph{text, mono, item, level})
	}
	return out
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

func isTypewriter(font string) bool {
	font = strings.ToLower(font)
	return slices.ContainsFunc(typewriter, func(m string) bool { return strings.Contains(font, m) })
}

// mostlyMono says that a paragraph is set in a typewriter font, but for a bracket or two.
func mostlyMono(signs, mono int) bool { return signs > 0 && 10*mono >= 8*signs }

// slideText is the text of a paragraph; mono says that it is set in a typewriter font.
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
				if isTypewriter(k.child("rPr", "latin").attr("typeface")) {
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
	return b.String(), mostlyMono(signs, monoSigns)
}
