package extract

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ibid/store"
)

// writeFragment writes a piece of HTML that stands in a Markdown file.
func writeFragment(w *writer, s string) {
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return
	}
	p := &htmlWriter{ctx: context.Background(), w: w}
	for _, n := range nodes {
		p.block(n)
	}
	p.flush()
}

// htmlWriter walks the tree; text between two block borders makes a block.
type htmlWriter struct {
	ctx        context.Context
	w          *writer
	line       strings.Builder
	kind       store.BlockKind
	level      int
	list       int    // depth of lists
	mark       string // number of the item that begins
	everything bool   // also navigation and what is hidden
	seen       int
	err        error
}

func (p *htmlWriter) flush() {
	if s := fold(p.line.String()); s != "" {
		kind, level := p.kind, p.level
		if kind == "" {
			kind, level = store.Paragraph, 0
			if p.list > 0 {
				kind, level = store.Item, p.list
			}
		}
		p.w.add(kind, level, p.mark+s)
		p.mark = ""
	}
	p.line.Reset()
}

// section walks the children of n as blocks of their own.
func (p *htmlWriter) section(n *html.Node) {
	p.flush()
	p.children(n)
	p.flush()
}

func (p *htmlWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil && p.err == nil; c = c.NextSibling {
		p.block(c)
	}
}

func (p *htmlWriter) block(n *html.Node) {
	if p.seen++; p.seen%1024 == 0 && p.ctx.Err() != nil {
		p.err = p.ctx.Err()
	}
	switch {
	case p.err != nil:
		return
	case n.Type == html.TextNode:
		p.line.WriteString(n.Data)
		return
	case n.Type == html.DocumentNode:
		p.children(n)
		return
	case n.Type != html.ElementNode:
		return
	case n.Namespace == "math" || n.Data == "math":
		p.line.WriteString(mathML(n))
		return
	case n.DataAtom == atom.Script && strings.HasPrefix(attr(n, "type"), "math/tex"):
		p.line.WriteString("$" + textOf(n) + "$")
		return
	case skipped[n.DataAtom], n.Namespace == "svg", !p.everything && hidden(n):
		return
	case isNotes(n):
		p.writeNotes(n)
		return
	}
	switch n.DataAtom {
	case atom.Br:
		p.line.WriteByte('\n')
	case atom.Img:
		p.line.WriteString(seenIn(n))
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.flush()
		p.w.add(store.Heading, int(n.Data[1]-'0'), strings.TrimSuffix(strings.TrimSpace(visibleText(n)), "¶"))
	case atom.Pre, atom.Listing, atom.Xmp:
		p.flush()
		p.w.addLines(store.CodeLine, 0, textOf(n))
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		p.listOf(n)
	case atom.Dl:
		p.glossary(n)
	case atom.Table:
		p.table(n)
	default:
		if blockLevel[n.DataAtom] {
			p.section(n)
		} else {
			p.children(n)
		}
	}
}
