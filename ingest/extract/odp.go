package extract

import (
	"cmp"
	"context"

	"ibid/store"
)

// odp reads decks of LibreOffice: a page for each slide, hidden ones too since their numbers count.
type odp struct{ ocr Recogniser }

// Extract implements Extractor.
func (p odp) Extract(ctx context.Context, f File) (Text, error) {
	d, err := openODF(ctx, f)
	if err != nil {
		return Text{}, err
	}
	var slides []*node
	for _, k := range d.body.kids {
		if k.name == "page" {
			slides = append(slides, k)
		}
	}
	if len(slides) == 0 {
		return Text{}, fail(NoText, "no slides")
	}
	deck := deckPages{pictures: newDeckPictures(ctx, p.ocr, f)}
	for _, k := range slides {
		countPictures(k, deck.pictures.shown)
	}
	deck.pictures.width, deck.pictures.height = d.slideSize(slides[0])
	if err := deck.pictures.open(); err != nil {
		return Text{}, err
	}
	for i, k := range slides {
		s := &odpSlide{odfFile: d, w: newWriter(), pictures: slidePictures{deckPictures: deck.pictures}}
		s.titles(k)
		s.shapes(k.kids)
		s.notes(k.child("notes"))
		page := s.pictures.page(s.w, i+1)
		if d.styles["drawing-page "+k.attr("style-name")].child("drawing-page-properties").attr("visibility") == "hidden" {
			page.Label = hiddenSlide
		}
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err := cmp.Or(deck.pictures.failed, deck.add(page, nil)); err != nil {
			return Text{}, err
		}
	}
	return deck.text("odp", d.title)
}

type odpSlide struct {
	*odfFile
	w        *writer
	pictures slidePictures
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

// shapes writes shapes in the order of the file.
func (s *odpSlide) shapes(shapes []*node) {
	for _, k := range shapes {
		switch class := k.attr("class"); {
		case class == "title", class == "page-number":
			continue
		case class == "date-time", class == "footer", class == "header":
			s.w.leaveOut(s.paragraphs(k, false))
		case k.name == "notes", k.name == "forms", k.name == "animations", k.name == "par", k.name == "annotation", k.name == "title", k.name == "desc":
			continue
		case k.name == "g":
			s.shapes(inReadingOrder(k.kids, odpFrame))
		case k.name == "a":
			s.shapes(k.kids)
		case k.name == "frame":
			s.frame(k, class)
		default:
			writeShape(s.w, s.paragraphs(k, false))
		}
		for _, about := range []string{"title", "desc"} { // what the author says is to be seen
			s.w.add(store.Paragraph, 0, description(k.child(about).allText()))
		}
	}
}

// frame writes text, a table, a formula, what a chart is of, or what a picture says.
func (s *odpSlide) frame(n *node, class string) {
	if t := n.child("table"); t != nil {
		s.table(t)
		return
	}
	if n.child("object") == nil {
		if image := n.child("image"); image != nil {
			s.picture(n, image)
		}
		writeShape(s.w, s.paragraphs(n, class == "outline"))
		return
	}
	if f := s.formula(n); f != "" {
		s.w.add(store.Paragraph, 0, f)
		return
	}
	if c := s.object(n).find("chart"); c != nil {
		s.w.add(store.Paragraph, 0, c.find("title").allText())
		s.table(c.find("table"))
	}
}

func (s *odpSlide) table(t *node) {
	if t == nil {
		return
	}
	var merged mergedCells
	for _, r := range s.rows(t) {
		s.row(s.w, r, &merged)
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
