package app

import (
	"slices"
	"testing"

	"ibid/store"
)

// What was said twice and what was left out is told with the document, each copy with its original.
func TestDuplicates(t *testing.T) {
	a := open(t, Options{})
	m := add(t, a, course(t, map[string]string{"a.md": "# Sleep\n\nIt helps.", "b.md": "# Sleep\n\nIt helps.\n", "c.md": "Nothing of the kind."}), "Course")
	row := map[string]store.Document{}
	passage := map[string]store.Passage{}
	docs, err := a.Documents(m.Module)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		row[d.Doc], err = a.store.Document(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		passages, err := a.store.PassagesOf(t.Context(), d.ID)
		if err != nil || len(passages) != 1 {
			t.Fatal(passages, err)
		}
		passage[d.Doc] = passages[0]
	}
	err = a.store.PutCopies(t.Context(), []store.Copy{
		{Passage: passage["b.md"].RowID, Original: passage["a.md"].RowID, Level: store.SameText},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := row["c.md"]
	pages := []store.Page{{Number: 1, Text: "x", Removed: []string{"© Uni"}}, {Number: 2, Text: "y", Removed: []string{"© Uni"}}}
	if err := a.store.WriteContent(t.Context(), c, pages, nil); err != nil {
		t.Fatal(err)
	}

	if docs, err = a.Documents(m.Module); err != nil {
		t.Fatal(err)
	}
	some, err := a.SomeDocuments(m.Module, []int64{row["a.md"].RowID, row["b.md"].RowID, c.RowID})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]DocumentInfo{docs, some} {
		if list[0].Copies != 0 || list[1].Copies != 1 || list[0].Boilerplate != nil {
			t.Errorf("copies %d and %d, boilerplate %v", list[0].Copies, list[1].Copies, list[0].Boilerplate)
		}
		if b := list[2].Boilerplate; len(b) != 1 || b[0].Text != "© Uni" || !slices.Equal(b[0].Pages, []int{1, 2}) {
			t.Errorf("boilerplate %+v", b)
		}
	}

	of, err := a.Duplicates(row["b.md"].RowID)
	if err != nil || len(of) != 1 || of[0].Place.Doc != "b.md" || of[0].Of.Doc != "a.md" || of[0].Level != "same" {
		t.Errorf("%+v, %v", of, err)
	}
	if none, err := a.Duplicates(row["a.md"].RowID); err != nil || none == nil || len(none) != 0 {
		t.Errorf("of the original: %+v, %v", none, err)
	}
	for from, to := range map[string]string{"a.md": "b.md", "b.md": "a.md"} {
		shown, err := a.Show(passage[from].ID)
		if err != nil || len(shown.Also) != 1 || shown.Also[0].Doc != to {
			t.Errorf("%s: also %+v, %v", from, shown.Also, err)
		}
	}
}
