package extract

import "strings"

// odfStyle is what matters of a style, with what it inherits.
type odfStyle struct {
	outline    int // heading level; 0 = none
	code, mono bool
	bold       bool
	hidden     bool
	list       string // the list that its paragraphs are of
}

// odfStyles are styles by family and name.
type odfStyles map[string]*node

func (s odfStyles) of(family, name string) odfStyle {
	return s.resolve(odfStyle{}, family, name, 0)
}

// within is the style of a stretch of text in a paragraph.
func (s odfStyles) within(around odfStyle, name string) odfStyle {
	return s.resolve(around, "text", name, 0)
}

func (s odfStyles) resolve(base odfStyle, family, name string, depth int) odfStyle {
	n := s[family+" "+name]
	if n == nil || depth > 16 {
		return base.named(family, name)
	}
	if parent := n.attr("parent-style-name"); parent != "" {
		base = s.resolve(base, family, parent, depth+1)
	}
	base = base.named(family, name)
	if l := atoi(n.attr("default-outline-level")); l > 0 {
		base.outline = l
	}
	if l := n.attr("list-style-name"); l != "" {
		base.list = l
	}
	if pr := n.child("text-properties"); pr != nil {
		if w := pr.attr("font-weight"); w != "" {
			base.bold = w == "bold" || len(w) == 3 && w >= "600"
		}
		if f := pr.attr("font-name") + pr.attr("font-family"); f != "" {
			base.mono = isTypewriter(f)
		}
		if v := pr.attr("display"); v != "" {
			base.hidden = v == "none"
		}
	}
	return base
}

// named is what the name of a style alone says; _20_ in it stands for a blank.
func (s odfStyle) named(family, name string) odfStyle {
	if family != "paragraph" {
		return s
	}
	name = strings.ToLower(strings.ReplaceAll(name, "_20_", " "))
	if level, ok := headingOf(name); ok {
		s.outline = level
	}
	if codeName.MatchString(name) {
		s.code = true
	}
	return s
}
