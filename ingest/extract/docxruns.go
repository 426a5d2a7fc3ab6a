package extract

import (
	"strings"
)

// after writes what was met in the paragraph and stands outside of its line.
func (d *docxWriter) after() {
	pending := d.pending
	d.pending = nil
	for _, n := range pending {
		d.body(n)
	}
}

// runs is the text of a paragraph; bold says that all of it is, styled that its style makes it so.
func (d *docxWriter) runs(p *node, styled bool) (text string, bold bool) {
	var b strings.Builder
	plain := false
	var walk func(n *node)
	walk = func(n *node) {
		for i, k := range n.kids {
			switch k.name {
			case "r":
				if pr := k.child("rPr"); pr.child("vanish").on() {
					continue
				} else if strings.TrimSpace(k.child("t").allText()) != "" {
					thick := d.thick(pr, styled)
					bold, plain = bold || thick, plain || !thick
				}
				walk(k)
			case "t":
				b.WriteString(k.text)
			case "tab", "ptab":
				b.WriteByte('\t')
			case "br", "cr":
				b.WriteByte('\n')
			case "noBreakHyphen":
				b.WriteByte('-')
			case "oMath":
				if i > 0 && n.kids[i-1].name == "oMath" {
					b.WriteByte(' ') // formulas of their own, one below the other
				}
				b.WriteString(formula(k))
			case "footnoteReference", "endnoteReference":
				key := strings.TrimSuffix(k.name, "Reference") + "s" + k.attr("id")
				if n := d.notes[key]; n != nil {
					delete(d.notes, key) // once is enough, and a note may refer to itself
					d.pending = append(d.pending, n)
				}
			case "txbxContent":
				d.pending = append(d.pending, k)
			case "graphicData":
				if k.child("chart") != nil || k.child("relIds") != nil {
					d.pending = append(d.pending, k)
				} else {
					walk(k)
				}
			case "AlternateContent":
				if a := k.alternative(); a != nil {
					walk(a)
				}
			case "del", "moveFrom", "pPr", "rPr", "instrText", "delText", "rt", "sdtPr":
			default:
				walk(k)
			}
		}
	}
	walk(p)
	return b.String(), bold && !plain
}

// thick reports whether a run is bold: by itself, by a style of its own, or by that of its paragraph.
func (d *docxWriter) thick(pr *node, styled bool) bool {
	if b := pr.child("b"); b != nil {
		return b.on()
	}
	return styled || d.styles.of(pr.child("rStyle").attr("val")).bold
}
