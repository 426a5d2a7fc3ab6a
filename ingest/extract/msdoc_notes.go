package extract

// noSign is where the text boxes are that belong to no sign of the body.
const noSign = -1

func newDocWriter(d *docFile) *docWriter {
	w := &docWriter{wordWriter: wordWriter{w: newWriter()}, d: d, numbers: d.numbers(), notes: map[int][]docSpan{}}
	w.findNotes(tableFootnoteRefs, tableFootnotes, docFootnotes)
	w.findNotes(tableEndnoteRefs, tableEndnotes, docEndnotes)
	w.findBoxes()
	return w
}

// findNotes finds the notes of a kind, and the signs in the body that refer to them.
func (w *docWriter) findNotes(refs, texts, part int) {
	const entry = 2
	list, ends := w.d.structure(refs), w.d.structure(texts)
	n := (len(list) - 4) / (4 + entry)
	end := 0
	for i := range min(n, len(ends)/4-1) {
		s := w.d.within(part, u32(ends, 4*i), u32(ends, 4*i+4))
		end = w.keep(u32(list, 4*i), s, end)
	}
}

// findBoxes finds the text boxes by the shapes that stand in the body.
func (w *docWriter) findBoxes() {
	const boxEntry, shapeEntry = 22, 26
	shapes := w.d.structure(tableShapes)
	n := (len(shapes) - 4) / (4 + shapeEntry)
	signs := map[int]int{}
	for i := range max(n, 0) {
		signs[u32(shapes, 4*(n+1)+shapeEntry*i)] = u32(shapes, 4*i)
	}
	boxes := w.d.structure(tableBoxes)
	n = (len(boxes) - 4) / (4 + boxEntry)
	end := 0
	for i := range max(n, 0) {
		box := 4*(n+1) + boxEntry*i
		s := w.d.within(docBoxes, u32(boxes, 4*i), u32(boxes, 4*i+4))
		at, ok := signs[u32(boxes, box+14)]
		if !ok {
			at = noSign
		}
		if unused := u16(boxes, box+8) != 0; !unused {
			end = w.keep(at, s, end)
		}
	}
}

// keep takes a note in, unless it lies over the ones before, and returns where the next one may begin. What refers to it stands
// in the body, so that no note leads to another.
func (w *docWriter) keep(at int, s docSpan, end int) int {
	if s.from < end || s.from >= s.to {
		return end
	}
	if at >= w.d.span(docBody).to {
		at = noSign
	}
	w.notes[at] = append(w.notes[at], s)
	return s.to
}

// within is a stretch of a part of the text, by positions in that part.
func (d *docFile) within(part, from, to int) docSpan {
	s := d.span(part)
	return docSpan{min(s.from+from, s.to), min(s.from+to, s.to)}
}
