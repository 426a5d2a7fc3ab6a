package extract

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ibid/store"
)

// selfClosed is an element that ends where it begins, as XHTML has it and HTML knows it of some only.
var selfClosed = regexp.MustCompile(`<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/>`)

// chapter writes a file of the spine. Where it has no heading, what the table of contents calls it is one.
func (b *epubBook) chapter(w *writer, name string) error {
	raw, err := b.o.part(name)
	if err != nil {
		return err
	}
	source := selfClosed.ReplaceAllStringFunc(decodeHTML(raw), func(tag string) string {
		m := selfClosed.FindStringSubmatch(tag)
		switch atom.Lookup([]byte(strings.ToLower(m[1]))) {
		case atom.Br, atom.Hr, atom.Img, atom.Meta, atom.Link, atom.Input, atom.Col, atom.Area, atom.Base, atom.Embed, atom.Param, atom.Source, atom.Wbr:
			return tag
		}
		return "<" + m[1] + m[2] + "></" + m[1] + ">"
	})
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return fail(Damaged, "%s: %v", name, err)
	}
	dropClasses(root)
	from := len(w.blocks)
	label := b.labels[partName(name)]
	if label != "" && find(root, isHeading) == nil && !strings.HasPrefix(fold(visibleText(root)), label) && fold(visibleText(root)) != "" {
		w.add(store.Heading, 1, label)
	}
	p := &htmlWriter{ctx: b.o.ctx, w: w}
	p.block(root)
	p.flush()
	if find(root, isHeading) == nil && len(w.blocks) > from && label != "" {
		first := &w.blocks[from]
		if w.text.String()[first.From:first.To] == label {
			first.Kind, first.Level = store.Heading, 1
		}
	}
	return p.err
}

func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// dropClasses: what is beside the text of a web page is part of a book.
func dropClasses(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" || a.Key == "id" })
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		dropClasses(c)
	}
}
