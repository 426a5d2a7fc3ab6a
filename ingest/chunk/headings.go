package chunk

import (
	"strings"
	"unicode/utf8"
)

// headings are the headings open at a place, one a level.
type headings struct {
	text  []string
	level []int
	path  string
}

// maxPath bounds a path of headings; its outermost ones are left out first.
const maxPath = 240

func (h *headings) reset() { *h = headings{} }

// open notes a heading: it closes those of its level and below.
func (h *headings) open(level int, text string) {
	for n := len(h.level); n > 0 && h.level[n-1] >= level; n-- {
		h.text, h.level = h.text[:n-1], h.level[:n-1]
	}
	h.text, h.level = append(h.text, text), append(h.level, level)
	from := 0
	h.path = strings.Join(h.text, " > ")
	for len(h.path) > maxPath && from < len(h.text)-1 {
		from++
		h.path = strings.Join(h.text[from:], " > ")
	}
	if len(h.path) > maxPath {
		cut := maxPath
		for cut > 0 && !utf8.RuneStart(h.path[cut]) {
			cut--
		}
		h.path = strings.TrimSpace(h.path[:cut])
	}
}

// headingOf is the path of a passage: that of its first piece, or of its first heading where nothing is open before.
func headingOf(pieces []piece) string {
	for _, p := range pieces {
		if p.path != "" {
			return p.path
		}
	}
	return ""
}

// oneLine makes a heading fit a path.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
