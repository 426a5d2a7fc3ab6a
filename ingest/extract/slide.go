package extract

import (
	"ibid/store"
)

// hiddenSlide is the label of a slide that is not shown when the deck is.
const hiddenSlide = "hidden"

func readSlide(o *office, name string, number int, pictures *deckPictures) (store.Page, error) {
	root, err := o.tree(name)
	if err != nil {
		return store.Page{}, err
	}
	rels, err := o.relations(name)
	if err != nil {
		return store.Page{}, err
	}
	s := &slideWriter{drawings: drawings{o, rels, newWriter()}, pictures: slidePictures{deckPictures: pictures}}
	tree := root.child("cSld", "spTree")
	s.titles(tree)
	s.shapes(tree.children(), 1, 0)
	for _, r := range rels {
		if r.kind == "notesSlide" {
			s.notes(r.target)
		}
	}
	page := s.pictures.page(s.w, number)
	if root.attr("show") == "0" {
		page.Label = hiddenSlide
	}
	return page, o.ctx.Err()
}

type slideWriter struct {
	drawings
	pictures slidePictures
	done     map[*node]bool // titles, which are written first
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

// shapes writes shapes in the order of the file, which is the order in which they are read aloud. scale is the size of their units in
// those of the slide.
func (s *slideWriter) shapes(shapes []*node, scale float64, depth int) {
	if depth > 32 {
		return
	}
	for _, k := range shapes {
		about := k.first().child("cNvPr")
		if s.done[k] || about.attr("hidden") == "1" || s.o.ctx.Err() != nil {
			continue
		}
		switch k.name {
		case "grpSp":
			s.shapes(inReadingOrder(k.kids, slideFrame), scale*groupScale(k), depth+1)
			s.described(about)
		case "sp":
			switch p := placeholder(k); p {
			case "sldNum":
			case "dt", "ftr", "hdr":
				s.w.leaveOut(shapeParagraphs(k.child("txBody"), false))
			default:
				writeShape(s.w, shapeParagraphs(k.child("txBody"), p != "" && p != "subTitle"))
				s.described(about)
			}
		case "graphicFrame":
			s.graphic(k)
			s.described(about)
		case "AlternateContent":
			s.shapes(k.alternative().children(), scale, depth+1)
		case "pic":
			s.described(about)
			s.picture(k, scale)
		case "cxnSp":
			s.described(about)
		}
	}
}

// described writes what the author says is to be seen in a shape.
func (s *slideWriter) described(about *node) {
	if d := about.find("decorative"); d != nil && d.on() {
		return
	}
	s.w.add(store.Paragraph, 0, description(about.attr("descr")))
}

// picture has a picture read. Where only the layout says how large it is, it is the point of the slide.
func (s *slideWriter) picture(pic *node, scale float64) {
	name := s.rels[pic.child("blipFill", "blip").relID("embed")].target
	if ext := pic.child("spPr", "xfrm", "ext"); ext != nil && !s.pictures.matters(scale*measureOf(ext, "cx"), scale*measureOf(ext, "cy")) {
		return
	}
	s.pictures.read(s.o, name, s.w)
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
