package app

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"ibid/app/ask"
	"ibid/store"
)

// Place is where something stands in the student's material, in the words of the command line's contract.
type Place struct {
	Module  string   `json:"module"` // Module.ID
	Doc     string   `json:"doc"`    // path inside the module's folder, with '/'
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Page    int      `json:"page,omitempty"`    // 1-based, physical
	PageTo  int      `json:"page_to,omitempty"` // the last page, where slides that are built up step by step are one place; Text stands there
	Slide   int      `json:"slide,omitempty"`   // 1-based, physical
	Label   string   `json:"label,omitempty"`   // the printed page label, where it differs; "hidden" of a slide that is not shown
	Start   *float64 `json:"start,omitempty"`   // seconds
	End     *float64 `json:"end,omitempty"`     // seconds
	Heading string   `json:"heading,omitempty"`
	Passage string   `json:"passage"`
	Text    string   `json:"text"`
	// DescribedBy is the model that said this of the picture of the page: it is not what the document says.
	DescribedBy string  `json:"described_by,omitempty"`
	URL         string  `json:"url"`
	Also        []Place `json:"also,omitempty"`
}

// mostPages is how many pages a place names at most: the last steps of a slide that is built up in more, which show the most of it.
const mostPages = 3

// placeOf names the place of a passage.
func placeOf(f store.Found, also []store.Found) Place {
	p := Place{
		Module: f.Module.ID, Doc: shownPath(f.Document.Path), Title: f.Document.Title, Kind: string(f.Document.Kind),
		Heading: f.Passage.Heading, Passage: f.Passage.ID, Text: f.Passage.Text,
		DescribedBy: f.Passage.DescribedBy,
	}
	switch f.Document.Unit {
	case store.UnitPage:
		p.Page, p.Label = f.Passage.Page, f.Label
		if f.Passage.First > 0 {
			p.Page, p.PageTo = max(f.Passage.First, f.Passage.Page-mostPages+1), f.Passage.Page
		}
	case store.UnitSlide:
		p.Slide, p.Label = f.Passage.Page, f.Label
	case store.UnitTime:
		start, end := f.Passage.Start, f.Passage.End
		p.Start, p.End = &start, &end
	}
	p.URL = link(p, f.Document.Path)
	for _, a := range also {
		p.Also = append(p.Also, placeOf(a, nil))
	}
	return p
}

// link is the ibid: address that opens a place in the window. Everything stands in the query: url.Parse refuses
// blanks in a host and cuts a path at a raw '?'.
func link(p Place, doc string) string {
	q := "module=" + escape(p.Module) + "&doc=" + escape(doc)
	switch {
	case p.Page > 0:
		q += "&page=" + strconv.Itoa(max(p.Page, p.PageTo))
	case p.Slide > 0:
		q += "&slide=" + strconv.Itoa(p.Slide)
	case p.Start != nil:
		q += "&t=" + strconv.FormatFloat(*p.Start, 'f', -1, 64)
	case p.Heading != "":
		q += "&heading=" + escape(p.Heading) + "&passage=" + p.Passage
	default:
		q += "&passage=" + p.Passage
	}
	return "ibid:///open?" + q
}

// escape percent-encodes a query value, blanks as %20 so that every reader of links agrees.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// runeSpans turns byte spans of text into ranges of Unicode code points, the unit of every span that leaves the program.
func runeSpans(text string, spans []store.Span) [][2]int {
	out := make([][2]int, 0, len(spans))
	for _, s := range spans {
		if s.From < 0 || s.To > len(text) || s.From >= s.To {
			continue
		}
		from := utf8.RuneCountInString(text[:s.From])
		out = append(out, [2]int{from, from + utf8.RuneCountInString(text[s.From:s.To])})
	}
	return out
}

// byteSpan is the inverse of runeSpans for one range; it is clipped to the text.
func byteSpan(text string, from, to int) store.Span {
	s := store.Span{From: len(text), To: len(text)}
	n := 0
	for i := range text {
		if n == from {
			s.From = i
		}
		if n == to {
			s.To = i
		}
		n++
	}
	return s
}

// Where names the place within its document in words: "page 12", "slide 3", "slide 4 (hidden)", "12:34", or its heading.
func (p Place) Where() string {
	switch {
	case p.Page > 0 && p.Label != "":
		return "page " + p.Label
	case p.PageTo > 0:
		return fmt.Sprintf("pages %d–%d", p.Page, p.PageTo)
	case p.Page > 0:
		return "page " + strconv.Itoa(p.Page)
	case p.Slide > 0 && p.Label != "":
		return "slide " + strconv.Itoa(p.Slide) + " (" + p.Label + ")"
	case p.Slide > 0:
		return "slide " + strconv.Itoa(p.Slide)
	case p.Start != nil:
		return ask.Clock(*p.Start)
	}
	return p.Heading
}
