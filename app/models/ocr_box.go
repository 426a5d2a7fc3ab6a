package models

import (
	"cmp"
	"math"
	"slices"
)

type point struct{ x, y float64 }

// tilted is a rectangle about a middle, turned by an angle of at most an eighth of a circle, so that its width runs across.
type tilted struct {
	x, y, w, h float64
	sin, cos   float64
}

// at is the point of the rectangle that is so far right of its left edge and below its top edge.
func (b tilted) at(right, below float64) point {
	dx, dy := right-b.w/2, below-b.h/2
	return point{b.x + dx*b.cos - dy*b.sin, b.y + dx*b.sin + dy*b.cos}
}

// scaled is the rectangle in a picture of another size. The scales are nearly the same.
func (b tilted) scaled(sx, sy float64) tilted {
	b.w *= math.Hypot(b.cos*sx, b.sin*sy)
	b.h *= math.Hypot(b.sin*sx, b.cos*sy)
	b.x, b.y = b.x*sx, b.y*sy
	n := math.Hypot(b.cos*sx, b.sin*sy)
	b.sin, b.cos = b.sin*sy/n, b.cos*sx/n
	return b
}

// average is the mean of the map's values inside the rectangle.
func (b tilted) average(values []float32, w, h int) float64 {
	reach := (math.Abs(b.w*b.cos) + math.Abs(b.h*b.sin)) / 2
	rise := (math.Abs(b.w*b.sin) + math.Abs(b.h*b.cos)) / 2
	sum, n := 0.0, 0
	for y := max(int(b.y-rise), 0); y <= min(int(math.Ceil(b.y+rise)), h-1); y++ {
		for x := max(int(b.x-reach), 0); x <= min(int(math.Ceil(b.x+reach)), w-1); x++ {
			dx, dy := float64(x)-b.x, float64(y)-b.y
			if math.Abs(dx*b.cos+dy*b.sin) <= b.w/2+0.5 && math.Abs(dy*b.cos-dx*b.sin) <= b.h/2+0.5 {
				sum += float64(values[y*w+x])
				n++
			}
		}
	}
	return sum / float64(max(n, 1))
}

// tightest is the smallest rectangle around points: one of its sides lies on a side of their hull.
func tightest(points []point) tilted {
	hull := hullOf(points)
	best, area := tilted{}, math.Inf(1)
	for i, p := range hull {
		q := hull[(i+1)%len(hull)]
		long := math.Hypot(q.x-p.x, q.y-p.y)
		cos, sin := 1.0, 0.0
		if long > 0 {
			cos, sin = (q.x-p.x)/long, (q.y-p.y)/long
		}
		for math.Abs(sin) > math.Abs(cos) || cos < 0 { // so that the width runs across
			sin, cos = -cos, sin
		}
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, r := range hull {
			along, down := r.x*cos+r.y*sin, r.y*cos-r.x*sin
			x0, x1, y0, y1 = min(x0, along), max(x1, along), min(y0, down), max(y1, down)
		}
		if a := (x1 - x0) * (y1 - y0); a < area {
			area = a
			along, down := (x0+x1)/2, (y0+y1)/2
			best = tilted{x: along*cos - down*sin, y: along*sin + down*cos, w: x1 - x0, h: y1 - y0, sin: sin, cos: cos}
		}
	}
	return best
}

// hullOf returns the corners of the smallest convex shape around points.
func hullOf(points []point) []point {
	slices.SortFunc(points, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	var hull []point
	half := func(p point, from int) {
		for n := len(hull); n >= from+2; n = len(hull) {
			a, b := hull[n-2], hull[n-1]
			if (b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x) > 0 {
				break
			}
			hull = hull[:n-1]
		}
		hull = append(hull, p)
	}
	for _, p := range points {
		half(p, 0)
	}
	back := len(hull) - 1
	for i := len(points) - 2; i >= 0; i-- {
		half(points[i], back)
	}
	return hull[:len(hull)-1]
}
