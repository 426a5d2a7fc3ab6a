package extract

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"ibid/store"
)

// htmlPage reads web pages: the text one came for, without navigation, scripts and what is hidden; also remark and reveal decks.
type htmlPage struct{}

// Extract implements Extractor.
func (htmlPage) Extract(ctx context.Context, f File) (Text, error) {
	raw, err := readAll(ctx, f, maxTextFile)
	if err != nil {
		return Text{}, err
	}
	root, err := html.Parse(strings.NewReader(decodeHTML(raw)))
	if err != nil {
		return Text{}, fail(Damaged, "html: %v", err)
	}
	if err := ctx.Err(); err != nil {
		return Text{}, err
	}
	w := newWriter()
	if deck := remarkSource(root); deck != "" {
		if err := writeDeck(ctx, w, deck); err != nil {
			return Text{}, err
		}
	} else if err := writePage(ctx, w, root); err != nil {
		return Text{}, err
	}
	title := htmlTitle(root)
	if len(strings.Trim(title, "-– ")) < 2 {
		title = firstHeading(w)
	}
	return onePage("html", store.UnitHeading, title, w)
}

var metaCharset = regexp.MustCompile(`(?i)<meta[^>]+charset|<\?xml[^>]+encoding`)

// decodeHTML takes a declared charset where there is one and the bytes do not say otherwise.
func decodeHTML(raw []byte) string {
	head := raw[:min(len(raw), 4096)]
	if markedEncoding(raw) == nil && metaCharset.Match(head) {
		if m := xmlEncoding.FindSubmatch(head); m != nil && !bytes.Contains(bytes.ToLower(head), []byte("<meta")) {
			if e, _ := charset.Lookup(string(m[1])); e != nil {
				return decodeWith(e, raw)
			}
		}
		if e, name, _ := charset.DetermineEncoding(head, ""); name != "utf-8" {
			return decodeWith(e, raw)
		}
	}
	return decode(raw)
}

var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]+encoding=["']([\w-]+)`)

func htmlTitle(root *html.Node) string {
	if n := find(root, func(n *html.Node) bool {
		return n.DataAtom == atom.Title && n.Namespace == "" && n.Type == html.ElementNode
	}); n != nil {
		return fold(textOf(n))
	}
	return ""
}

// remarkSource is the Markdown of a deck that stands in <textarea id="source">.
func remarkSource(root *html.Node) string {
	if n := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Textarea && attr(n, "id") == "source" }); n != nil {
		return html.UnescapeString(textOf(n))
	}
	return ""
}

// writePage writes the main part of a page if it has one that holds most of its text, else all of it.
func writePage(ctx context.Context, w *writer, root *html.Node) error {
	body := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if body == nil {
		body = root
	}
	all := len(textOf(body))
	if m := find(body, func(n *html.Node) bool {
		return n.DataAtom == atom.Main || attr(n, "role") == "main" || n.DataAtom == atom.Article
	}); m != nil && len(textOf(m))*2 > all {
		body = m
	}
	p := &htmlWriter{ctx: ctx, w: w}
	p.block(body)
	p.flush()
	if w.len() == 0 && p.err == nil {
		p.everything = true
		p.block(body)
		p.flush()
	}
	return p.err
}

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
	case p.markdownSlide(n), skipped[n.DataAtom], n.Namespace == "svg", !p.everything && hidden(n):
		return
	}
	switch n.DataAtom {
	case atom.Br:
		p.line.WriteByte('\n')
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

// markdownSlide writes a reveal slide that is written in Markdown.
func (p *htmlWriter) markdownSlide(n *html.Node) bool {
	if n.DataAtom != atom.Textarea && n.DataAtom != atom.Script || n.Parent == nil || !hasAttr(n.Parent, "data-markdown") {
		return false
	}
	p.flush()
	p.err = writeDeck(p.ctx, p.w, dedent(splitLines(html.UnescapeString(textOf(n)))))
	return true
}

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
	var rows func(*html.Node)
	rows = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Caption:
				p.w.add(store.Paragraph, 0, visibleText(c))
			case atom.Tr:
				var cells []string
				for d := c.FirstChild; d != nil; d = d.NextSibling {
					if d.DataAtom == atom.Td || d.DataAtom == atom.Th {
						cells = append(cells, visibleText(d))
					}
				}
				p.w.addRow(cells)
			case atom.Thead, atom.Tbody, atom.Tfoot:
				rows(c)
			}
		}
	}
	rows(n)
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
