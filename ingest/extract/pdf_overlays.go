package extract

import (
	"cmp"
	"slices"
	"strconv"

	"ibid/store"
)

// sameSpot is how far the same word of two pages may be apart, in points: programs round.
const sameSpot = 1

// markOverlays finds slides that are built up step by step, one page a step: each has all words of the one before in their places,
// and more. The last of them gets the number of the first. Pages that only look alike stay apart.
func markOverlays(pages []store.Page) {
	labelled := slices.ContainsFunc(pages, func(p store.Page) bool { return p.Label != "" })
	first := 0 // index of the page that the frame begins with
	for i := 1; i < len(pages); i++ {
		if !buildsOn(&pages[i], &pages[i-1], labelled) {
			first = i
			continue
		}
		pages[i-1].First = 0
		pages[i].First = pages[first].Number
	}
}

// buildsOn reports whether next shows all that page does and more. Paper is not built up, steps of a slide have one label where pages
// have any, and without it a title alone proves nothing: many slides in a row may have the same.
func buildsOn(next, page *store.Page, labelled bool) bool {
	if page.Width != next.Width || page.Height != next.Height || page.Width < page.Height || page.ReadBy != next.ReadBy {
		return false
	}
	if labelled && printedLabel(page) != printedLabel(next) {
		return false
	}
	if len(page.Blocks) == 0 || len(page.Blocks) == 1 && !labelled || len(page.Boxes) >= len(next.Boxes) {
		return false
	}
	at := make(map[string][]store.Box, len(next.Boxes))
	for _, b := range next.Boxes {
		word := next.Text[b.From:b.To]
		at[word] = append(at[word], b)
	}
	for _, b := range page.Boxes {
		word := page.Text[b.From:b.To]
		i := slices.IndexFunc(at[word], func(o store.Box) bool {
			return abs(o.X0-b.X0) < sameSpot && abs(o.X1-b.X1) < sameSpot && abs(o.Y0-b.Y0) < sameSpot && abs(o.Y1-b.Y1) < sameSpot
		})
		if i < 0 {
			return false
		}
		at[word] = slices.Delete(at[word], i, i+1)
	}
	return true
}

// printedLabel is the label of a page, which is its number where it has no other.
func printedLabel(p *store.Page) string { return cmp.Or(p.Label, strconv.Itoa(p.Number)) }
