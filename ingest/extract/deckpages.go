package extract

import "ibid/store"

// deckPages are the slides of a deck that were read so far.
type deckPages struct {
	pages    []store.Page
	words    int
	seen     bool          // some of it in pictures
	pictures *deckPictures // nil = none is read
	broken   error         // why the first one that cannot be read cannot
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
	d.seen = d.seen || page.Confidence > 0
	d.pages = append(d.pages, page)
	return nil
}

// text is the deck, without what its pictures say where these are read later; where its properties name no title, the first heading of the first slide is it.
func (d *deckPages) text(format, title string) (Text, error) {
	if d.pictures != nil {
		if err := d.pictures.eyes.blind(); err != nil {
			return Text{}, err
		}
	}
	if d.words == 0 && d.pictures.unseen() == 0 {
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
	t := Text{Format: format, Unit: store.UnitSlide, Title: title, Pages: d.pages, ReadBy: []string{readByText}, Later: d.pictures.unseen() > 0, Unseen: d.pictures.unseen()}
	if d.seen {
		t.ReadBy = append(t.ReadBy, readByOCR)
	}
	return t, nil
}
