package extract

import (
	"context"
	"errors"
	"net/url"
	"path"
	"strings"

	"ibid/store"
)

// epub reads books: the files of its spine in their order, through the reader of web pages.
type epub struct{}

// Extract implements Extractor.
func (epub) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openZip(ctx, f)
	if err != nil {
		return Text{}, err
	}
	book, err := openBook(o)
	if err != nil {
		return Text{}, err
	}
	w := newWriter()
	var broken error
	for _, name := range book.spine {
		if book.locked[partName(name)] {
			return Text{}, fail(Encrypted, "%s is locked", name)
		}
		err := book.chapter(w, name)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if Code(err) == TooLarge {
			return Text{}, err
		}
		if err != nil && broken == nil {
			broken = err // a bad chapter does not take the others with it
		}
	}
	if w.len() == 0 && broken != nil {
		return Text{}, fail(Damaged, "no chapter can be read: %v", broken)
	}
	return onePage("epub", store.UnitHeading, book.title, w)
}

// epubBook is what the package says of a book.
type epubBook struct {
	o      *office
	title  string
	spine  []string          // parts in reading order, without the table of contents
	labels map[string]string // what the table of contents calls a part
	locked map[string]bool   // parts under copy protection
}

func openBook(o *office) (*epubBook, error) {
	b := &epubBook{o: o, labels: map[string]string{}, locked: map[string]bool{}}
	name := ""
	if c, err := o.tree("META-INF/container.xml"); err == nil {
		name = c.find("rootfile").attr("full-path")
	}
	root, err := o.tree(name)
	if errors.Is(err, errNoPart) {
		return nil, fail(Damaged, "epub without a package")
	}
	if err != nil {
		return nil, err
	}
	b.title = givenTitle(root.find("metadata").find("title").allText())
	b.readLocks()
	items := map[string]*node{}
	if m := root.find("manifest"); m != nil {
		for _, i := range m.kids {
			items[i.attr("id")] = i
		}
	}
	dir := path.Dir(name)
	spine := root.find("spine")
	for _, i := range items {
		if hasWord(i.attr("properties"), "nav") || i.attr("id") == spine.attr("toc") {
			b.readContents(epubPart(dir, i.attr("href")))
		}
	}
	if spine == nil {
		return nil, fail(Damaged, "epub without a spine")
	}
	for _, r := range spine.kids {
		i := items[r.attr("idref")]
		if i == nil || hasWord(i.attr("properties"), "nav") || strings.HasPrefix(i.attr("media-type"), "image/") && i.attr("media-type") != "image/svg+xml" {
			continue
		}
		b.spine = append(b.spine, epubPart(dir, i.attr("href")))
	}
	return b, nil
}

func hasWord(list, word string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }

// epubPart is the part that a reference in a part of folder dir leads to.
func epubPart(dir, ref string) string {
	ref, _, _ = strings.Cut(ref, "#")
	if plain, err := url.PathUnescape(ref); err == nil {
		ref = plain
	}
	return path.Join(dir, ref)
}

// readLocks notes what is encrypted. Fonts are, in books that anyone may read.
func (b *epubBook) readLocks() {
	root, err := b.o.tree("META-INF/encryption.xml")
	if err != nil {
		return
	}
	for _, d := range root.kids {
		if uri, err := url.PathUnescape(d.find("CipherReference").attr("URI")); err == nil {
			b.locked[partName(uri)] = true
		}
	}
}

// readContents reads the table of contents, in the shape of EPUB 2 or 3.
func (b *epubBook) readContents(name string) {
	root, err := b.o.tree(name)
	if err != nil {
		return
	}
	label := func(ref string, n *node) {
		if key := partName(epubPart(path.Dir(name), ref)); b.labels[key] == "" && ref != "" {
			b.labels[key] = fold(n.allText())
		}
	}
	var walk func(n *node)
	walk = func(n *node) {
		switch n.name {
		case "navPoint":
			label(n.child("content").attr("src"), n.child("navLabel"))
		case "a":
			label(n.attr("href"), n)
		case "nav":
			if t := n.attr("type"); t != "" && t != "toc" { // lists of pages and pictures
				return
			}
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(root)
}
