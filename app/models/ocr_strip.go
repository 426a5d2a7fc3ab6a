package models

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// Lines are read as strips of one height. Batches are bounded by the pixels of their width, as lines of like width go together.
const (
	stripHeight  = 48
	widestStrip  = 3200
	batchWidth   = 2000
	batchStrips  = 8
	leastWidth   = 320 // of a batch
	stretch      = 1.3 // of the length: a letter needs two columns of the answer, and a blank one
	standsTall   = 1.5 // a line so much higher than wide runs down or up
	mostSamples  = 6   // points of the picture that make one of the strip, along each side
	narrowStrips = 8
)

// strip is a line of a picture.
type strip struct {
	source *image.RGBA
	box    tilted
	turn   int // quarter turns clockwise that it runs
	width  int // when it is stripHeight high
}

func newStrip(source *image.RGBA, b tilted) *strip {
	s := &strip{source: source, box: b}
	long, short := b.w, b.h
	if b.h >= standsTall*b.w {
		s.turn, long, short = 1, b.h, b.w
	}
	s.width = min(max(int(math.Ceil(stretch*stripHeight*long/short)), narrowStrips), widestStrip)
	return s
}

// place is the point of the picture at fractions of the length and height of the upright line.
func (s *strip) place(along, down float64) point {
	switch s.turn {
	case 1:
		return s.box.at((1-down)*s.box.w, along*s.box.h)
	case 2:
		return s.box.at((1-along)*s.box.w, (1-down)*s.box.h)
	case 3:
		return s.box.at(down*s.box.w, (1-along)*s.box.h)
	}
	return s.box.at(along*s.box.w, down*s.box.h)
}

// draw puts the upright line, w wide, into a network's input, whose rows are stride long and whose colours lie plane apart.
func (s *strip) draw(into []float32, w, stride, plane int) {
	long, short := s.box.w, s.box.h
	if s.turn%2 == 1 {
		long, short = short, long
	}
	nx := min(max(int(math.Round(long/float64(w))), 1), mostSamples)
	ny := min(max(int(math.Round(short/stripHeight)), 1), mostSamples)
	o := s.place(0, 0)
	right, below := s.place(1, 0), s.place(0, 1)
	stepX := point{(right.x - o.x) / float64(w*nx), (right.y - o.y) / float64(w*nx)}
	stepY := point{(below.x - o.x) / float64(stripHeight*ny), (below.y - o.y) / float64(stripHeight*ny)}
	weight := 1 / (127.5 * float32(nx*ny))
	for y := range stripHeight {
		for x := range w {
			var sum [3]float32
			for j := range ny {
				for i := range nx {
					fx, fy := float64(x*nx+i)+0.5, float64(y*ny+j)+0.5
					c := sample(s.source, o.x+fx*stepX.x+fy*stepY.x-0.5, o.y+fx*stepX.y+fy*stepY.y-0.5)
					sum[0], sum[1], sum[2] = sum[0]+c[0], sum[1]+c[1], sum[2]+c[2]
				}
			}
			for c := range 3 { // blue first
				into[c*plane+y*stride+x] = sum[2-c]*weight - 1
			}
		}
	}
}

// sample is the colour at a point between pixels; what lies outside is like the edge.
func sample(p *image.RGBA, x, y float64) (c [3]float32) {
	x = min(max(x, 0), float64(p.Rect.Dx()-1))
	y = min(max(y, 0), float64(p.Rect.Dy()-1))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, p.Rect.Dx()-1), min(y0+1, p.Rect.Dy()-1)
	fx, fy := float32(x)-float32(x0), float32(y)-float32(y0)
	a, b := p.Pix[y0*p.Stride+4*x0:], p.Pix[y0*p.Stride+4*x1:]
	d, e := p.Pix[y1*p.Stride+4*x0:], p.Pix[y1*p.Stride+4*x1:]
	for i := range 3 {
		top := float32(a[i])*(1-fx) + float32(b[i])*fx
		c[i] = top*(1-fy) + (float32(d[i])*(1-fx)+float32(e[i])*fx)*fy
	}
	return c
}

// stripBatches groups strips of like width; of a fixed width if it is not 0.
func stripBatches(strips []*strip, fixed int) [][]*strip {
	order := slices.Clone(strips)
	slices.SortStableFunc(order, func(a, b *strip) int { return cmp.Compare(a.width, b.width) })
	var out [][]*strip
	from := 0
	for i, s := range order {
		width := cmp.Or(fixed, max(s.width, leastWidth))
		if n := i - from; n > 0 && ((n+1)*width > batchWidth || n == batchStrips) {
			out, from = append(out, order[from:i]), i
		}
	}
	if from < len(order) {
		out = append(out, order[from:])
	}
	return out
}
