package app

import "ibid/store"

// RemovedLine is a line that stands on many pages of a document and is in none of its passages.
type RemovedLine struct {
	Text  string `json:"text"`
	Pages []int  `json:"pages"`
}

// Duplicate is a passage that says what another one says.
type Duplicate struct {
	Place Place  `json:"place"`
	Of    Place  `json:"of"`    // the original
	Level string `json:"level"` // "same" or "near"
}

// saidTwice is what the documents of a module say more than once.
type saidTwice struct {
	copies map[int64]int
	lines  map[int64][]store.Boilerplate
}

func (a *App) saidTwice(module int64) (s saidTwice, err error) {
	if s.copies, err = a.store.CountCopies(a.ctx, module); err == nil {
		s.lines, err = a.store.Boilerplate(a.ctx, module)
	}
	return s, err
}

// of adds to a document what it says twice.
func (s saidTwice) of(info DocumentInfo) DocumentInfo {
	info.Copies = s.copies[info.ID]
	for _, line := range s.lines[info.ID] {
		info.Boilerplate = append(info.Boilerplate, RemovedLine{Text: line.Text, Pages: line.Pages})
	}
	return info
}

// Duplicates lists the passages of a document that say what others of its module say, in reading order.
func (a *App) Duplicates(document int64) ([]Duplicate, error) {
	copies, err := a.store.CopiesIn(a.ctx, document)
	if err != nil {
		return nil, a.fail(err)
	}
	var rows []int64
	for _, c := range copies {
		rows = append(rows, c.Passage, c.Original)
	}
	found, err := a.store.PassagesByRow(a.ctx, rows)
	if err != nil {
		return nil, a.fail(err)
	}
	out := make([]Duplicate, 0, len(copies))
	for _, c := range copies {
		copied, there := found[c.Passage]
		original, thereToo := found[c.Original]
		if there && thereToo { // else one of them was removed in this moment
			out = append(out, Duplicate{Place: placeOf(copied, nil), Of: placeOf(original, nil), Level: string(c.Level)})
		}
	}
	return out, nil
}
