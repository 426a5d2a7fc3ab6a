package extract

import "context"

// pptx reads PowerPoint decks: a page for each slide in the order of the presentation, hidden ones too since their numbers count.
type pptx struct{}

// Extract implements Extractor.
func (pptx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f, "ppt/presentation.xml")
	if err != nil {
		return Text{}, err
	}
	var list []*node
	if l := o.main.child("sldIdLst"); l != nil {
		list = l.kids
	}
	deck := deckPages{}
	for _, id := range list {
		if id.name != "sldId" {
			continue
		}
		err := deck.add(readSlide(o, o.related[id.relID("id")].target, len(deck.pages)+1))
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err != nil {
			return Text{}, err
		}
	}
	return deck.text("pptx", o.title())
}
