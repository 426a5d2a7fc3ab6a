package extract

import (
	"context"

	"ibid/store"
)

// odp reads decks of LibreOffice: a page for each slide, hidden ones too since their numbers count.
type odp struct{}

// Extract implements Extractor.
func (odp) Extract(ctx context.Context, f File) (Text, error) {
	d, err := openODF(ctx, f)
	if err != nil {
		return Text{}, err
	}
	deck := deckPages{}
	for _, k := range d.body.kids {
		if k.name != "page" {
			continue
		}
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		s := &odpSlide{odfFile: d, w: newWriter()}
		s.titles(k)
		s.shapes(k)
		s.notes(k.child("notes"))
		if err := deck.add(s.w.page(len(deck.pages)+1), nil); err != nil {
			return Text{}, err
		}
	}
	if len(deck.pages) == 0 {
		return Text{}, fail(NoText, "no slides")
	}
	return deck.text("odp", d.title)
}

type odpSlide struct {
	*odfFile
	w *writer
}

// titles writes the title of the slide before everything else, wherever it stands in the file.
func (s *odpSlide) titles(n *node) {
	for _, k := range n.kids {
		switch {
		case k.name == "g":
			s.titles(k)
		case k.attr("class") == "title":
			writeTitle(s.w, s.paragraphs(k, false))
		}
	}
}

// shapes writes the shapes of n in the order of the file.
func (s *odpSlide) shapes(n *node) {
	for _, k := range n.kids {
		switch class := k.attr("class"); {
		case class == "title", class == "date-time", class == "footer", class == "page-number", class == "header":
			continue
		case k.name == "notes", k.name == "forms", k.name == "animations", k.name == "par", k.name == "annotation", k.name == "title", k.name == "desc":
			continue
		case k.name == "g", k.name == "a":
			s.shapes(k)
		case k.name == "frame":
			s.frame(k, class)
		default:
			writeShape(s.w, s.paragraphs(k, false))
		}
	}
}

// frame writes text, a table, a formula or what a chart is of.
func (s *odpSlide) frame(n *node, class string) {
	if t := n.child("table"); t != nil {
		for _, r := range s.rows(t) {
			s.row(s.w, r)
		}
		return
	}
	if n.child("object") == nil {
		writeShape(s.w, s.paragraphs(n, class == "outline"))
		return
	}
	if f := s.formula(n); f != "" {
		s.w.add(store.Paragraph, 0, f)
		return
	}
	if c := s.object(n).find("chart"); c != nil {
		s.w.add(store.Paragraph, 0, c.find("title").allText())
		if t := c.find("table"); t != nil {
			for _, r := range s.rows(t) {
				s.row(s.w, r)
			}
		}
	}
}

// paragraphs are the paragraphs under n; in the body of a slide they are list items.
func (s *odpSlide) paragraphs(n *node, bulleted bool) []slideParagraph {
	var out []slideParagraph
	var walk func(n *node, in *odfList, mark *string)
	walk = func(n *node, in *odfList, mark *string) {
		for _, k := range n.kids {
			switch k.name {
			case "p", "h":
				t := s.text(k)
				p := slideParagraph{text: t.b.String(), mono: mostlyMono(t.signs, t.mono), item: bulleted, level: 1}
				if in != nil {
					p.item, p.level = true, in.depth
				}
				if mark != nil && fold(p.text) != "" {
					p.text, *mark = *mark+p.text, ""
				}
				out = append(out, p)
			case "list":
				inner := s.lists.open(k, in)
				for _, item := range k.kids {
					number := s.lists.item(inner, item)
					walk(item, inner, &number)
				}
			case "annotation", "title", "desc", "event-listeners":
			default:
				walk(k, nil, nil)
			}
		}
	}
	walk(n, nil, nil)
	return out
}

// notes writes what the speaker noted under the slide.
func (s *odpSlide) notes(n *node) {
	if n == nil {
		return
	}
	for _, k := range n.kids {
		if k.attr("class") == "notes" {
			for _, p := range s.paragraphs(k, false) {
				s.w.add(store.NotesText, 0, p.text)
			}
		}
	}
}
