package app

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/store"
	"ibid/store/storetest"
)

// A page has its number in the file, and the label that is printed on it where that is another.
func TestPlaceHasThePrintedLabel(t *testing.T) {
	a := open(t, Options{})
	m := storetest.Module(t, a.store, "Book")
	doc := storetest.Listed(t, a.store, m, "book.pdf")
	doc.Format, doc.Unit = "pdf", store.UnitPage
	var pages []store.Page
	var passages []store.Passage
	for i, text := range []string{"The preface thanks many.", "The first chapter begins."} {
		span := store.Span{To: len(text)}
		pages = append(pages, store.Page{Number: i + 1, Text: text, Label: []string{"iv", ""}[i]})
		passages = append(passages, store.Passage{Page: i + 1, Span: span, Text: text})
	}
	if err := a.store.WriteContent(t.Context(), doc, pages, passages); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{"1": "page iv", "2": "page 2"} {
		p, err := a.Show("ibid:///open?module=" + m.ID + "&doc=book.pdf&page=" + page)
		if err != nil || p.Where() != want {
			t.Errorf("page %s is %q, want %q (%v)", page, p.Where(), want, err)
		}
	}
}

// A slide that is not shown when the deck is says so wherever it is named.
func TestPlaceOfAHiddenSlide(t *testing.T) {
	f := store.Found{Document: store.Document{Path: "deck.pptx", Unit: store.UnitSlide}, Passage: store.Passage{Page: 4}, Label: "hidden"}
	if p := placeOf(f, nil); p.Where() != "slide 4 (hidden)" || p.Label != "hidden" || p.Slide != 4 {
		t.Errorf("%q: %+v", p.Where(), p)
	}
}

// A place is named by what its document is made of, and by nothing else.
func TestPlaceOfEachUnit(t *testing.T) {
	f := store.Found{
		Module:  store.Module{ID: "m"},
		Passage: store.Passage{ID: "p", Page: 3, Heading: "A > B", Start: 61.5, End: 90},
	}
	for unit, want := range map[store.Unit]struct{ where, url string }{
		store.UnitPage:    {"page 3", "ibid:///open?module=m&doc=a%20b.x&page=3"},
		store.UnitSlide:   {"slide 3", "ibid:///open?module=m&doc=a%20b.x&slide=3"},
		store.UnitTime:    {"1:01", "ibid:///open?module=m&doc=a%20b.x&t=61.5"},
		store.UnitHeading: {"A > B", "ibid:///open?module=m&doc=a%20b.x&heading=A%20%3E%20B&passage=p"},
	} {
		f.Document = store.Document{Path: "a b.x", Unit: unit}
		p := placeOf(f, nil)
		if p.Where() != want.where || p.URL != want.url {
			t.Errorf("%s: %q at %s, want %q at %s", unit, p.Where(), p.URL, want.where, want.url)
		}
		if (p.Page == 3) != (unit == store.UnitPage) || (p.Slide == 3) != (unit == store.UnitSlide) || (p.Start != nil) != (unit == store.UnitTime) {
			t.Errorf("%s: %+v", unit, p)
		}
	}
}

// Slides that are built up are one place. It leads to the last of them, and never names more than three pages.
func TestPlaceOfSlidesThatAreBuiltUp(t *testing.T) {
	f := store.Found{Module: store.Module{ID: "m"}, Document: store.Document{Path: "a.pdf", Unit: store.UnitPage}}
	for _, c := range []struct{ first, page, from, to int }{{0, 9, 9, 0}, {8, 9, 8, 9}, {7, 9, 7, 9}, {3, 9, 7, 9}} {
		f.Passage = store.Passage{ID: "p", First: c.first, Page: c.page}
		p := placeOf(f, nil)
		if p.Page != c.from || p.PageTo != c.to || !strings.HasSuffix(p.URL, "&page=9") {
			t.Errorf("pages %d to %d are %d to %d at %s", c.first, c.page, p.Page, p.PageTo, p.URL)
		}
	}
	if got := placeOf(f, nil).Where(); got != "pages 7–9" {
		t.Errorf("the place is called %q", got)
	}
	f.Label = "4"
	if got := placeOf(f, nil).Where(); got != "page 4" {
		t.Errorf("with a printed number the place is called %q", got)
	}
}

// What leaves the program counts characters, whatever the bytes are.
func TestSpansCountCharacters(t *testing.T) {
	text := "Größe 𝑥 ist 記憶."
	for _, c := range []struct {
		part     string
		from, to int
	}{{"Größe", 0, 5}, {"𝑥", 6, 7}, {"記憶", 12, 14}, {text, 0, 15}} {
		at := strings.Index(text, c.part)
		span := store.Span{From: at, To: at + len(c.part)}
		want := [][2]int{{c.from, c.to}}
		if got := runeSpans(text, []store.Span{span}); !slices.Equal(got, want) {
			t.Errorf("%q stands at %v, want %v", c.part, got, want)
		}
		if got := blockRunes(text, []store.Span{span}); !slices.Equal(got, want) {
			t.Errorf("the block %q stands at %v, want %v", c.part, got, want)
		}
		if got := byteSpan(text, c.from, c.to); got != span {
			t.Errorf("characters %d to %d are the bytes %v, want %v", c.from, c.to, got, span)
		}
	}
	outside := []store.Span{{From: -1, To: 2}, {From: 3, To: len(text) + 1}, {From: 4, To: 4}}
	if got := runeSpans(text, outside); len(got) != 0 {
		t.Errorf("spans outside the text: %v", got)
	}
}

// The spans of an answer's citation show its quote in its passage.
func TestCitationCountsCharacters(t *testing.T) {
	text := "Größe überall. Übung macht 記憶. Ende."
	quote := "Übung macht 記憶."
	from := strings.Index(text, quote)
	x := answerOf(ask.Answer{Citations: []ask.Citation{{
		N: 1, Quote: quote, At: []store.Span{{From: from, To: from + len(quote)}},
		Result: ask.Result{Found: store.Found{Passage: store.Passage{Text: text}}},
	}}})
	c := x.Citations[0]
	if len(c.Spans) != 1 || string([]rune(c.Text)[c.Spans[0][0]:c.Spans[0][1]]) != quote {
		t.Errorf("spans %v of %q", c.Spans, c.Text)
	}
}

// The places of a source and of its blocks count characters too, and a passage has what stands before and after it.
func TestSourceCountsCharacters(t *testing.T) {
	a := open(t, Options{})
	m := storetest.Module(t, a.store, "Maße")
	doc := storetest.Listed(t, a.store, m, "größe.md")
	doc.Format, doc.Unit = "md", store.UnitHeading
	parts := []string{"Größe überall.", "Übung macht 記憶.", "Ende für heute."}
	whole := strings.Join(parts, "\n")
	var blocks []store.Block
	var passages []store.Passage
	for _, part := range parts {
		from := strings.Index(whole, part)
		span := store.Span{From: from, To: from + len(part)}
		blocks = append(blocks, store.Block{Span: span, Kind: store.Paragraph})
		passages = append(passages, store.Passage{Page: 1, Span: span, Text: part})
	}
	if err := a.store.WriteContent(t.Context(), doc, []store.Page{{Number: 1, Text: whole, Blocks: blocks}}, passages); err != nil {
		t.Fatal(err)
	}
	for i, p := range storetest.Passages(t, a.store, doc) {
		source, err := a.Source(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		text := []rune(source.Page.Text)
		if got := string(text[source.From:source.To]); got != parts[i] {
			t.Errorf("the passage %q is shown as %q", parts[i], got)
		}
		if b := source.Page.Blocks[i]; string(text[b.From:b.To]) != parts[i] {
			t.Errorf("the block %q is shown as %q", parts[i], string(text[b.From:b.To]))
		}
		shown, err := a.Show(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(shown.Before) != min(i, 1) || len(shown.After) != min(2-i, 1) {
			t.Fatalf("passage %d has %d before and %d after it", i, len(shown.Before), len(shown.After))
		}
		if i == 1 && (shown.Before[0].Text != parts[0] || shown.After[0].Text != parts[2]) {
			t.Errorf("around %q stand %q and %q", parts[i], shown.Before[0].Text, shown.After[0].Text)
		}
	}
}
