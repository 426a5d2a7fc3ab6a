package extract

import (
	"slices"
	"strings"
)

// odfLists counts the lists of a document.
type odfLists struct {
	styles map[string][]odfLevel
	counts map[string][]int // of lists by style, for those that go on
	ids    map[string][]int // of lists by their own name
}

type odfLevel struct {
	format, prefix, suffix string
	start, shown           int // how many levels the number shows
}

func newODFLists() odfLists {
	return odfLists{map[string][]odfLevel{}, map[string][]int{}, map[string][]int{}}
}

// odfOutline is the list of the headings of a document.
const odfOutline = " outline"

func (l odfLists) read(s *node) {
	levels := make([]odfLevel, 10)
	for _, k := range s.kids {
		at := atoi(k.attr("level")) - 1
		if at < 0 || at >= len(levels) || k.name != "list-level-style-number" && k.name != "outline-level-style" {
			continue
		}
		levels[at] = odfLevel{k.attr("num-format"), k.attr("num-prefix"), k.attr("num-suffix"), max(atoi(k.attr("start-value")), 1), max(atoi(k.attr("display-levels")), 1)}
	}
	name := s.attr("name")
	if s.name == "outline-style" {
		name = odfOutline
	}
	l.styles[name] = levels
}

// odfList is an open list and those around it.
type odfList struct {
	style string
	depth int
	count []int // by level
}

// open begins the list n in the list around it, which may be none.
func (l odfLists) open(n *node, around *odfList) *odfList {
	if around != nil && around.depth < 9 {
		in := &odfList{style: around.style, depth: around.depth + 1, count: around.count}
		if s := n.attr("style-name"); s != "" {
			in.style = s
		}
		in.count[in.depth-1] = 0
		return in
	}
	in := &odfList{style: n.attr("style-name"), depth: 1, count: make([]int, 10)}
	switch before := l.ids[n.attr("continue-list")]; {
	case before != nil:
		in.count = before
	case n.attr("continue-numbering") == "true" && l.counts[in.style] != nil:
		in.count = l.counts[in.style]
	}
	l.counts[in.style] = in.count
	if id := n.attr("id"); id != "" {
		l.ids[id] = in.count
	}
	return in
}

// item counts an item and returns its number with a blank behind; "" for bullets.
func (l odfLists) item(in *odfList, n *node) string {
	if n.name == "list-header" {
		return ""
	}
	return l.number(in.style, in.count, in.depth, atoi(n.attr("start-value")))
}

// number counts one of a level of a list; start is the number that it is given, 0 = none.
func (l odfLists) number(style string, count []int, depth, start int) string {
	levels := l.styles[style]
	if depth < 1 || depth > len(count) {
		return ""
	}
	at := depth - 1
	count[at]++
	for i := depth; i < len(count); i++ {
		count[i] = 0
	}
	if at >= len(levels) || levels[at].format == "" {
		return ""
	}
	if start > 0 {
		count[at] = start - levels[at].start + 1
	}
	var parts []string
	for i := at; i >= 0 && len(parts) < levels[at].shown; i-- {
		if levels[i].format != "" {
			parts = append(parts, numeral(odfFormats[levels[i].format], levels[i].start+max(count[i], 1)-1))
		}
	}
	slices.Reverse(parts)
	return strings.TrimSpace(levels[at].prefix+strings.Join(parts, ".")+levels[at].suffix) + " "
}

var odfFormats = map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
