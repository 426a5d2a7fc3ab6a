package store_test

import (
	"fmt"
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

// copied is a store with a module of three documents whose first passages say the same: those of b and c are copies of that of a.
func copied(t *testing.T) (s *store.Store, m store.Module, docs []store.Document, rows []int64) {
	t.Helper()
	s = storetest.Open(t)
	m = storetest.Module(t, s, "One")
	var copies []store.Copy
	for _, name := range []string{"a", "b", "c"} {
		d := storetest.Document(t, s, m, store.Document{Path: name + ".pdf"}, "Neurons fire.", "Only in "+name)
		docs = append(docs, d)
		passages := storetest.Passages(t, s, d)
		rows = append(rows, passages[0].RowID)
		c := store.Copy{Passage: passages[0].RowID}
		if name != "a" {
			c.Original, c.Level = rows[0], store.SameText
		}
		copies = append(copies, c, store.Copy{Passage: passages[1].RowID})
	}
	storetest.EmbedAll(t, s, 8)
	if err := s.PutCopies(t.Context(), copies); err != nil {
		t.Fatal(err)
	}
	return s, m, docs, rows
}

func alikeRows(t *testing.T, s *store.Store, row int64, documents []int64) (rows []int64) {
	t.Helper()
	found, err := s.Alike(t.Context(), row, documents, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		rows = append(rows, f.Passage.RowID)
	}
	return rows
}

func TestCopiesOfAPassage(t *testing.T) {
	s, m, docs, rows := copied(t)
	if got := alikeRows(t, s, rows[0], nil); !slices.Equal(got, rows[1:]) {
		t.Errorf("alike to the original: %v, want %v", got, rows[1:])
	}
	if got := alikeRows(t, s, rows[1], nil); !slices.Equal(got, []int64{rows[0], rows[2]}) {
		t.Errorf("alike to a copy: %v", got)
	}
	if got := alikeRows(t, s, rows[0], []int64{docs[2].RowID}); !slices.Equal(got, rows[2:]) {
		t.Errorf("within one document: %v", got)
	}
	if got := alikeRows(t, s, rows[0], []int64{}); got != nil {
		t.Errorf("within none: %v", got)
	}
	originals, err := s.Originals(t.Context(), rows)
	if err != nil || len(originals) != 2 || originals[rows[2]] != rows[0] {
		t.Errorf("originals %v, %v", originals, err)
	}
	counts, err := s.CountCopies(t.Context(), m.RowID)
	if err != nil || len(counts) != 2 || counts[docs[1].RowID] != 1 {
		t.Errorf("counts %v, %v", counts, err)
	}
	copies, err := s.CopiesIn(t.Context(), docs[1].RowID)
	if want := (store.Copy{Passage: rows[1], Original: rows[0], Level: store.SameText}); err != nil || len(copies) != 1 || copies[0] != want {
		t.Errorf("copies %+v, %v", copies, err)
	}
}

// When the original goes nothing is lost: its copies are originals at once, and are compared with each other again.
func TestCopiesWhenTheOriginalGoes(t *testing.T) {
	for name, gone := range map[string]func(t *testing.T, s *store.Store, m store.Module, d store.Document){
		"its file is gone": func(t *testing.T, s *store.Store, m store.Module, d store.Document) { storetest.Remove(t, s, m, d) },
		"it is left out": func(t *testing.T, s *store.Store, _ store.Module, d store.Document) {
			if err := s.ExcludeDocument(t.Context(), d.RowID); err != nil {
				t.Fatal(err)
			}
		},
		"it says something else": func(t *testing.T, s *store.Store, m store.Module, d store.Document) {
			storetest.Document(t, s, m, store.Document{Path: d.Path}, "Glia insulate.")
			storetest.EmbedAll(t, s, 8)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, m, docs, rows := copied(t)
			if left, err := s.LeftToCompare(t.Context(), m.RowID); err != nil || left {
				t.Fatalf("left to compare before: %v, %v", left, err)
			}
			gone(t, s, m, docs[0])
			if originals, err := s.Originals(t.Context(), rows); err != nil || len(originals) != 0 {
				t.Errorf("copies of nothing: %v, %v", originals, err)
			}
			if left, err := s.LeftToCompare(t.Context(), m.RowID); err != nil || !left {
				t.Errorf("left to compare: %v, %v", left, err)
			}
			space, err := s.ActiveSpace(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			texts, err := s.TextsToCompare(t.Context(), space.RowID, m.RowID, 0, 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range texts {
				if again := slices.Contains(rows[1:], x.RowID); again && x.Compared {
					t.Errorf("%q is not compared again", x.Text)
				}
			}
			if modules, err := s.ModulesToCompare(t.Context(), space.RowID, true); err != nil || !slices.Equal(modules, []int64{m.RowID}) {
				t.Errorf("modules to compare: %v, %v", modules, err)
			}
		})
	}
}

// A copy is never noted across modules, of a passage that is gone, or as one that went.
func TestPutCopiesThatDoNotHold(t *testing.T) {
	s, m, _, rows := copied(t)
	other := storetest.Module(t, s, "Two")
	stranger := storetest.Passages(t, s, storetest.Document(t, s, other, store.Document{Path: "a.pdf"}, "Neurons fire."))[0].RowID
	storetest.EmbedAll(t, s, 8)
	err := s.PutCopies(t.Context(), []store.Copy{
		{Passage: stranger, Original: rows[0], Level: store.SameText},
		{Passage: 9999, Original: rows[0], Level: store.NearlySame},
		{Passage: rows[2], Original: 9999, Level: store.NearlySame},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := alikeRows(t, s, rows[0], nil); !slices.Equal(got, rows[1:]) {
		t.Errorf("alike: %v, want %v", got, rows[1:])
	}
	if left, err := s.LeftToCompare(t.Context(), other.RowID); err != nil || !left {
		t.Errorf("a passage whose original is not there counts as compared: %v", err)
	}
	if err := s.RemoveModule(t.Context(), m.RowID); err != nil {
		t.Fatal(err)
	}
}

func TestVectorsOf(t *testing.T) {
	s, _, _, rows := copied(t)
	space, err := s.ActiveSpace(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := s.VectorsOf(t.Context(), space.RowID, append(slices.Clone(rows), 9999))
	if err != nil || len(vectors) != 3 || len(vectors[rows[0]]) != 8 {
		t.Fatalf("%v, %v", vectors, err)
	}
	for i, x := range storetest.Embed("a\n\nNeurons fire.", 8) {
		if got := vectors[rows[0]][i]; got != x {
			t.Errorf("number %d is %v, want %v", i, got, x)
		}
	}
}

func TestBoilerplate(t *testing.T) {
	s := storetest.Open(t)
	m, other := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	d := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "x")
	var pages []store.Page
	for i := range 3 {
		pages = append(pages, store.Page{Number: i + 1, Text: "x", Removed: []string{fmt.Sprintf("Page %d of 3", i+1), "© Uni"}})
	}
	pages = append(pages, store.Page{Number: 4, Text: "x"})
	if err := s.WriteContent(t.Context(), d, pages, nil); err != nil {
		t.Fatal(err)
	}
	lines, err := s.Boilerplate(t.Context(), m.RowID)
	got := lines[d.RowID]
	if err != nil || len(got) != 2 || got[0].Text != "Page 1 of 3" || !slices.Equal(got[0].Pages, []int{1, 2, 3}) || got[1].Text != "© Uni" {
		t.Errorf("%+v, %v", lines, err)
	}
	if lines, err := s.Boilerplate(t.Context(), other.RowID); err != nil || len(lines) != 0 {
		t.Errorf("of another module: %v, %v", lines, err)
	}
	if p, err := s.Page(t.Context(), d.RowID, 2); err != nil || !slices.Equal(p.Removed, pages[1].Removed) {
		t.Errorf("page 2: %q, %v", p.Removed, err)
	}
}
