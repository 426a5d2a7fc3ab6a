package extract

import (
	"context"
	"errors"
	"strings"

	"ibid/store"
)

// pptx reads PowerPoint decks: a page for each slide in the order of the presentation, hidden ones too since their numbers count.
type pptx struct{}

// Extract implements Extractor.
func (pptx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f)
	if err != nil {
		return Text{}, err
	}
	main, err := o.mainPart("ppt/presentation.xml")
	if err != nil {
		return Text{}, err
	}
	root, err := o.tree(main)
	if errors.Is(err, errNoPart) {
		return Text{}, fail(Damaged, "no %s", main)
	}
	if err != nil {
		return Text{}, err
	}
	rels, err := o.relations(main)
	if err != nil {
		return Text{}, err
	}
	t := Text{Format: "pptx", Unit: store.UnitSlide, Title: o.title(), ReadBy: []string{readByText}}
	var list []*node
	if l := root.child("sldIdLst"); l != nil {
		list = l.kids
	}
	words, broken := 0, 0
	var firstErr error
	for _, id := range list {
		if id.name != "sldId" {
			continue
		}
		page, err := readSlide(o, rels[id.relID("id")].target, len(t.Pages)+1)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if err != nil {
			if Code(err) == TooLarge {
				return Text{}, err
			}
			// One bad slide does not take the others with it; its number stays taken.
			broken++
			firstErr = err
			page = store.Page{Number: len(t.Pages) + 1, ReadBy: readByText, Doubtful: true}
		}
		words += len(page.Text)
		t.Pages = append(t.Pages, page)
	}
	if words == 0 {
		if broken > 0 {
			return Text{}, fail(Damaged, "no slide can be read: %v", firstErr)
		}
		return Text{}, fail(NoText, "%d slides without text", len(t.Pages))
	}
	if t.Title == "" {
		for _, b := range t.Pages[0].Blocks {
			if b.Kind == store.Heading {
				t.Title = t.Pages[0].Text[b.From:b.To]
				break
			}
		}
	}
	return t, nil
}

func readSlide(o *office, name string, number int) (store.Page, error) {
	root, err := o.tree(name)
	if err != nil {
		return store.Page{}, err
	}
	rels, err := o.relations(name)
	if err != nil {
		return store.Page{}, err
	}
	s := &slideWriter{o: o, w: newWriter(), rels: rels}
	tree := root.child("cSld", "spTree")
	s.titles(tree)
	s.shapes(tree, 0)
	for _, r := range rels {
		if r.kind == "notesSlide" {
			s.notes(r.target)
		}
	}
	return s.w.page(number), nil
}

type slideWriter struct {
	o    *office
	w    *writer
	rels map[string]relation
	done map[*node]bool // titles, which are written first
}

// placeholder is the type of a shape's place in the layout; "" when it has none.
func placeholder(sp *node) string {
	ph := sp.child("nvSpPr", "nvPr", "ph")
	if ph == nil {
		return ""
	}
	if t := ph.attr("type"); t != "" {
		return t
	}
	return "obj"
}

// titles writes the title of the slide before everything else, wherever it stands in the file.
func (s *slideWriter) titles(n *node) {
	s.done = map[*node]bool{}
	var walk func(*node, int)
	walk = func(n *node, depth int) {
		if n == nil || depth > 32 {
			return
		}
		for _, k := range n.kids {
			switch p := placeholder(k); {
			case k.name == "grpSp":
				walk(k, depth+1)
			case k.name == "sp" && (p == "title" || p == "ctrTitle"):
				s.done[k] = true
				s.title(k.child("txBody"))
			}
		}
	}
	walk(n, 0)
}

// title writes the lines of a title as one heading. Where a whole slide was typed into it, its first line is the heading.
func (s *slideWriter) title(body *node) {
	var lines []string
	for _, p := range body.paragraphs() {
		text, _ := slideText(p)
		for _, l := range strings.Split(text, "\n") {
			if strings.TrimSpace(l) != "" {
				lines = append(lines, l)
			}
		}
	}
	if len(lines) > 3 {
		s.w.add(store.Heading, 1, lines[0])
		for _, l := range lines[1:] {
			s.w.add(store.Item, 1, l)
		}
		return
	}
	s.w.add(store.Heading, 1, strings.Join(lines, " "))
}

func (n *node) paragraphs() []*node {
	var out []*node
	if n != nil {
		for _, k := range n.kids {
			if k.name == "p" {
				out = append(out, k)
			}
		}
	}
	return out
}

// shapes writes the shapes of n in the order of the file, which is the order in which they are read aloud.
func (s *slideWriter) shapes(n *node, depth int) {
	if n == nil || depth > 32 {
		return
	}
	for _, k := range n.kids {
		if s.done[k] || len(k.kids) > 0 && k.kids[0].child("cNvPr").attr("hidden") == "1" {
			continue
		}
		switch k.name {
		case "grpSp":
			s.shapes(k, depth+1)
		case "sp":
			switch p := placeholder(k); p {
			case "dt", "ftr", "sldNum", "hdr":
			default:
				s.text(k.child("txBody"), p != "" && p != "subTitle")
			}
		case "graphicFrame":
			s.graphic(k)
		case "AlternateContent":
			s.shapes(k.alternative(), depth+1)
		case "cxnSp", "pic", "contentPart":
		}
	}
}

// text writes the paragraphs of a shape; in the body of a slide they are list items. Lines in a typewriter font make one block.
func (s *slideWriter) text(body *node, bulleted bool) {
	var code []string
	flush := func() {
		s.w.addLines(store.CodeLine, 0, strings.Join(code, "\n"))
		code = nil
	}
	count := map[int]int{}
	for _, p := range body.paragraphs() {
		text, mono := slideText(p)
		if mono && strings.TrimSpace(text) != "" || text == "" && code != nil {
			code = append(code, text)
			continue
		}
		flush()
		pr := p.child("pPr")
		level := 1
		if l := pr.attr("lvl"); len(l) == 1 && l[0] >= '0' && l[0] <= '8' {
			level += int(l[0] - '0')
		}
		item := bulleted
		switch {
		case pr.child("buNone") != nil:
			item = false
		case pr.child("buChar") != nil, pr.child("buBlip") != nil, pr.child("buAutoNum") != nil:
			item = true
		}
		if a := pr.child("buAutoNum"); a != nil && strings.TrimSpace(text) != "" {
			if count[level]++; count[level] == 1 {
				count[level] = max(atoi(a.attr("startAt")), 1)
			}
			text = autoNumber(a.attr("type"), count[level]) + " " + text
		}
		for l := range count {
			if l > level {
				delete(count, l)
			}
		}
		if item {
			s.w.add(store.Item, level, text)
		} else {
			s.w.add(store.Paragraph, 0, text)
		}
	}
	flush()
}

func autoNumber(kind string, n int) string {
	format := "decimal"
	for prefix, f := range map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"} {
		if strings.HasPrefix(kind, prefix) {
			format = f
		}
	}
	s := numeral(format, n)
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return s + ")"
	}
	return s + "."
}

var typewriter = []string{"courier", "consolas", "menlo", "monaco", "mono", "inconsolata", "lucida console", "fira code", "source code", "typewriter"}

// slideText is the text of a paragraph; mono says that all of it is set in a typewriter font.
func slideText(p *node) (text string, mono bool) {
	var b strings.Builder
	runs, monoRuns := 0, 0
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		for _, k := range n.kids {
			switch k.name {
			case "r", "fld":
				t := k.child("t").allText()
				b.WriteString(t)
				if strings.TrimSpace(t) != "" {
					runs++
					face := strings.ToLower(k.child("rPr", "latin").attr("typeface"))
					for _, m := range typewriter {
						if strings.Contains(face, m) {
							monoRuns++
							break
						}
					}
				}
			case "br":
				b.WriteByte('\n')
			case "oMath":
				runs++
				b.WriteString(formula(k))
			case "AlternateContent":
				if a := k.alternative(); a != nil && depth < 32 {
					walk(a, depth+1)
				}
			case "m", "oMathPara":
				walk(k, depth+1)
			}
		}
	}
	walk(p, 0)
	return b.String(), runs > 0 && runs == monoRuns
}

// notes writes what the speaker noted under the slide.
func (s *slideWriter) notes(name string) {
	root, err := s.o.tree(name)
	if err != nil {
		return
	}
	tree := root.child("cSld", "spTree")
	if tree == nil {
		return
	}
	for _, sp := range tree.kids {
		if sp.name != "sp" || placeholder(sp) != "body" {
			continue
		}
		for _, p := range sp.child("txBody").paragraphs() {
			text, _ := slideText(p)
			s.w.add(store.NotesText, 0, text)
		}
	}
}
