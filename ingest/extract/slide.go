package extract

import (
	"ibid/store"
)

func readSlide(o *office, name string, number int) (store.Page, error) {
	root, err := o.tree(name)
	if err != nil {
		return store.Page{}, err
	}
	rels, err := o.relations(name)
	if err != nil {
		return store.Page{}, err
	}
	s := &slideWriter{o: o, w: newWriter(), rels: rels}
	tree := root.child("cSld", "spTree")
	s.titles(tree)
	s.shapes(tree, 0)
	for _, r := range rels {
		if r.kind == "notesSlide" {
			s.notes(r.target)
		}
	}
	return s.w.page(number), nil
}

type slideWriter struct {
	o    *office
	w    *writer
	rels map[string]relation
	done map[*node]bool // titles, which are written first
}

// placeholder is the type of a shape's place in the layout; "" when it has none.
func placeholder(sp *node) string {
	ph := sp.child("nvSpPr", "nvPr", "ph")
	if ph == nil {
		return ""
	}
	if t := ph.attr("type"); t != "" {
		return t
	}
	return "obj"
}

// titles writes the title of the slide before everything else, wherever it stands in the file.
func (s *slideWriter) titles(n *node) {
	s.done = map[*node]bool{}
	var walk func(*node, int)
	walk = func(n *node, depth int) {
		if n == nil || depth > 32 {
			return
		}
		for _, k := range n.kids {
			switch p := placeholder(k); {
			case k.name == "grpSp":
				walk(k, depth+1)
			case k.name == "sp" && (p == "title" || p == "ctrTitle"):
				s.done[k] = true
				writeTitle(s.w, shapeParagraphs(k.child("txBody"), false))
			}
		}
	}
	walk(n, 0)
}

// shapes writes the shapes of n in the order of the file, which is the order in which they are read aloud.
func (s *slideWriter) shapes(n *node, depth int) {
	if n == nil || depth > 32 {
		return
	}
	for _, k := range n.kids {
		if s.done[k] || len(k.kids) > 0 && k.kids[0].child("cNvPr").attr("hidden") == "1" {
			continue
		}
		switch k.name {
		case "grpSp":
			s.shapes(k, depth+1)
		case "sp":
			switch p := placeholder(k); p {
			case "dt", "ftr", "sldNum", "hdr":
			default:
				writeShape(s.w, shapeParagraphs(k.child("txBody"), p != "" && p != "subTitle"))
			}
		case "graphicFrame":
			s.graphic(k)
		case "AlternateContent":
			s.shapes(k.alternative(), depth+1)
		case "cxnSp", "pic", "contentPart":
		}
	}
}

// notes writes what the speaker noted under the slide.
func (s *slideWriter) notes(name string) {
	root, err := s.o.tree(name)
	if err != nil {
		return
	}
	tree := root.child("cSld", "spTree")
	if tree == nil {
		return
	}
	for _, sp := range tree.kids {
		if sp.name != "sp" || placeholder(sp) != "body" {
			continue
		}
		for _, p := range sp.child("txBody").paragraphs() {
			text, _ := slideText(p)
			s.w.add(store.NotesText, 0, text)
		}
	}
}
