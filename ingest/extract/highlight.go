package extract

import "ibid/store"

// Rect is a part of a page in fractions of its width and height, origin at the top left.
type Rect struct {
	X0, Y0, X1, Y1 float64
}

// Highlights returns where a span of a page's text stands on it: one rectangle a line.
func Highlights(page store.Page, span store.Span) []Rect {
	if page.Width <= 0 || page.Height <= 0 {
		return nil
	}
	var out []Rect
	var line store.Box
	add := func() {
		if line.X1 > line.X0 {
			out = append(out, fraction(page, line))
		}
	}
	for _, b := range page.Boxes {
		if b.To <= span.From || b.From >= span.To {
			continue
		}
		b = clip(b, span)
		if line.X1 > line.X0 && sameRun(line, b) {
			line.X0, line.Y0, line.X1, line.Y1 = min(line.X0, b.X0), min(line.Y0, b.Y0), max(line.X1, b.X1), max(line.Y1, b.Y1)
			continue
		}
		add()
		line = b
	}
	add()
	return out
}

// clip cuts a word that is only partly in the span, as if its characters were all equally wide.
func clip(b store.Box, span store.Span) store.Box {
	length, width := float32(b.To-b.From), b.X1-b.X0
	if length <= 0 || b.Y1-b.Y0 > 1.5*width { // a word that does not run across is lit up whole
		return b
	}
	left, right := b.X0, b.X1
	if span.From > b.From {
		left += width * float32(span.From-b.From) / length
	}
	if span.To < b.To {
		right -= width * float32(b.To-span.To) / length
	}
	b.X0, b.X1 = left, right
	return b
}

// sameRun reports whether b goes on in the line, or for text that runs up or down, in the column.
func sameRun(line, b store.Box) bool {
	height := min(line.Y1-line.Y0, b.Y1-b.Y0)
	if overlap := min(line.Y1, b.Y1) - max(line.Y0, b.Y0); overlap > 0.5*height {
		return max(b.X0-line.X1, line.X0-b.X1) < 3*max(line.Y1-line.Y0, b.Y1-b.Y0)
	}
	narrow, broad := min(line.X1-line.X0, b.X1-b.X0), max(line.X1-line.X0, b.X1-b.X0)
	upright := line.Y1-line.Y0 > 1.2*(line.X1-line.X0) || b.Y1-b.Y0 > 1.2*(b.X1-b.X0)
	overlap := min(line.X1, b.X1) - max(line.X0, b.X0)
	return upright && narrow > 0.7*broad && overlap > 0.8*narrow && max(b.Y0-line.Y1, line.Y0-b.Y1) < narrow
}

func fraction(page store.Page, b store.Box) Rect {
	within := func(v, whole float32) float64 { return float64(min(max(v/whole, 0), 1)) }
	return Rect{X0: within(b.X0, page.Width), Y0: within(b.Y0, page.Height), X1: within(b.X1, page.Width), Y1: within(b.Y1, page.Height)}
}
