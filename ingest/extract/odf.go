package extract

import (
	"context"
	"errors"
	"path"
	"strings"
)

// odfFile is an open OpenDocument file of any kind.
type odfFile struct {
	o      *office
	body   *node // office:text, office:presentation or office:spreadsheet
	styles odfStyles
	lists  odfLists
	title  string
}

func openODF(ctx context.Context, f File) (*odfFile, error) {
	o, err := openZip(ctx, f)
	if err != nil {
		return nil, err
	}
	if m, err := o.tree("META-INF/manifest.xml"); err == nil && m.find("encryption-data") != nil {
		return nil, fail(Encrypted, "OpenDocument file with a password")
	}
	root, err := o.tree("content.xml")
	if errors.Is(err, errNoPart) {
		return nil, fail(Damaged, "no content.xml")
	}
	if err != nil {
		return nil, err
	}
	d := &odfFile{o: o, styles: odfStyles{}, lists: newODFLists()}
	if body := root.child("body"); body != nil && len(body.kids) > 0 {
		d.body = body.kids[len(body.kids)-1]
	}
	if d.body == nil {
		return nil, fail(Damaged, "content.xml without a body")
	}
	// Styles that cannot be read: the text is still worth having.
	if s, err := o.tree("styles.xml"); err == nil {
		d.readStyles(s)
	}
	d.readStyles(root)
	if m, err := o.tree("meta.xml"); err == nil {
		d.title = givenTitle(m.find("title").allText())
	}
	return d, ctx.Err()
}

func (d *odfFile) readStyles(root *node) {
	for _, group := range root.kids {
		if group.name != "styles" && group.name != "automatic-styles" && group.name != "master-styles" {
			continue
		}
		for _, s := range group.kids {
			switch s.name {
			case "style":
				d.styles[s.attr("family")+" "+s.attr("name")] = s
			case "page-layout", "master-page":
				d.styles[s.name+" "+s.attr("name")] = s
			case "list-style", "outline-style":
				d.lists.read(s)
			}
		}
	}
}

// odfText is what a paragraph says, and what was met in it that stands outside of its line.
type odfText struct {
	b           strings.Builder
	bold, plain bool // some of it
	signs, mono int
	pending     []*node
}

// text reads the paragraph p.
func (d *odfFile) text(p *node) *odfText {
	t := &odfText{}
	own := d.styles.of("paragraph", p.attr("style-name"))
	d.walk(p, own, t)
	return t
}

func (d *odfFile) walk(n *node, style odfStyle, t *odfText) {
	write := func(s string) {
		t.b.WriteString(strings.Map(odfBlank, s))
		if letters := len(strings.TrimSpace(s)); letters > 0 {
			t.bold, t.plain = t.bold || style.bold, t.plain || !style.bold
			if t.signs += letters; style.mono {
				t.mono += letters
			}
		}
	}
	n.mixed(write, func(k *node) {
		switch k.name {
		case "s":
			t.b.WriteString(strings.Repeat(" ", min(max(atoi(k.attr("c")), 1), 100)))
		case "tab":
			t.b.WriteByte('\t')
		case "line-break":
			t.b.WriteByte('\n')
		case "span":
			if inner := d.styles.within(style, k.attr("style-name")); !inner.hidden {
				d.walk(k, inner, t)
			}
		case "note":
			t.pending = append(t.pending, k.child("note-body"))
		case "annotation", "annotation-end", "tracked-changes", "ruby-text", "script", "change", "note-citation", "desc", "title", "event-listeners":
		case "hidden-text", "hidden-paragraph":
		case "frame":
			if f := d.formula(k); f != "" {
				write(f)
			} else {
				t.pending = append(t.pending, k)
			}
		case "custom-shape", "rect", "ellipse", "line", "g", "polygon", "path", "connector":
			t.pending = append(t.pending, k)
		default:
			d.walk(k, style, t)
		}
	})
}

// odfBlank: line ends in the file are blanks of the text.
func odfBlank(r rune) rune {
	if r == '\n' || r == '\t' || r == '\r' {
		return ' '
	}
	return r
}

// object is the content of an object that a frame shows; nil when there is none.
func (d *odfFile) object(frame *node) *node {
	ref := frame.child("object").attr("href")
	if ref == "" {
		return frame.child("object", "math")
	}
	root, err := d.o.tree(path.Join(strings.TrimPrefix(ref, "./"), "content.xml"))
	if err != nil {
		return nil
	}
	return root
}

// formula is the formula that a frame shows, as its author typed it where that is kept.
func (d *odfFile) formula(frame *node) string {
	if frame.child("object") == nil {
		return ""
	}
	root := d.object(frame)
	if root == nil || root.name != "math" {
		return ""
	}
	if a := root.find("annotation"); a != nil {
		return fold(a.allText())
	}
	return fold(root.allText())
}
