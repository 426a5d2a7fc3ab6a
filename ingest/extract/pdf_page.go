package extract

import (
	"slices"

	"ibid/store"
)

// page puts a sheet into reading order.
func (s *pdfSheet) page(number int, style *pdfStyle) store.Page {
	p := store.Page{Number: number, Label: s.label, Width: s.width, Height: s.height, ReadBy: "text", Removed: s.removed}
	if s.second {
		p.ReadBy = "second reader"
	}
	if s.seen {
		p.ReadBy, p.Confidence = readByOCR, s.confidence
	}
	var w pageWriter
	for _, t := range turnsOf(s.words) {
		tokens := upright(s.words, t, s.width, s.height)
		height := s.height
		if t != across && t != over {
			height = s.width
		}
		var blocks []pdfBlock
		for _, region := range regions(segments(tokens), 0) {
			blocks = joinColumns(blocks, blocksOf(rowsOf(region), style))
		}
		if t == across {
			titles(blocks, height, style)
		}
		levels(blocks)
		for i := range blocks {
			w.write(&blocks[i])
		}
	}
	p.Text, p.Blocks, p.Boxes = string(w.text), w.blocks, w.boxes
	p.Doubtful = s.doubtful() && !s.later
	return p
}

// joinColumns appends the blocks of a region. A sentence that goes on at the top of the next column stays one paragraph.
func joinColumns(before, after []pdfBlock) []pdfBlock {
	if len(before) > 0 && len(after) > 0 {
		a, b := &before[len(before)-1], &after[0]
		last, first := a.rows[len(a.rows)-1], b.rows[0]
		same := a.kind == store.Paragraph && b.kind == store.Paragraph && abs(last.size-first.size) < 0.03*last.size
		if same && last.chars >= 20 && first.chars >= 20 && first.base < last.base && beginsLower(first) && !endsSentence(last) {
			a.rows = append(a.rows, b.rows...)
			after = after[1:]
		}
	}
	return append(before, after...)
}

// turnsOf returns the directions of a page's words, the most frequent first.
func turnsOf(words []pdfWord) []turn {
	var n [stacked + 1]int
	for _, w := range words {
		n[w.turn]++
	}
	var out []turn
	for t := across; t <= stacked; t++ {
		if n[t] > 0 {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b turn) int { return n[b] - n[a] })
	return out
}

// levels gives list items their depth, by their indent.
func levels(blocks []pdfBlock) {
	for i := 0; i < len(blocks); {
		j := i
		var steps []float32
		for ; j < len(blocks) && blocks[j].kind == store.Item; j++ {
			b := &blocks[j]
			x := b.rows[0].x0
			for len(steps) > 0 && x < steps[len(steps)-1]-0.5*b.rows[0].size {
				steps = steps[:len(steps)-1]
			}
			if len(steps) == 0 || x > steps[len(steps)-1]+0.5*b.rows[0].size {
				steps = append(steps, x)
			}
			b.level = min(len(steps), 6)
		}
		i = max(j, i+1)
	}
}

// doubtful reports whether people see more on the page than could be read.
func (s *pdfSheet) doubtful() bool {
	if s.seen {
		return s.confidence < unsurePage
	}
	odd := s.oddChars()
	return s.failed || s.chars < fewChars && s.images > 0.4 || s.chars > 0 && 5*odd > s.chars
}
