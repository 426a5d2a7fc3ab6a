package models

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// How the network that finds text wants its pictures, and how its answer is read. Its answer is a map of the picture that says of
// each pixel how likely it is inside a line, where lines are drawn thinner than they are so that they do not touch.
const (
	findLongest  = 960 // pixels of the longer side that are looked at; more takes memory and finds hardly more
	findShortest = 32
	findStep     = 32  // sides are multiples of it
	likelyPixel  = 0.3 // belongs to a line
	likelyLine   = 0.5 // of the pixels of a line, on average
	thinnest     = 3   // pixels of a line in the map
	thickening   = 1.6 // area times this through circumference is how much thinner lines are drawn
	mostLines    = 1000
)

// opaque puts a picture onto white, with its corner at 0, 0.
func opaque(picture image.Image) *image.RGBA {
	b := picture.Bounds()
	if p, ok := picture.(*image.RGBA); ok && b.Min == (image.Point{}) && p.Opaque() {
		return p
	}
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, picture, b.Min, draw.Over)
	return out
}

// find returns where the lines of a picture are.
func (m *ocrModels) find(source *image.RGBA) ([]tilted, error) {
	width, height := source.Rect.Dx(), source.Rect.Dy()
	scale := min(1, findLongest/float64(max(width, height)))
	w, h := toStep(float64(width)*scale), toStep(float64(height)*scale)
	small := source
	if w != width || h != height {
		small = image.NewRGBA(image.Rect(0, 0, w, h))
		draw.BiLinear.Scale(small, small.Rect, source, source.Rect, draw.Src, nil)
	}
	input := m.room(3 * w * h)
	for y := range h {
		for x := range w {
			p := small.Pix[y*small.Stride+4*x:]
			for c := range 3 { // blue first
				input[c*w*h+y*w+x] = float32(p[2-c])/127.5 - 1
			}
		}
	}
	var out []tilted
	err := run(m.lines, input, func(likely []float32, _ []int64) {
		for _, points := range blobs(likely, w, h) {
			b := tightest(points)
			if min(b.w, b.h) < thinnest || b.average(likely, w, h) < likelyLine {
				continue
			}
			grow := thickening * b.w * b.h / (b.w + b.h) // both sides of a half circumference
			b.w, b.h = b.w+grow, b.h+grow
			if min(b.w, b.h) < thinnest+2 {
				continue
			}
			out = append(out, b.scaled(float64(width)/float64(w), float64(height)/float64(h)))
		}
	}, 1, 3, int64(h), int64(w))
	return out, err
}

func toStep(side float64) int {
	return max(int(math.Round(side/findStep))*findStep, findShortest)
}

// blobs returns, for each group of likely pixels that touch, the outermost ones of each of its rows.
func blobs(likely []float32, w, h int) [][]point {
	const fresh, taken = 1, 2
	state := make([]uint8, w*h)
	for y := range h {
		for x := range w {
			if likely[y*w+x] <= likelyPixel {
				continue
			}
			for dy := range 2 { // what touches almost is one line
				for dx := range 2 {
					if y+dy < h && x+dx < w {
						state[(y+dy)*w+x+dx] = fresh
					}
				}
			}
		}
	}
	var out [][]point
	var open []int
	for start := range state {
		if state[start] != fresh || len(out) == mostLines {
			continue
		}
		rows := map[int][2]int{}
		state[start] = taken
		open = append(open[:0], start)
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			x, y := at%w, at/w
			if r, ok := rows[y]; ok {
				rows[y] = [2]int{min(r[0], x), max(r[1], x)}
			} else {
				rows[y] = [2]int{x, x}
			}
			for ny := max(y-1, 0); ny <= min(y+1, h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, w-1); nx++ {
					if state[ny*w+nx] == fresh {
						state[ny*w+nx] = taken
						open = append(open, ny*w+nx)
					}
				}
			}
		}
		points := make([]point, 0, 2*len(rows))
		for y, r := range rows {
			points = append(points, point{float64(r[0]), float64(y)}, point{float64(r[1]), float64(y)})
		}
		out = append(out, points)
	}
	return out
}
