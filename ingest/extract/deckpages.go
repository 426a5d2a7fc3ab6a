package extract

import "ibid/store"

// deckPages are the slides of a deck that were read so far.
type deckPages struct {
	pages  []store.Page
	words  int
	broken error // why the first one that cannot be read cannot
}

// add takes a slide in. A bad one does not take the others with it; its number stays taken.
func (d *deckPages) add(page store.Page, err error) error {
	if Code(err) == TooLarge {
		return err
	}
	if err != nil {
		if d.broken == nil {
			d.broken = err
		}
		page = store.Page{Number: len(d.pages) + 1, ReadBy: readByText, Doubtful: true}
	}
	d.words += len(page.Text)
	d.pages = append(d.pages, page)
	return nil
}

// text is the deck; where its properties name no title, the first heading of the first slide is it.
func (d *deckPages) text(format, title string) (Text, error) {
	if d.words == 0 {
		if d.broken != nil {
			return Text{}, fail(Damaged, "no slide can be read: %v", d.broken)
		}
		return Text{}, fail(NoText, "%d slides without text", len(d.pages))
	}
	if title == "" {
		for _, b := range d.pages[0].Blocks {
			if b.Kind == store.Heading {
				title = d.pages[0].Text[b.From:b.To]
				break
			}
		}
	}
	return Text{Format: format, Unit: store.UnitSlide, Title: title, Pages: d.pages, ReadBy: []string{readByText}}, nil
}
