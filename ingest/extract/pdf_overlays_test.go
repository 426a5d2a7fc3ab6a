package extract

import (
	"fmt"
	"testing"

	"ibid/store"
)

// slide is a page of slides whose lines stand one below the other, from the top.
func slide(number int, label string, lines ...string) store.Page {
	var placed []placedLine
	for i, l := range lines {
		if l != "" {
			placed = append(placed, placedLine{50, 60 + 40*float32(i), l})
		}
	}
	s := sheetOf(800, 450, placed...)
	s.label = label
	return s.page(number, &pdfStyle{body: 10})
}

func TestOverlays(t *testing.T) {
	paper := func(p store.Page) store.Page {
		p.Width, p.Height = p.Height, p.Width
		return p
	}
	seen := func(p store.Page) store.Page {
		p.ReadBy = readByOCR
		return p
	}
	for _, c := range []struct {
		name  string
		pages []store.Page
		want  []int // First of each page
	}{
		{"three steps and another slide", []store.Page{
			slide(1, "", "Search", "Depth first"), slide(2, "", "Search", "Depth first", "Breadth first"), slide(3, "", "Search", "Depth first", "Breadth first", "Both need memory"), slide(4, "", "Games", "Minimax"),
		}, []int{0, 0, 1, 0}},
		{"two frames", []store.Page{
			slide(1, "", "A one", "two"), slide(2, "", "A one", "two", "three"), slide(3, "", "B one", "two"), slide(4, "", "B one", "two", "three"),
		}, []int{0, 1, 0, 3}},
		{"a line is put in between", []store.Page{slide(1, "", "Search", "", "Depth first"), slide(2, "", "Search", "Breadth first", "Depth first")}, []int{0, 1}},
		{"lines are replaced", []store.Page{slide(1, "", "Search", "Depth first"), slide(2, "", "Search", "Breadth first", "Costs")}, []int{0, 0}},
		{"lines move", []store.Page{slide(1, "", "Search", "Depth first"), slide(2, "", "Search", "Costs", "Depth first")}, []int{0, 0}},
		{"plain repeats", []store.Page{slide(1, "", "Search", "Depth first"), slide(2, "", "Search", "Depth first")}, []int{0, 0}},
		{"only the title is the same", []store.Page{slide(1, "", "Search"), slide(2, "", "Search", "Depth first")}, []int{0, 0}},
		{"the title comes first, under one printed number", []store.Page{slide(4, "3", "Search"), slide(5, "3", "Search", "Depth first")}, []int{0, 4}},
		{"the first step has its own number", []store.Page{slide(2, "", "Search"), slide(3, "2", "Search", "Depth first"), slide(4, "3", "Search", "Depth first", "Costs")}, []int{0, 2, 0}},
		{"other printed numbers", []store.Page{slide(4, "3", "Search", "Depth first"), slide(5, "4", "Search", "Depth first", "Costs")}, []int{0, 0}},
		{"less follows", []store.Page{slide(1, "", "Search", "Depth first", "Costs"), slide(2, "", "Search", "Depth first")}, []int{0, 0}},
		{"a word less, twice another", []store.Page{slide(1, "", "the the", "end"), slide(2, "", "the", "end", "of it")}, []int{0, 0}},
		{"a form on paper", []store.Page{paper(slide(1, "", "Name", "Number")), paper(slide(2, "", "Name", "Number", "Task 2"))}, []int{0, 0}},
		{"of another reader", []store.Page{slide(1, "", "Search", "Depth first"), seen(slide(2, "", "Search", "Depth first", "Costs"))}, []int{0, 0}},
		{"empty pages", []store.Page{slide(1, "1"), slide(2, "1"), slide(3, "1", "Search")}, []int{0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			markOverlays(c.pages)
			var got []int
			for _, p := range c.pages {
				got = append(got, p.First)
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
