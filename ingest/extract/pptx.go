package extract

import (
	"cmp"
	"context"
	"strings"
)

// pptx reads PowerPoint decks: a page for each slide in the order of the presentation, hidden ones too since their numbers count.
type pptx struct{ ocr Recogniser }

// Extract implements Extractor.
func (p pptx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f, "ppt/presentation.xml")
	if err != nil {
		return Text{}, err
	}
	var slides []string
	for _, id := range o.main.child("sldIdLst").children() {
		if id.name == "sldId" {
			slides = append(slides, o.related[id.relID("id")].target)
		}
	}
	pictures, err := p.pictures(ctx, o, slides, f)
	if err != nil {
		return Text{}, err
	}
	deck := deckPages{pictures: pictures}
	for _, name := range slides {
		err := deck.add(readSlide(o, name, len(deck.pages)+1, deck.pictures))
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err = cmp.Or(deck.pictures.failed, err); err != nil {
			return Text{}, err
		}
	}
	return deck.text("pptx", o.title())
}

// pictures counts on how many slides each picture stands.
func (p pptx) pictures(ctx context.Context, o *office, slides []string, f File) (*deckPictures, error) {
	d := newDeckPictures(ctx, p.ocr, f)
	d.width, d.height = measureOf(o.main.child("sldSz"), "cx"), measureOf(o.main.child("sldSz"), "cy")
	if p.ocr == nil {
		return d, nil
	}
	for _, name := range slides {
		rels, err := o.relations(name)
		if err != nil {
			continue // the slide says why
		}
		on := map[string]bool{}
		for _, r := range rels {
			if strings.HasSuffix(r.kind, "image") {
				on[r.target] = true
			}
		}
		for name := range on {
			d.shown[name]++
		}
	}
	return d, d.open()
}
