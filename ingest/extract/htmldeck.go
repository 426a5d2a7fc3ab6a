package extract

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ibid/store"
)

// htmlDeck reads a web page that is a remark or reveal deck, a page for each slide as its source has them. It is empty for any other.
func htmlDeck(ctx context.Context, root *html.Node) (deck deckPages, err error) {
	if source := remarkSource(root); source != "" {
		err = deck.markdown(ctx, source)
		return deck, err
	}
	for _, section := range revealSlides(root) {
		if source, ok := markdownSource(section); ok {
			err = deck.markdown(ctx, source)
		} else {
			p := &htmlWriter{ctx: ctx, w: newWriter()}
			p.section(section)
			err = p.err
			_ = deck.add(p.w.page(len(deck.pages)+1), nil) // never fails with a slide that was read
		}
		if err != nil {
			return deckPages{}, err
		}
	}
	return deck, nil
}

// markdown adds the slides of a source in Markdown. Those that only others are made of are none.
func (d *deckPages) markdown(ctx context.Context, source string) error {
	for _, slide := range deckSlides(splitLines(source)) {
		if isLayout(slide) {
			continue
		}
		w := newWriter()
		if err := writeSlide(ctx, w, slide); err != nil {
			return err
		}
		_ = d.add(w.page(len(d.pages)+1), nil) // never fails with a slide that was read
	}
	return nil
}

// isLayout says whether a slide is not shown itself.
func isLayout(slide []string) bool {
	for _, l := range slide {
		l = strings.TrimSpace(l)
		if l != "" && !slideOption.MatchString(l) {
			return false
		}
		if name, value, _ := strings.Cut(l, ":"); (name == "layout" || name == "exclude") && strings.TrimSpace(value) == "true" {
			return true
		}
	}
	return false
}

// remarkSource is the Markdown of a deck that stands in <textarea id="source">.
func remarkSource(root *html.Node) string {
	if n := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Textarea && attr(n, "id") == "source" }); n != nil {
		return html.UnescapeString(textOf(n))
	}
	return ""
}

// revealSlides are the sections of <div class="reveal"><div class="slides">, of a stack those that lie in it. Where the page was saved
// while it was shown, all but one are marked as hidden.
func revealSlides(root *html.Node) (all []*html.Node) {
	stage := find(root, func(n *html.Node) bool {
		return hasClass(n, "slides") && within(n, func(n *html.Node) bool { return hasClass(n, "reveal") })
	})
	for _, section := range sections(stage) {
		if stack := sections(section); len(stack) > 0 {
			all = append(all, stack...)
		} else {
			all = append(all, section)
		}
	}
	return all
}

// sections are the sections right below n.
func sections(n *html.Node) (all []*html.Node) {
	if n == nil {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Section {
			all = append(all, c)
		}
	}
	return all
}

func within(n *html.Node, ok func(*html.Node) bool) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if ok(p) {
			return true
		}
	}
	return false
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

// markdownSource is the Markdown of a reveal section that is written in it.
func markdownSource(section *html.Node) (source string, ok bool) {
	if !hasAttr(section, "data-markdown") {
		return "", false
	}
	n := find(section, func(n *html.Node) bool { return n.DataAtom == atom.Textarea || n.DataAtom == atom.Script })
	if n == nil {
		n = section
	}
	return dedent(splitLines(html.UnescapeString(textOf(n)))), true
}

// isNotes says whether an element has a speaker's notes.
func isNotes(n *html.Node) bool { return n.DataAtom == atom.Aside && hasClass(n, "notes") }

// writeNotes writes the speaker's notes of a slide.
func (p *htmlWriter) writeNotes(n *html.Node) {
	p.flush()
	kind := p.kind
	p.kind = store.NotesText
	p.section(n)
	p.kind = kind
}
