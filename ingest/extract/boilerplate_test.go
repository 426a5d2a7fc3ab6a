package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/store"
)

// deckOf makes slides of lines; a line that begins with '#' is a heading, one with '$' is code. Each word has a box.
func deckOf(slides ...[]string) []store.Page {
	var out []store.Page
	for i, lines := range slides {
		p := store.Page{Number: i + 1}
		for _, l := range lines {
			kind := store.Paragraph
			switch l[0] {
			case '#':
				kind = store.Heading
			case '$':
				kind = store.CodeLine
			}
			if p.Text != "" {
				p.Text += "\n"
			}
			from := len(p.Text)
			p.Text += l
			p.Blocks = append(p.Blocks, store.Block{Span: store.Span{From: from, To: len(p.Text)}, Kind: kind})
			for at := from; at < len(p.Text); {
				to := at + len(strings.SplitN(p.Text[at:], " ", 2)[0])
				p.Boxes = append(p.Boxes, store.Box{Span: store.Span{From: at, To: to}, X0: float32(at), X1: float32(to), Y1: 1})
				at = to + 1
			}
		}
		out = append(out, p)
	}
	return out
}

func TestBoilerplate(t *testing.T) {
	for name, c := range map[string]struct {
		slides [][]string
		want   []string // text of each page
		gone   []string // of the first page
	}{
		"head, foot and number": {
			slides: [][]string{
				{"PSY201", "# Encoding", "Deep is better.", "1 / 4"}, {"PSY201", "# Storage", "It fades.", "2 / 4"},
				{"PSY201", "# Retrieval", "Cues help.", "3 / 4"}, {"PSY201", "# Sleep", "It helps too.", "4 / 4"},
			},
			want: []string{"# Encoding\nDeep is better.", "# Storage\nIt fades.", "# Retrieval\nCues help.", "# Sleep\nIt helps too."},
			gone: []string{"PSY201", "1 / 4"},
		},
		"in the middle of a page, on half of them": {
			slides: [][]string{{"a1", "Do not copy", "a2"}, {"b1", "do not copy", "b2"}, {"c1", "Do not copy", "c2"}, {"d1"}, {"e1"}, {"f1"}},
			want:   []string{"a1\na2", "b1\nb2", "c1\nc2", "d1", "e1", "f1"},
			gone:   []string{"Do not copy"},
		},
		"on fewer than half": {
			slides: [][]string{{"a", "x"}, {"b", "x"}, {"c", "x"}, {"d"}, {"e"}, {"f"}, {"g"}},
			want:   []string{"a\nx", "b\nx", "c\nx", "d", "e", "f", "g"},
		},
		"on two pages": {
			slides: [][]string{{"a", "x"}, {"b", "x"}, {"c"}},
			want:   []string{"a\nx", "b\nx", "c"},
		},
		"a slide that is built up": {
			slides: [][]string{{"# One", "p"}, {"# One", "p", "q"}, {"# One", "p", "q", "r"}, {"# Two", "s"}},
			want:   []string{"# One\np", "# One\np\nq", "# One\np\nq\nr", "# Two\ns"},
		},
		"code": {
			slides: [][]string{{"a", "$}"}, {"b", "$}"}, {"c", "$}"}, {"d", "$}"}},
			want:   []string{"a\n$}", "b\n$}", "c\n$}", "d\n$}"},
		},
		"a page that has nothing else": {
			slides: [][]string{{"a", "x"}, {"b", "x"}, {"x"}, {"c", "x"}},
			want:   []string{"a", "b", "x", "c"},
			gone:   []string{"x"},
		},
		"numbered exercises": {
			slides: [][]string{{"# Exercise 11", "a"}, {"# Exercise 12", "b"}, {"# Exercise 13", "c"}, {"# Exercise 14", "d"}},
			want:   []string{"# Exercise 11\na", "# Exercise 12\nb", "# Exercise 13\nc", "# Exercise 14\nd"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			pages := deckOf(c.slides...)
			removeBoilerplate(pages)
			for i, p := range pages {
				if p.Text != c.want[i] {
					t.Errorf("page %d is %q, want %q", p.Number, p.Text, c.want[i])
				}
				checkPage(t, name, p)
				for _, b := range p.Boxes {
					if word := p.Text[b.From:b.To]; strings.ContainsAny(word, " \n") || word == "" {
						t.Errorf("page %d has a box around %q", p.Number, word)
					}
				}
				if words := len(strings.Fields(p.Text)); len(p.Boxes) != words {
					t.Errorf("page %d has %d boxes for %d words", p.Number, len(p.Boxes), words)
				}
			}
			if !slices.Equal(pages[0].Removed, c.gone) {
				t.Errorf("removed %q, want %q", pages[0].Removed, c.gone)
			}
		})
	}
}

// Removed lines of a PDF, whose heads and feet go before its pages are laid out, are kept like those of the other formats.
func TestBoilerplateOfPDF(t *testing.T) {
	var sheets []pdfSheet
	for i := range 4 {
		s := pdfSheet{width: 600, height: 800}
		for j, w := range []struct {
			text string
			y    float32
		}{{"Biology", 20}, {fmt.Sprintf("Cells%c", 'a'+i), 300}, {fmt.Sprint(i + 1), 780}} {
			s.words = append(s.words, pdfWord{text: w.text, x0: 50, x1: 120, y0: w.y - 8, y1: w.y + 2, base: w.y, size: 10, face: &pdfFace{}, seq: j})
			s.chars += len(w.text)
		}
		sheets = append(sheets, s)
	}
	style := styleOf(sheets, nil)
	var heads runningHeads
	heads.remove(sheets)
	for i := range sheets {
		p := sheets[i].page(i+1, style)
		if want := []string{"Biology", fmt.Sprint(i + 1)}; p.Text != fmt.Sprintf("Cells%c", 'a'+i) || !slices.Equal(p.Removed, want) {
			t.Errorf("page %d: %q, removed %q", i+1, p.Text, p.Removed)
		}
	}
}
