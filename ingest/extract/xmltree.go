package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// node is an XML element without its namespace: the vocabularies of Office do not clash where it matters.
type node struct {
	name  string
	attrs []xml.Attr
	kids  []*node
	text  string // of its own
	at    int    // where it stands in the text of the element around it
	raw   []byte // text while it is read
}

// parseXML reads a whole document; entities other than XML's own five are errors, so nothing expands.
func parseXML(ctx context.Context, raw []byte) (*node, error) {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.CharsetReader = charset.NewReaderLabel
	root := &node{}
	stack := []*node{root}
	for count := 0; ; count++ {
		if count%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(stack) > maxXMLDepth || count > maxXMLNodes {
				return nil, fail(TooLarge, "XML nested over %d deep or over %d nodes", maxXMLDepth, maxXMLNodes)
			}
			n := &node{name: t.Name.Local, attrs: t.Attr, at: len(top.raw)}
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			if len(stack) == 1 || top.name != t.Name.Local {
				return nil, errors.New("elements are not nested")
			}
			top.text, top.raw = string(top.raw), nil
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.raw = append(top.raw, t...)
		}
	}
	if len(stack) > 1 || len(root.kids) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	return root.kids[len(root.kids)-1], nil
}

func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relID is the r:id (or other r: attribute) of n; a plain attribute of the same name is not meant.
func (n *node) relID(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == name && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// child follows a path of names down; nil where it ends.
func (n *node) child(names ...string) *node {
	for _, name := range names {
		if n == nil {
			return nil
		}
		var next *node
		for _, k := range n.kids {
			if k.name == name {
				next = k
				break
			}
		}
		n = next
	}
	return n
}

// children are the elements in n, which may be nil.
func (n *node) children() []*node {
	if n == nil {
		return nil
	}
	return n.kids
}

// first is the first element in n, which may be nil.
func (n *node) first() *node {
	if len(n.children()) == 0 {
		return nil
	}
	return n.kids[0]
}

// either is the first of the elements of these names; nil when there is none.
func (n *node) either(names ...string) *node {
	for _, name := range names {
		if k := n.child(name); k != nil {
			return k
		}
	}
	return nil
}

// find is the first element of that name under n.
func (n *node) find(name string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
		if m := k.find(name); m != nil {
			return m
		}
	}
	return nil
}

func (n *node) allText() string {
	var b strings.Builder
	n.mixed(func(s string) { b.WriteString(s) }, func(k *node) { b.WriteString(k.allText()) })
	return b.String()
}

// mixed goes through the text and the elements of n as they stand.
func (n *node) mixed(text func(string), element func(*node)) {
	if n == nil {
		return
	}
	from := 0
	for _, k := range n.kids {
		if k.at > from {
			text(n.text[from:k.at])
			from = k.at
		}
		element(k)
	}
	if from < len(n.text) {
		text(n.text[from:])
	}
}

// alternative is the content of an mc:AlternateContent: the first choice that has any, else the fallback. Both say the same.
func (n *node) alternative() *node {
	for _, k := range n.kids {
		if k.name == "Choice" && len(k.kids) > 0 {
			return k
		}
	}
	return n.child("Fallback")
}

// on reads a switch such as <w:b/> or <w:b w:val="0"/>.
func (n *node) on() bool {
	if n == nil {
		return false
	}
	switch n.attr("val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}
