package extract

import (
	"regexp"
	"strconv"
	"strings"
)

// docxStyle is what matters of a style, with what it inherits.
type docxStyle struct {
	outline  int // heading level; 0 = none
	contents bool
	code     bool
	bold     bool
	numID    string
	ilvl     int
	deeper   int // levels that its name says, where the list itself says none
}

type docxStyles map[string]docxStyle

func (s docxStyles) of(id string) docxStyle { return s[id] }

// Word writes the built-in names in English whatever its language; other programs use their own.
var (
	headingName  = regexp.MustCompile(`^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|заголовок|标题|見出し|제목|başlık|otsikko|nadpis|címsor|επικεφαλίδα)\s*([1-9])$`)
	contentsName = regexp.MustCompile(`^(?:toc|contents|verzeichnis)\s*\d$`)
	listName     = regexp.MustCompile(`^list (?:bullet|number|continue) ([2-5])$`)
	codeName     = regexp.MustCompile(`^(?:source ?code|html preformatted|plain text code|code|code block|preformatted text|listing)$`)
)

// headingOf is the level of the heading that a style is by its name, in lower case.
func headingOf(name string) (level int, ok bool) {
	if m := headingName.FindStringSubmatch(name); m != nil {
		return int(m[1][0] - '0'), true
	}
	return 1, name == "title" || name == "titel"
}

func readStyles(root *node) docxStyles {
	raw := map[string]*node{}
	for _, s := range root.kids {
		if s.name == "style" && s.attr("type") != "table" {
			raw[s.attr("styleId")] = s
		}
	}
	out := docxStyles{}
	for id := range raw {
		out[id] = resolveStyle(raw, id, 0)
	}
	return out
}

func resolveStyle(raw map[string]*node, id string, depth int) docxStyle {
	n := raw[id]
	if n == nil || depth > 16 {
		return docxStyle{}
	}
	s := resolveStyle(raw, n.child("basedOn").attr("val"), depth+1)
	name := strings.ToLower(fold(n.child("name").attr("val")))
	switch level, ok := headingOf(name); {
	case ok:
		s.outline = level
	case contentsName.MatchString(name):
		s.contents = true
	case codeName.MatchString(name):
		s.code = true
	}
	s.deeper = 0
	if m := listName.FindStringSubmatch(name); m != nil {
		s.deeper = int(m[1][0] - '1')
	}
	if b := n.child("rPr", "b"); b != nil {
		s.bold = b.on()
	}
	pr := n.child("pPr")
	if o := pr.child("outlineLvl"); o != nil {
		s.outline = outlineLevel(o)
	}
	if num := pr.child("numPr"); num != nil {
		if v := num.child("numId"); v != nil {
			s.numID = v.attr("val")
		}
		if v := num.child("ilvl"); v != nil {
			s.ilvl, _ = strconv.Atoi(v.attr("val"))
		}
	}
	return s
}
