package extract

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// skipped elements have nothing to read in them.
var skipped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true, atom.Title: true, atom.Iframe: true,
	atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Button: true, atom.Select: true,
	atom.Input: true, atom.Textarea: true, atom.Svg: true, atom.Map: true, atom.Rt: true, atom.Rp: true, atom.Noframes: true, atom.Datalist: true,
}

// blockLevel elements begin and end a block.
var blockLevel = map[atom.Atom]bool{
	atom.Address: true, atom.Article: true, atom.Aside: true, atom.Blockquote: true, atom.Body: true, atom.Center: true, atom.Dd: true,
	atom.Details: true, atom.Dialog: true, atom.Div: true, atom.Dt: true, atom.Fieldset: true, atom.Figcaption: true, atom.Figure: true,
	atom.Footer: true, atom.Form: true, atom.Header: true, atom.Hgroup: true, atom.Hr: true, atom.Html: true, atom.Legend: true,
	atom.Li: true, atom.Main: true, atom.Nav: true, atom.P: true, atom.Section: true, atom.Summary: true, atom.Td: true, atom.Th: true,
	atom.Tr: true, atom.Option: true, atom.Caption: true,
}

var (
	hiddenStyle = regexp.MustCompile(`(?i)(?:display\s*:\s*none|visibility\s*:\s*hidden)`)
	furniture   = regexp.MustCompile(`(?i)^(?:mw-editsection|mw-jump-link|navbox|catlinks|printfooter|interlanguage-link|toc|sidebar|breadcrumbs?|skip-link|skiplink|cookie-banner|noprint|headerlink|anchor-link|sr-only)$`)
	// Names of what stands beside the text as a rule, but also of what belongs to it.
	beside = regexp.MustCompile(`(?i)^(?:(?:main|top|side|site|sub|page|left|right)?[-_]?(?:nav|navi|navbar|navigation|menu|header|footer)|share|sharing|social|related|cookies?|pagination|pager)$`)
)

// hidden reports whether n is not shown, or is there to find one's way and not to read.
func hidden(n *html.Node) bool {
	if n.DataAtom == atom.Nav || hasAttr(n, "hidden") || attr(n, "aria-hidden") == "true" {
		return true
	}
	switch attr(n, "role") {
	case "navigation", "search", "banner", "contentinfo":
		return true
	}
	if n.DataAtom == atom.Footer && !inside(n, atom.Article, atom.Main, atom.Blockquote, atom.Section) {
		return true
	}
	if hiddenStyle.MatchString(attr(n, "style")) {
		return true
	}
	for _, name := range append(strings.Fields(attr(n, "class")), attr(n, "id")) {
		if furniture.MatchString(name) || beside.MatchString(name) && mostlyLinks(n) {
			return true
		}
	}
	return false
}

// A menu has no more than so much text, in bytes, and so many nodes; what has more is not counted to its end.
const (
	maxMenuText  = 4000
	maxMenuNodes = 2000
)

// mostlyLinks says whether more than half of a short text is links.
func mostlyLinks(n *html.Node) bool {
	text, links, nodes := 0, 0, 0
	var count func(n *html.Node, inLink bool)
	count = func(n *html.Node, inLink bool) {
		if n.Type == html.TextNode {
			size := len(strings.TrimSpace(n.Data))
			text += size
			if inLink {
				links += size
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if nodes++; text > maxMenuText || nodes > maxMenuNodes {
				return
			}
			count(c, inLink || c.DataAtom == atom.A)
		}
	}
	count(n, false)
	return text <= maxMenuText && nodes <= maxMenuNodes && 2*links > text
}

func inside(n *html.Node, atoms ...atom.Atom) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		for _, a := range atoms {
			if p.DataAtom == a {
				return true
			}
		}
	}
	return false
}

func find(n *html.Node, ok func(*html.Node) bool) *html.Node {
	if n.Type == html.ElementNode && ok(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if m := find(c, ok); m != nil {
			return m
		}
	}
	return nil
}

// textOf is all text under n as it stands.
func textOf(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.DataAtom == atom.Br:
			b.WriteByte('\n')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return b.String()
}

// visibleText is the text under n that is shown, with a blank between blocks.
func visibleText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
			return
		case n.Type == html.ElementNode && n.Data == "math":
			b.WriteString(mathML(n))
			return
		case n.Type == html.ElementNode && (skipped[n.DataAtom] || hidden(n)):
			return
		case n.DataAtom == atom.Img:
			b.WriteString(seenIn(n))
		case n.DataAtom == atom.Br || blockLevel[n.DataAtom]:
			b.WriteByte(' ')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if blockLevel[n.DataAtom] {
			b.WriteByte(' ')
		}
	}
	walk(n)
	return b.String()
}

// seenIn is what the author says is to be seen in a picture, where that is more than a name.
func seenIn(img *html.Node) string {
	if alt := description(attr(img, "alt")); len(strings.Fields(alt)) > 2 && !strings.Contains(alt, `\`) {
		return " " + alt + " "
	}
	return ""
}

// mathML is the TeX that a formula was made from where the page keeps it, else its characters.
func mathML(n *html.Node) string {
	if a := find(n, func(n *html.Node) bool {
		return n.Data == "annotation" && strings.Contains(attr(n, "encoding"), "tex")
	}); a != nil {
		return "$" + strings.TrimSpace(textOf(a)) + "$"
	}
	return fold(textOf(n))
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}
