package extract

import "strings"

// graphic writes a table, the text of a SmartArt drawing or the words and numbers of a chart.
func (s *slideWriter) graphic(frame *node) {
	data := frame.child("graphic", "graphicData")
	if data == nil {
		return
	}
	for _, k := range data.kids {
		switch k.name {
		case "tbl":
			s.table(k)
		case "AlternateContent":
			s.shapes(k.alternative().children(), 1, 1)
		default:
			s.drawing(k)
		}
	}
}

func (s *slideWriter) table(t *node) {
	var merged mergedCells
	for _, r := range t.kids {
		if r.name != "tr" {
			continue
		}
		var cells []string
		for _, c := range r.kids {
			if c.name != "tc" {
				continue
			}
			text, covered := merged.at(len(cells))
			if !covered {
				var parts []string
				for _, p := range c.child("txBody").paragraphs() {
					part, _ := slideText(p)
					parts = append(parts, part)
				}
				text = fold(strings.Join(parts, " "))
				merged.cover(len(cells), atoi(c.attr("rowSpan")), atoi(c.attr("gridSpan")), text)
			}
			cells = append(cells, text)
		}
		s.w.addRow(cells)
		merged.next()
	}
}
