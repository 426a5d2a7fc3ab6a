package extract

import (
	"context"
	"strings"

	"ibid/store"
)

// Limits on a sheet. What goes on for longer is data, not something to read: the rest is left out and the document marked doubtful.
const (
	maxSheetRows    = 10_000
	maxSheetColumns = 200
)

// xlsx reads workbooks of Excel: the name of each sheet as a heading, its rows as tables, formulas as their results. Hidden sheets
// are left out.
type xlsx struct{}

// Extract implements Extractor.
func (xlsx) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOffice(ctx, f, "xl/workbook.xml")
	if err != nil {
		return Text{}, err
	}
	b := &xlsxBook{o: o, w: newWriter()}
	switch o.main.child("workbookPr").attr("date1904") {
	case "1", "true":
		b.from1904 = true
	}
	for _, r := range o.related {
		if r.kind != "sharedStrings" && r.kind != "styles" {
			continue
		}
		part, err := o.tree(r.target)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		switch {
		case err != nil && r.kind == "sharedStrings":
			return Text{}, err // without them the sheets say nothing
		case err != nil:
		case r.kind == "styles":
			b.formats = readFormats(part)
		default:
			b.readStrings(part)
		}
	}
	var list []*node
	if s := o.main.child("sheets"); s != nil {
		list = s.kids
	}
	var broken error
	for _, s := range list {
		if state := s.attr("state"); state == "hidden" || state == "veryHidden" {
			continue
		}
		r := o.related[s.relID("id")]
		if r.kind != "worksheet" {
			continue // a chart alone
		}
		err := b.sheet(s.attr("name"), r.target)
		if ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if Code(err) == TooLarge {
			return Text{}, err
		}
		if err != nil {
			broken = err // a bad sheet does not take the others with it
		}
	}
	if b.w.len() == 0 && broken != nil {
		return Text{}, broken
	}
	t, err := onePage("xlsx", store.UnitHeading, o.title(), b.w)
	if err == nil && (b.cut || broken != nil) {
		t.Pages[0].Doubtful = true
	}
	return t, err
}

type xlsxBook struct {
	o        *office
	w        *writer
	strings  []string
	formats  []cellFormat
	from1904 bool // days count from 1904 on
	cut      bool // a sheet goes on for longer than the limits
}

// readStrings reads the texts that the cells share, without what says how they are pronounced.
func (b *xlsxBook) readStrings(root *node) {
	for _, si := range root.kids {
		b.strings = append(b.strings, richString(si))
	}
}

func richString(si *node) string {
	var s strings.Builder
	for _, k := range si.kids {
		switch k.name {
		case "t":
			s.WriteString(k.text)
		case "r":
			s.WriteString(k.child("t").allText())
		}
	}
	return s.String()
}
