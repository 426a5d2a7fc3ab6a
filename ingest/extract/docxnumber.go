package extract

import (
	"strconv"
	"strings"
)

// docxNumbers counts the lists of a document.
type docxNumbers struct {
	abstract map[string]map[int]numberLevel // by abstract list
	list     map[string]string              // list -> abstract list
	override map[string]map[int]int         // list -> level -> start
	counts   map[string]*[9]int             // by abstract list: lists with the same one go on counting
	begun    map[string]bool
}

type numberLevel struct {
	format, text string
	start        int
}

func newNumbers() *docxNumbers {
	return &docxNumbers{abstract: map[string]map[int]numberLevel{}, list: map[string]string{}, override: map[string]map[int]int{},
		counts: map[string]*[9]int{}, begun: map[string]bool{}}
}

func readNumbering(root *node) *docxNumbers {
	d := newNumbers()
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
	number, depth = d.count(id, level)
	if depth == 1 && level == 0 {
		depth += style.deeper
	}
	return number, depth
}

// maxNumber is how long the number of a paragraph may be, in bytes: as it stands before each, a long one would fill the memory.
const maxNumber = 100

// count counts a paragraph of a list at a level, from 0.
func (d *docxNumbers) count(id string, level int) (number string, depth int) {
	if id == "" || id == "0" || level < 0 || level > 8 {
		return "", 0
	}
	if d == nil || d.list[id] == "" {
		return "", level + 1
	}
	abstract := d.list[id]
	levels := d.abstract[abstract]
	c := d.counts[abstract]
	if c == nil {
		c = &[9]int{}
		d.counts[abstract] = c
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
	if !ok || l.format == "bullet" || l.format == "none" || l.format == "" || l.text == "" || len(l.text) > maxNumber {
		return "", level + 1
	}
	text := l.text
	for i := 0; i <= level; i++ {
		at := levels[i]
		text = strings.ReplaceAll(text, "%"+strconv.Itoa(i+1), numeral(at.format, at.start+max(c[i], 1)-1))
	}
	if len(text) > maxNumber {
		return "", level + 1
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
