package extract

import (
	"cmp"
	"slices"
)

// mergeSegments joins segments that touch on one line though the file has them apart, and drops what is printed twice.
func mergeSegments(parts []*segment) []*segment {
	slices.SortStableFunc(parts, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
	var out []*segment
	for _, p := range parts {
		joined := false
		for i := len(out) - 1; i >= 0 && !joined; i-- {
			q := out[i]
			if p.base-q.base > 2*max(p.size, q.size) {
				break
			}
			if !q.beside(p) {
				continue
			}
			if !q.repeats(p) {
				q.absorb(p)
			}
			joined = true
		}
		if !joined {
			out = append(out, p)
		}
	}
	for _, p := range out {
		p.order()
	}
	return out
}

// beside reports whether p goes on where q ends, or the other way round.
func (q *segment) beside(p *segment) bool {
	big := max(p.size, q.size)
	if abs(p.base-q.base) > 0.25*big {
		overlap := min(p.y1, q.y1) - max(p.y0, q.y0)
		small := min(p.size, q.size) < 0.85*big
		if !small || abs(p.base-q.base) > 0.6*big || overlap < 0.4*min(p.y1-p.y0, q.y1-q.y0) {
			return false
		}
	}
	if both := min(p.x1, q.x1) - max(p.x0, q.x0); both > 0.5*min(p.size, q.size) && min(p.chars, q.chars) > 3 && !q.repeats(p) {
		return false // two texts that run into each other
	}
	return max(p.x0-q.x1, q.x0-p.x1) < wideGap*min(p.size, q.size)
}

// repeats reports whether p prints a word of q once more in the same place, as programs do for a bold look or a shadow.
func (q *segment) repeats(p *segment) bool {
	for _, t := range p.tokens {
		found := slices.ContainsFunc(q.tokens, func(o token) bool {
			return o.text == t.text && abs(o.x0-t.x0) < 0.2*t.size && abs(o.y0-t.y0) < 0.2*t.size
		})
		if !found {
			return false
		}
	}
	return true
}
