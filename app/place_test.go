package app

import (
	"testing"

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
