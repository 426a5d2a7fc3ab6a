package extract

import (
	"context"

	"ibid/store"
)

// pptx reads PowerPoint decks: a page for each slide in the order of the presentation, hidden ones too since their numbers count.
type pptx struct{}

// Extract implements Extractor.
func (pptx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f, "ppt/presentation.xml")
	if err != nil {
		return Text{}, err
	}
	t := Text{Format: "pptx", Unit: store.UnitSlide, Title: o.title(), ReadBy: []string{readByText}}
	var list []*node
	if l := o.main.child("sldIdLst"); l != nil {
		list = l.kids
	}
	words, broken := 0, 0
	var firstErr error
	for _, id := range list {
		if id.name != "sldId" {
			continue
		}
		page, err := readSlide(o, o.related[id.relID("id")].target, len(t.Pages)+1)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err != nil {
			if Code(err) == TooLarge {
				return Text{}, err
			}
			// One bad slide does not take the others with it; its number stays taken.
			broken++
			firstErr = err
			page = store.Page{Number: len(t.Pages) + 1, ReadBy: readByText, Doubtful: true}
		}
		words += len(page.Text)
		t.Pages = append(t.Pages, page)
	}
	if words == 0 {
		if broken > 0 {
			return Text{}, fail(Damaged, "no slide can be read: %v", firstErr)
		}
		return Text{}, fail(NoText, "%d slides without text", len(t.Pages))
	}
	if t.Title == "" {
		for _, b := range t.Pages[0].Blocks {
			if b.Kind == store.Heading {
				t.Title = t.Pages[0].Text[b.From:b.To]
				break
			}
		}
	}
	return t, nil
}
