package extract

import (
	"regexp"
	"strconv"
	"strings"
)

// docxStyle is what matters of a paragraph style, with what it inherits.
type docxStyle struct {
	outline  int // heading level; 0 = none
	contents bool
	code     bool
	numID    string
	ilvl     int
}

type docxStyles map[string]docxStyle

func (s docxStyles) of(id string) docxStyle { return s[id] }

// Word writes the built-in names in English whatever its language; other programs use their own.
var (
	headingName  = regexp.MustCompile(`^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|заголовок|标题|見出し|제목|başlık|otsikko|nadpis|címsor|επικεφαλίδα)\s*([1-9])$`)
	contentsName = regexp.MustCompile(`^(?:toc|contents|verzeichnis)\s*\d$`)
	codeName     = regexp.MustCompile(`^(?:source ?code|html preformatted|plain text code|code|code block|preformatted text|listing)$`)
)

func readStyles(root *node) docxStyles {
	raw := map[string]*node{}
	for _, s := range root.kids {
		if s.name == "style" && s.attr("type") != "character" && s.attr("type") != "table" {
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
	switch m := headingName.FindStringSubmatch(name); {
	case m != nil:
		s.outline, _ = strconv.Atoi(m[1])
	case name == "title" || name == "titel":
		s.outline = 1
	case contentsName.MatchString(name):
		s.contents = true
	case codeName.MatchString(name):
		s.code = true
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

// docxNumbers counts the lists of a document.
type docxNumbers struct {
	abstract map[string]map[int]numberLevel // by abstract list
	list     map[string]string              // list -> abstract list
	override map[string]map[int]int         // list -> level -> start
	count    map[string]*[9]int             // by abstract list: lists with the same one go on counting
	begun    map[string]bool
}

type numberLevel struct {
	format, text string
	start        int
}

func readNumbering(root *node) *docxNumbers {
	d := &docxNumbers{abstract: map[string]map[int]numberLevel{}, list: map[string]string{}, override: map[string]map[int]int{},
		count: map[string]*[9]int{}, begun: map[string]bool{}}
	for _, n := range root.kids {
		switch n.name {
		case "abstractNum":
			levels := map[int]numberLevel{}
			for _, l := range n.kids {
				if l.name == "lvl" {
					at, _ := strconv.Atoi(l.attr("ilvl"))
					start, err := strconv.Atoi(l.child("start").attr("val"))
					if err != nil {
						start = 1
					}
					levels[at] = numberLevel{l.child("numFmt").attr("val"), l.child("lvlText").attr("val"), start}
				}
			}
			d.abstract[n.attr("abstractNumId")] = levels
		case "num":
			id := n.attr("numId")
			d.list[id] = n.child("abstractNumId").attr("val")
			for _, o := range n.kids {
				if s := o.child("startOverride"); o.name == "lvlOverride" && s != nil {
					at, _ := strconv.Atoi(o.attr("ilvl"))
					start, _ := strconv.Atoi(s.attr("val"))
					if d.override[id] == nil {
						d.override[id] = map[int]int{}
					}
					d.override[id][at] = start
				}
			}
		}
	}
	return d
}

// next counts a paragraph and returns its number with a blank behind ("" for bullets) and the depth of the list (0 = none).
func (d *docxNumbers) next(pr *node, style docxStyle) (number string, depth int) {
	id, level := style.numID, style.ilvl
	if n := pr.child("numPr"); n != nil {
		if v := n.child("numId"); v != nil {
			id = v.attr("val")
		}
		if v := n.child("ilvl"); v != nil {
			level, _ = strconv.Atoi(v.attr("val"))
		}
	}
	if id == "" || id == "0" || level < 0 || level > 8 {
		return "", 0
	}
	if d == nil || d.list[id] == "" {
		return "", level + 1
	}
	abstract := d.list[id]
	levels := d.abstract[abstract]
	c := d.count[abstract]
	if c == nil {
		c = &[9]int{}
		d.count[abstract] = c
	}
	if !d.begun[id] {
		d.begun[id] = true
		for at, start := range d.override[id] {
			if at >= 0 && at < 9 {
				c[at] = start - levels[at].start // counted from the level's own start
			}
		}
	}
	c[level]++
	for i := level + 1; i < 9; i++ {
		c[i] = 0
	}
	l, ok := levels[level]
	if !ok || l.format == "bullet" || l.format == "none" || l.format == "" || l.text == "" {
		return "", level + 1
	}
	text := l.text
	for i := 0; i <= level; i++ {
		at := levels[i]
		text = strings.ReplaceAll(text, "%"+strconv.Itoa(i+1), numeral(at.format, at.start+max(c[i], 1)-1))
	}
	return strings.TrimSpace(text) + " ", level + 1
}

// numeral writes n in the format of a list.
func numeral(format string, n int) string {
	switch format {
	case "lowerLetter", "upperLetter":
		if n < 1 || n > 26*20 {
			break
		}
		s := strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman", "upperRoman":
		s := roman(n)
		if format == "upperRoman" {
			s = strings.ToUpper(s)
		}
		return s
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range []struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}
