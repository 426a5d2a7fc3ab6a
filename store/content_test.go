package store_test

import (
	"errors"
	"reflect"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestWriteContentKeepsWhatItIsGiven(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	row := storetest.Listed(t, s, m, "week 3/cells.pdf").RowID
	doc := store.Document{
		RowID: row, ModuleID: m.RowID, Path: "week 3/cells.pdf", Title: "Cells", Format: "pdf", Unit: store.UnitPage, Kind: store.Slides,
		Lang: "en", Week: 3, Tags: []string{"week3", "ex\"am"}, Size: 12, ModTime: 34, SHA256: "ab", ReadBy: []string{"text", "second reader"},
		Doubtful: []int{2}, ReadAt: 56,
	}
	text := "Cells\nA cell has a wall."
	pages := []store.Page{
		{
			Number: 1, First: 1, Label: "iv", Text: text, Width: 595.25, Height: 842, ReadBy: "text",
			Blocks: []store.Block{{Span: store.Span{To: 5}, Kind: store.Heading, Level: 1}, {Span: store.Span{From: 6, To: 24}, Kind: store.Paragraph}},
			Boxes: []store.Box{{Span: store.Span{To: 5}, X0: 1.5, Y0: 2, X1: 3, Y1: 4}, {Span: store.Span{From: 6, To: 7}, X0: -1, Y0: 1e6, X1: 0.1, Y1: 0},
				{Span: store.Span{From: 3, To: 4}}},
		},
		{Number: 2, Text: "", Doubtful: true, ReadBy: "second reader"},
	}
	passages := []store.Passage{{
		Page: 1, First: 1, Span: store.Span{From: 6, To: 24}, Heading: "Cells", Start: 1.5, End: 2.5, Text: text[6:24], Tokens: 6,
	}}
	if err := s.WriteContent(t.Context(), doc, pages, passages); err != nil {
		t.Fatal(err)
	}

	doc.State, doc.Pages, doc.Passages = store.KeywordReady, 2, 1
	if got, err := s.Document(t.Context(), row); err != nil || !reflect.DeepEqual(got, withEmpty(doc)) {
		t.Errorf("document\n%+v, %v; want\n%+v", got, err, doc)
	}
	if got, err := s.Page(t.Context(), row, 1); err != nil || !reflect.DeepEqual(got, pages[0]) {
		t.Errorf("page\n%+v, %v; want\n%+v", got, err, pages[0])
	}
	all, err := s.Pages(t.Context(), row)
	if err != nil || len(all) != 2 || all[0].Text != text || all[0].Boxes != nil || !all[1].Doubtful {
		t.Errorf("pages %+v, %v", all, err)
	}
	if _, err := s.Page(t.Context(), row, 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a page that is not there: %v", err)
	}
	got := storetest.Passages(t, s, doc)[0]
	if len(got.ID) != 16 || got.RowID == 0 || len(got.InputHash) != 64 {
		t.Errorf("passage %+v", got)
	}
	want := passages[0]
	want.RowID, want.ID, want.DocumentID, want.InputHash = got.RowID, got.ID, row, got.InputHash
	if got != want {
		t.Errorf("passage\n%+v; want\n%+v", got, want)
	}
	found, err := s.PassageByID(t.Context(), got.ID)
	if err != nil || found.Passage != want || found.Document.Path != doc.Path || found.Module.ID != m.ID {
		t.Errorf("found %+v, %v", found, err)
	}
}

// withEmpty is a document as the store gives it: lists that have nothing are empty.
func withEmpty(d store.Document) store.Document {
	if d.Tags == nil {
		d.Tags = []string{}
	}
	if d.ReadBy == nil {
		d.ReadBy = []string{}
	}
	if d.Doubtful == nil {
		d.Doubtful = []int{}
	}
	if d.Described == nil {
		d.Described = []int{}
	}
	return d
}

func TestPassagesSurviveReindexing(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	doc := store.Document{Path: "a.pdf", Title: "A"}
	first := storetest.Passages(t, s, storetest.Document(t, s, m, doc, "one", "two", "same", "same"))
	space := storetest.EmbedAll(t, s, 8)
	if got := storetest.Reload(t, s, m, "a.pdf").State; got != store.Ready {
		t.Fatalf("state %s", got)
	}

	second := storetest.Passages(t, s, storetest.Document(t, s, m, doc, "new", "same", "one", "same"))
	for i, want := range []int{-1, 2, 0, 3} {
		if want >= 0 && (second[i].RowID != first[want].RowID || second[i].ID != first[want].ID) {
			t.Errorf("%q has another row or ID", second[i].Text)
		}
		if second[i].Ordinal != i || second[i].Page != i+1 {
			t.Errorf("%q stands at %d on page %d", second[i].Text, second[i].Ordinal, second[i].Page)
		}
	}
	pending, err := s.Pending(t.Context(), space.RowID, 0, 10)
	if err != nil || len(pending) != 1 || pending[0].Text != "new" {
		t.Errorf("pending %+v, %v", pending, err)
	}
	if got := storetest.Reload(t, s, m, "a.pdf").State; got != store.KeywordReady {
		t.Errorf("state %s", got)
	}
	if _, err := s.PassageByID(t.Context(), first[1].ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what is gone: %v", err)
	}

	// The same content once more: nothing to embed.
	storetest.EmbedAll(t, s, 8)
	if got := storetest.Document(t, s, m, doc, "new", "same", "one", "same").State; got != store.Ready {
		t.Errorf("unchanged content: state %s", got)
	}
	// Another title is another text to embed, but the passages stay the same.
	doc.Title = "B"
	third := storetest.Passages(t, s, storetest.Document(t, s, m, doc, "new", "same", "one", "same"))
	if third[0].ID != second[0].ID {
		t.Error("a new title gives passages new IDs")
	}
	if pending, err = s.Pending(t.Context(), space.RowID, 0, 10); err != nil || len(pending) != 4 {
		t.Errorf("%d pending, %v", len(pending), err)
	}
	hits, err := s.Keyword(t.Context(), store.KeywordQuery{Text: "B", Limit: 10})
	if err != nil || len(hits) != 4 {
		t.Errorf("the new title finds %d, %v", len(hits), err)
	}
}

func TestWriteContentOfADocumentThatIsGone(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	doc := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "one")
	if err := s.ExcludeDocument(t.Context(), doc.RowID); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteContent(t.Context(), doc, nil, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("excluded: %v", err)
	}
	storetest.Remove(t, s, m, doc)
	if err := s.WriteContent(t.Context(), doc, nil, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("removed: %v", err)
	}
}

// A write that fails leaves the old version whole: here two pages have one number.
func TestWriteContentIsOneTransaction(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	doc := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "old words")
	err := s.WriteContent(t.Context(), doc, []store.Page{{Number: 1, Text: "new"}, {Number: 1, Text: "new"}}, []store.Passage{{Text: "new"}})
	if err == nil {
		t.Fatal("no error")
	}
	if got := storetest.Reload(t, s, m, "a.pdf"); !reflect.DeepEqual(got, doc) {
		t.Errorf("%+v; want %+v", got, doc)
	}
	for word, want := range map[string]int{"old": 1, "new": 0} {
		if hits, err := s.Keyword(t.Context(), store.KeywordQuery{Text: word, Limit: 5}); err != nil || len(hits) != want {
			t.Errorf("%s: %d hits, %v", word, len(hits), err)
		}
	}
}

func TestExcludedKeepsOnlyThePath(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	doc := storetest.Document(t, s, m, store.Document{Path: "a.pdf", Tags: []string{"x"}, Week: 2, SHA256: "ab"}, "one")
	if err := s.ExcludeDocument(t.Context(), doc.RowID); err != nil {
		t.Fatal(err)
	}
	want := withEmpty(store.Document{RowID: doc.RowID, ModuleID: m.RowID, Path: "a.pdf", State: store.Excluded})
	if got := storetest.Reload(t, s, m, "a.pdf"); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v; want %+v", got, want)
	}
}

func TestAround(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	passages := storetest.Passages(t, s, storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "0", "1", "2", "3"))
	storetest.Document(t, s, m, store.Document{Path: "b.pdf"}, "other")
	for _, test := range []struct {
		at, before, after int
		want              string
	}{{1, 1, 1, "012"}, {0, 2, 1, "01"}, {3, 1, 5, "23"}, {2, 0, 0, "2"}} {
		found, err := s.Around(t.Context(), passages[test.at].RowID, test.before, test.after)
		var got string
		for _, f := range found {
			got += f.Passage.Text
		}
		if err != nil || got != test.want {
			t.Errorf("%+v: %q, %v", test, got, err)
		}
	}
	if _, err := s.Around(t.Context(), 99, 1, 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v", err)
	}
	byRow, err := s.PassagesByRow(t.Context(), []int64{passages[2].RowID, 99})
	if err != nil || len(byRow) != 1 || byRow[passages[2].RowID].Passage.Text != "2" {
		t.Errorf("%+v, %v", byRow, err)
	}
}

// A copy that was not read because of this document has to be read when the document is excluded.
func TestCopiesWaitWhenTheFirstIsExcluded(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	first := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "one")
	storetest.Document(t, s, m, store.Document{Path: "copy.pdf", SameAs: first.RowID})
	if got := storetest.Reload(t, s, m, "copy.pdf"); got.SameAs != first.RowID {
		t.Fatalf("%+v", got)
	}
	if err := s.ExcludeDocument(t.Context(), first.RowID); err != nil {
		t.Fatal(err)
	}
	if got := storetest.Reload(t, s, m, "copy.pdf"); got.SameAs != 0 || got.State != store.Waiting {
		t.Errorf("%+v", got)
	}
}
