package extract

import (
	"bytes"
	"context"
	"regexp"
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
