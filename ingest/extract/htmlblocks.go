package extract

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ibid/store"
)

func (p *htmlWriter) listOf(n *html.Node) {
	p.flush()
	p.list++
	number, _ := strconv.Atoi(attr(n, "start"))
	if number == 0 {
		number = 1
	}
	for c := n.FirstChild; c != nil && p.err == nil; c = c.NextSibling {
		if c.DataAtom == atom.Li && n.DataAtom == atom.Ol {
			p.flush()
			p.mark = strconv.Itoa(number) + ". "
			number++
		}
		p.block(c)
		p.flush()
		p.mark = ""
	}
	p.list--
}

// glossary keeps a term and what it means in one block.
func (p *htmlWriter) glossary(n *html.Node) {
	p.flush()
	entry := ""
	put := func() {
		p.w.addLines(store.Item, 1, entry)
		entry = ""
	}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.DataAtom == atom.Dt:
				if strings.Contains(entry, "\n") {
					put()
				}
				entry = strings.TrimPrefix(entry+", "+fold(visibleText(c)), ", ")
			case c.DataAtom == atom.Dd && find(c, isStructure) != nil:
				put()
				p.section(c)
			case c.DataAtom == atom.Dd:
				entry += "\n" + fold(visibleText(c))
			case c.DataAtom == atom.Div:
				walk(c)
			}
		}
	}
	walk(n)
	put()
}

func isStructure(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Pre, atom.Table, atom.Ul, atom.Ol, atom.Dl, atom.H1, atom.H2, atom.H3, atom.H4:
		return true
	}
	return false
}

// table writes rows; a table that only lays out the page is walked like any other element.
func (p *htmlWriter) table(n *html.Node) {
	p.flush()
	layout := find(n, func(c *html.Node) bool { return c != n && isStructure(c) && c.DataAtom != atom.Pre }) != nil
	if layout || attr(n, "role") == "presentation" {
		p.cells(n)
		return
	}
	var merged mergedCells
	var rows func(*html.Node)
	rows = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Caption:
				p.w.add(store.Paragraph, 0, visibleText(c))
			case atom.Tr:
				p.w.addRow(htmlRow(c, &merged))
				merged.next()
			case atom.Thead, atom.Tbody, atom.Tfoot:
				rows(c)
			}
		}
	}
	rows(n)
}

// htmlRow are the cells of a row; one that covers others stands in the place of each, unless it is the only one.
func htmlRow(tr *html.Node, merged *mergedCells) []string {
	var cells []string
	covered := func() {
		for text, ok := merged.at(len(cells)); ok; text, ok = merged.at(len(cells)) {
			cells = append(cells, text)
		}
	}
	own := 0
	for d := tr.FirstChild; d != nil; d = d.NextSibling {
		if d.DataAtom != atom.Td && d.DataAtom != atom.Th {
			continue
		}
		own++
		covered()
		text := visibleText(d)
		merged.cover(len(cells), atoi(attr(d, "rowspan")), atoi(attr(d, "colspan")), fold(text))
		cells = append(cells, text)
	}
	if own > 1 {
		covered()
	}
	return cells
}

func (p *htmlWriter) cells(n *html.Node) {
	for c := n.FirstChild; c != nil && p.err == nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Td, atom.Th, atom.Caption:
			p.section(c)
		default:
			p.cells(c)
		}
	}
}
