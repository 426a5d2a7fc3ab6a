package extract

// pptShape is a shape of a slide that may have something to read, or a group of such shapes.
type pptShape struct {
	texts     []pptText
	place     int // in the layout of the slide; 0 = none
	hidden    bool
	table     bool // a group whose shapes are the cells of a table
	top, left int  // in its group
	kids      []pptShape
}

// The places in the layout of a slide that say the same on every one go from that of the date to that of the header.
const (
	placeDate   = 7
	placeHeader = 10
)

// standing says that the shape is a date, a number or a line that stands on every slide.
func (s pptShape) standing() bool { return s.place >= placeDate && s.place <= placeHeader }

// maxShapeDepth is how deep groups in groups are followed.
const maxShapeDepth = 32

// shapeGroup reads a group of shapes. The first one in it says what the group is.
func (d *pptFile) shapeGroup(r pptRecord, depth int) (group pptShape, err error) {
	first := true
	for k := range r.records() {
		var s pptShape
		switch {
		case k.kind == recShape:
			s, err = d.shape(k)
			if first {
				group, first = s, false
				continue
			}
		case k.kind == recShapeGroup && depth < maxShapeDepth:
			s, err = d.shapeGroup(k, depth+1)
		}
		if err != nil {
			return group, err
		}
		if s.texts != nil || s.kids != nil {
			group.kids = append(group.kids, s)
		}
	}
	return group, err
}

// shape reads a shape.
func (d *pptFile) shape(r pptRecord) (s pptShape, err error) {
	for k := range r.records() {
		switch k.kind {
		case recShapeAtom:
			const deleted = 8
			s.hidden = s.hidden || u32(k.body, 4)&deleted != 0
		case recShapeOptions, recShapeOptions3:
			s.options(k)
		case recChildAnchor:
			s.left, s.top = int(int32(u32(k.body, 0))), int(int32(u32(k.body, 4)))
		case recShapeData:
			for p := range k.records() {
				if p.kind == recPlaceholder && len(p.body) > 4 {
					s.place = int(p.body[4])
				}
			}
		case recShapeText:
			for t := range k.records() {
				n := len(s.texts)
				if s.texts = addText(s.texts, t); len(s.texts) > n {
					if err := d.count(); err != nil {
						return s, err
					}
				}
			}
		}
	}
	return s, nil
}

// options reads the properties of a shape that are numbers.
func (s *pptShape) options(r pptRecord) {
	const entry, visibility, tables = 6, 0x3bf, 0x39f
	const hidden, table = 0x20002, 1
	for i := range min(r.variant, len(r.body)/entry) {
		switch value := u32(r.body, entry*i+2); u16(r.body, entry*i) & 0x3fff {
		case visibility:
			s.hidden = s.hidden || value&hidden == hidden
		case tables:
			s.table = value&table != 0
		}
	}
}
