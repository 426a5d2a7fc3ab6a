package chunk

import (
	"math"

	"ibid/store"
)

// pack makes passages of the pieces of a section or page. Where one is not enough it weighs all ways to cut: parts of about the
// same size, at headings and paragraphs rather than inside of them.
func (s *splitter) pack(pieces []piece) {
	limit := s.limit(pieces)
	var total size
	for _, p := range pieces {
		total = total.plus(p.size)
	}
	if total.fits(limit) {
		s.emit(pieces)
		return
	}
	from := 0
	for _, to := range cuts(pieces, total, limit) {
		s.emit(pieces[from:to])
		from = to
	}
}

// limit is the tokens a passage may have beside title and headings.
func (s *splitter) limit(pieces []piece) int {
	heading := 0
	for _, p := range pieces {
		if p.first && p.path != "" {
			heading = max(heading, len(p.path)/3) // an estimate is enough: it is a small share
		}
	}
	return max(min(maxTokens, windowTokens-min(s.title, 100)-heading), maxTokens/2)
}

// cuts are the indexes at which passages end, found by dynamic programming over the cost of each passage.
func cuts(pieces []piece, total size, limit int) []int {
	fill := math.Max(float64(total.words)/maxWords, math.Max(float64(total.tokens)/float64(limit), float64(total.runes)/maxRunes))
	// Goal is the share of the limits that each passage fills when all are equal.
	goal := fill / math.Ceil(fill*1.05)
	best := make([]float64, len(pieces)+1)
	back := make([]int, len(pieces)+1)
	for to := 1; to <= len(pieces); to++ {
		best[to] = math.Inf(1)
		var z size
		for from := to - 1; from >= 0; from-- {
			z = z.plus(pieces[from].size)
			if !z.fits(limit) && from < to-1 {
				break
			}
			share := math.Max(float64(z.words)/maxWords, math.Max(float64(z.tokens)/float64(limit), float64(z.runes)/maxRunes))
			off := (share - goal) / goal
			cost := best[from] + off*off + borderCost(pieces, to)
			if cost < best[to] {
				best[to], back[to] = cost, from
			}
		}
	}
	var out []int
	for to := len(pieces); to > 0; to = back[to] {
		out = append(out, to)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// borderCost says how bad it is to cut before pieces[at], in the measure of a passage that misses its goal by the root of it.
func borderCost(pieces []piece, at int) float64 {
	if at == len(pieces) {
		return 0
	}
	before, after := pieces[at-1], pieces[at]
	switch {
	case before.kind == store.Heading:
		return 4 // a heading without its text
	case after.kind == store.Heading:
		return -0.3
	case !after.first && after.kind == store.CodeLine && !after.gap:
		return 0.35
	case !after.first:
		return 0.15
	case after.kind == store.Row && before.kind == store.Row:
		return 0.2
	case after.kind == store.CodeLine:
		return 0.15 // what explains the code stands before it
	case after.kind == store.Item && after.level > 1:
		return 0.1
	case before.announces:
		return 0.25
	}
	return 0
}
