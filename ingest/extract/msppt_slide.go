package extract

import (
	"slices"
	"strings"

	"ibid/store"
)

// page reads a slide and what the speaker noted under it.
func (d *pptFile) page(s pptSlide, number int) (store.Page, error) {
	slide, err := d.part(s.called, recSlide)
	if err != nil {
		return store.Page{}, err
	}
	shapes, err := d.shapeGroup(slideShapes(slide), 0)
	if err != nil {
		return store.Page{}, err
	}
	w := &pptWriter{d: d, w: newWriter(), texts: s.texts, used: make([]bool, len(s.texts))}
	w.takeTexts(&shapes)
	for i, t := range s.texts {
		if !w.used[i] { // no shape shows it, but the outline has it
			shapes.kids = append(shapes.kids, pptShape{texts: []pptText{t}})
		}
	}
	w.titles(shapes)
	w.shapes(shapes)
	if called, ok := d.notes[u32(slide.child(recSlideAtom).body, 16)]; ok {
		notes, err := d.part(called, recNotes)
		if err != nil {
			return w.w.page(number), nil // the slide is still worth having
		}
		if shapes, err = d.shapeGroup(slideShapes(notes), 0); err != nil {
			return store.Page{}, err
		}
		w.notes(shapes)
	}
	return w.w.page(number), nil
}

// slideShapes is the group of all shapes of a slide.
func slideShapes(slide pptRecord) pptRecord {
	return slide.child(recDrawing).child(recShapeDrawing).child(recShapeGroup)
}

// pptWriter writes the shapes of a slide.
type pptWriter struct {
	d     *pptFile
	w     *writer
	texts []pptText // those of the slide in the list of slides
	used  []bool
}

// takeTexts gives the shapes the texts that stand in the list of slides, each once.
func (w *pptWriter) takeTexts(s *pptShape) {
	for i, t := range s.texts {
		if t.at < 0 {
			continue
		}
		s.texts[i] = pptText{at: -1, kind: textNone}
		if t.at < len(w.texts) && !w.used[t.at] {
			s.texts[i], w.used[t.at] = w.texts[t.at], true
		}
	}
	for i := range s.kids {
		w.takeTexts(&s.kids[i])
	}
}

// titles writes the title of the slide before everything else, wherever it stands in the file.
func (w *pptWriter) titles(s pptShape) {
	for _, t := range s.texts {
		if t.title() {
			writeTitle(w.w, w.d.paragraphs(t))
		}
	}
	for _, k := range s.kids {
		w.titles(k)
	}
}

// shapes writes the shapes in the order of the file.
func (w *pptWriter) shapes(s pptShape) {
	if s.hidden || s.standing() {
		return
	}
	if s.table && w.table(s.kids) {
		return
	}
	for _, t := range s.texts {
		if !t.title() {
			writeShape(w.w, w.d.paragraphs(t))
		}
	}
	for _, k := range s.kids {
		w.shapes(k)
	}
}

// maxColumns is how many columns a table may have; what has more is a drawing.
const maxColumns = 100

// table writes the cells of a table, which are known by their places only.
func (w *pptWriter) table(cells []pptShape) bool {
	var lefts []int
	for _, c := range cells {
		lefts = append(lefts, c.left)
	}
	slices.Sort(lefts)
	if lefts = slices.Compact(lefts); len(lefts) > maxColumns {
		return false
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b pptShape) int { return a.top - b.top })
	for len(cells) > 0 {
		row := make([]string, len(lefts))
		top := cells[0].top
		for ; len(cells) > 0 && cells[0].top == top; cells = cells[1:] {
			at, _ := slices.BinarySearch(lefts, cells[0].left)
			row[at] = strings.TrimSpace(row[at] + " " + w.cell(cells[0]))
		}
		w.w.addRow(row)
	}
	return true
}

func (w *pptWriter) cell(s pptShape) string {
	var parts []string
	for _, t := range s.texts {
		for _, p := range w.d.paragraphs(t) {
			parts = append(parts, p.text)
		}
	}
	return strings.Join(parts, " ")
}

// notes writes what the speaker noted under the slide.
func (w *pptWriter) notes(s pptShape) {
	for _, t := range s.texts {
		if t.kind == textNotes && !s.standing() {
			for _, p := range w.d.paragraphs(t) {
				w.w.add(store.NotesText, 0, p.text)
			}
		}
	}
	for _, k := range s.kids {
		w.notes(k)
	}
}
