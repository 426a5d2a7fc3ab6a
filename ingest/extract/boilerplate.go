package extract

import (
	"slices"
	"strconv"
	"strings"

	"ibid/store"
)

// fewSheets is the least number of pages that a line stands on before it is taken for one that stands on all.
const fewSheets = 3

// removeBoilerplate takes lines that stand on half of a document's pages or more out of their text, and keeps them in Removed. Steps
// of a slide that is built up count as one page, and code keeps its lines: each program has a closing bracket. A page that would be
// left empty keeps what it has.
func removeBoilerplate(pages []store.Page) {
	keys := make([][]string, len(pages))
	frames, withText := map[string]int{}, 0
	var before []string
	for i := range pages {
		keys[i] = lineKeys(&pages[i])
		if len(keys[i]) == 0 {
			continue
		}
		built := min(len(before), len(keys[i])) > 1 && (allIn(before, keys[i]) || allIn(keys[i], before))
		if !built {
			withText++
		}
		for _, k := range distinctKeys(keys[i]) {
			if !built || !slices.Contains(before, k) {
				frames[k]++
			}
		}
		before = keys[i]
	}
	for i := range pages {
		var gone []int
		for j, k := range keys[i] {
			if n := frames[k]; k != "" && n >= fewSheets && 2*n >= withText {
				gone = append(gone, j)
			}
		}
		if len(gone) > 0 && len(gone) < len(pages[i].Blocks) {
			removeBlocks(&pages[i], gone)
		}
	}
}

// lineKeys names what each block says, "" where it may not be removed. The number of the page is the same on all pages.
func lineKeys(p *store.Page) []string {
	number := strconv.Itoa(p.Number)
	out := make([]string, len(p.Blocks))
	for i, b := range p.Blocks {
		if b.Kind == store.CodeLine {
			continue
		}
		words := strings.Fields(strings.ToLower(p.Text[b.From:b.To]))
		at := slices.IndexFunc(words, func(w string) bool { return w == number || w == strings.ToLower(p.Label) })
		if at >= 0 {
			words[at] = "#"
		}
		out[i] = strings.Join(words, " ")
	}
	return out
}

// allIn reports whether all of some lines are among others.
func allIn(some, others []string) bool {
	return !slices.ContainsFunc(some, func(k string) bool { return !slices.Contains(others, k) })
}

func distinctKeys(keys []string) []string {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// removeBlocks takes blocks, ascending by index, with what separates them from the next out of a page.
func removeBlocks(p *store.Page, gone []int) {
	var text strings.Builder
	var blocks []store.Block
	var boxes []store.Box
	next := 0 // of the boxes
	for i, b := range p.Blocks {
		if len(gone) > 0 && gone[0] == i {
			p.Removed = append(p.Removed, p.Text[b.From:b.To])
			gone = gone[1:]
			continue
		}
		if text.Len() > 0 {
			text.WriteString(p.Text[p.Blocks[i-1].To:b.From])
		}
		by := b.From - text.Len()
		text.WriteString(p.Text[b.From:b.To])
		for ; next < len(p.Boxes) && p.Boxes[next].From < b.To; next++ {
			if box := p.Boxes[next]; box.From >= b.From {
				box.From, box.To = box.From-by, box.To-by
				boxes = append(boxes, box)
			}
		}
		b.From, b.To = b.From-by, b.To-by
		blocks = append(blocks, b)
	}
	p.Text, p.Blocks, p.Boxes = text.String(), blocks, boxes
}
