package extract

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

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
	return readPage(ctx, "html", decodeHTML(raw), "")
}

// readPage reads the source of a web page; it is called title where it does not say how.
func readPage(ctx context.Context, format, source, title string) (Text, error) {
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return Text{}, fail(Damaged, "%s: %v", format, err)
	}
	if err := ctx.Err(); err != nil {
		return Text{}, err
	}
	if own := htmlTitle(root); len(strings.Trim(own, "-– ")) >= 2 {
		title = own
	}
	deck, err := htmlDeck(ctx, root)
	if err != nil {
		return Text{}, err
	}
	if deck.words > 0 {
		return deck.text(format, title)
	}
	w := newWriter()
	if err := writePage(ctx, w, root); err != nil {
		return Text{}, err
	}
	return onePage(format, store.UnitHeading, cmp.Or(title, firstHeading(w)), w)
}

var metaCharset = regexp.MustCompile(`(?i)<meta[^>]+charset|<\?xml[^>]+encoding`)

// DecodeHTML is the source of a web page whose server, or the file around it, names its encoding by a label; "" = it does not. What is
// UTF-8 stays so: no other encoding looks like it.
func DecodeHTML(raw []byte, label string) string {
	if e, name := charset.Lookup(label); e != nil && !strings.HasPrefix(name, "utf-") && markedEncoding(raw) == nil && !isUTF8(raw) {
		return decodeWith(e, raw)
	}
	return decodeHTML(raw)
}

// isUTF8 says whether text is UTF-8 and nothing else; ASCII may be in any encoding, also in those that shift.
func isUTF8(raw []byte) bool {
	return utf8.Valid(raw) && bytes.ContainsFunc(raw, func(r rune) bool { return r >= utf8.RuneSelf })
}

// decodeHTML takes a declared charset where there is one and the bytes do not say otherwise.
func decodeHTML(raw []byte) string {
	if isUTF8(raw) {
		return decode(raw)
	}
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
