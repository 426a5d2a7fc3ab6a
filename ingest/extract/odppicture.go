package extract

import (
	"strconv"
	"strings"
)

// picture has the picture in a frame read.
func (s *odpSlide) picture(frame, image *node) {
	if s.pictures.matters(lengthOf(frame, "width"), lengthOf(frame, "height")) {
		s.pictures.read(s.o, pictureName(image), s.w)
	}
}

// pictureName is the part that holds a picture.
func pictureName(image *node) string { return strings.TrimPrefix(image.attr("href"), "./") }

// countPictures counts for each picture on a slide that it stands there.
func countPictures(slide *node, shown map[string]int) {
	on := map[string]bool{}
	var walk func(*node)
	walk = func(n *node) {
		for _, k := range n.kids {
			if k.name == "image" {
				on[pictureName(k)] = true
			}
			walk(k)
		}
	}
	walk(slide)
	for name := range on {
		shown[name]++
	}
}

// slideSize is the size of a slide in points; 0 where the file does not say.
func (d *odfFile) slideSize(slide *node) (width, height float64) {
	master := d.styles["master-page "+slide.attr("master-page-name")]
	layout := d.styles["page-layout "+master.attr("page-layout-name")].child("page-layout-properties")
	return lengthOf(layout, "page-width"), lengthOf(layout, "page-height")
}

// odpFrame is where a shape of a slide stands.
func odpFrame(n *node) (f shapeFrame, shape, ok bool) {
	switch n.name {
	case "title", "desc", "event-listeners", "glue-point":
		return f, false, false
	}
	if n.attr("x") == "" || n.attr("y") == "" {
		return f, n.name != "line" && n.name != "connector", false // turned ones name a matrix instead
	}
	top := lengthOf(n, "y")
	return shapeFrame{lengthOf(n, "x"), top, top + lengthOf(n, "height")}, true, true
}

var lengthUnits = map[string]float64{"pt": 1, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12, "px": 0.75}

// lengthOf is a length of an element in points; 0 when it names none.
func lengthOf(n *node, name string) float64 {
	s := n.attr(name)
	for unit, points := range lengthUnits {
		if digits, ok := strings.CutSuffix(s, unit); ok {
			if v, err := strconv.ParseFloat(digits, 64); err == nil {
				return points * v
			}
		}
	}
	return 0
}
