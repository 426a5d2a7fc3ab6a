package store_test

import (
	"errors"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestCreateModule(t *testing.T) {
	s := storetest.Open(t)
	for _, test := range []struct{ name, dir, id, exists string }{
		{"Cell Biology II", "/a", "cell-biology-ii", ""},
		{"cell biology ii", "/b", "", "name"},
		{" CELL BIOLOGY II", "/b", "", "name"},
		{"Other", "/a", "", "dir"},
		{"Cell-Biology II", "/c", "cell-biology-ii-2", ""},
		{"Größe & Übung", "/d", "grosse-ubung", ""},
		{"量子力学 1", "/e", "量子力学-1", ""},
		{"???", "/f", "module", ""},
		{"!!!", "/g", "module-2", ""},
		{"It's 50% off: #1 / \"two\" \n 😀", "/h", "it-s-50-off-1-two", ""},
		{"A name that goes on and on and on and on, and then on", "/i", "a-name-that-goes-on-and-on-and-on-and-on", ""},
	} {
		m, err := s.CreateModule(t.Context(), test.name, test.dir)
		var exists *store.ExistsError
		if errors.As(err, &exists) != (test.exists != "") || exists != nil && exists.Field != test.exists {
			t.Errorf("%q: error %v", test.name, err)
		}
		if m.ID != test.id {
			t.Errorf("%q: id %q, want %q", test.name, m.ID, test.id)
		}
		if err == nil && (m.Name != test.name || m.Dir != test.dir || m.CreatedAt == 0 || m.Paused || m.Missing || m.RemoveAt != 0) {
			t.Errorf("%q: %+v", test.name, m)
		}
	}
}

func TestModule(t *testing.T) {
	s := storetest.Open(t)
	one, two := storetest.Module(t, s, "Biology"), storetest.Module(t, s, "Änderungen")
	for key, want := range map[string]store.Module{"biology": one, "BIOLOGY ": one, "anderungen": two, "ÄNDERUNGEN": two} {
		if got, err := s.Module(t.Context(), key); err != nil || got != want {
			t.Errorf("%q: %+v, %v", key, got, err)
		}
	}
	if _, err := s.Module(t.Context(), "physics"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v", err)
	}
	if _, err := s.ModuleByRow(t.Context(), 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestModuleChanges(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m, other := storetest.Module(t, s, "Biology"), storetest.Module(t, s, "Physics")
	for name, change := range map[string]func(row int64) error{
		"rename": func(row int64) error {
			return s.RenameModule(ctx, row, map[bool]string{true: "Zoology", false: "None"}[row == m.RowID])
		},
		"pause":    func(row int64) error { return s.SetPaused(ctx, row, true) },
		"missing":  func(row int64) error { return s.MarkMissing(ctx, store.Module{RowID: row}, 5) },
		"scanned":  func(row int64) error { return s.SetScanned(ctx, row, 5) },
		"removing": func(row int64) error { return s.ScheduleRemoval(ctx, row, 6) },
	} {
		if err := change(m.RowID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := change(99); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s of no module: %v", name, err)
		}
	}
	m.Name, m.Paused, m.Missing, m.ScannedAt, m.RemoveAt = "Zoology", true, true, 5, 6
	if all, err := s.Modules(ctx); err != nil || len(all) != 2 || all[0] != other || all[1] != m {
		t.Errorf("%+v, %v", all, err)
	}
	var exists *store.ExistsError
	if err := s.RenameModule(ctx, other.RowID, "ZOOLOGY"); !errors.As(err, &exists) {
		t.Errorf("the name of another: %v", err)
	}
	if err := s.RenameModule(ctx, m.RowID, "ZOOLOGY"); err != nil {
		t.Errorf("its own name in capitals: %v", err)
	}
}

func TestCounts(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	storetest.Listed(t, s, m, "waiting.pdf")
	storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "one", "two")
	gone := storetest.Document(t, s, m, store.Document{Path: "b.pdf"}, "three")
	if err := s.ExcludeDocument(t.Context(), gone.RowID); err != nil {
		t.Fatal(err)
	}
	want := store.Counts{Documents: 3, Waiting: 1, KeywordReady: 1, Skipped: 1, Pages: 2, Passages: 2}
	if got, err := s.Counts(t.Context(), m.RowID); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	storetest.EmbedAll(t, s, 4)
	if got, err := s.Counts(t.Context(), m.RowID); err != nil || got.Vectors != 2 {
		t.Errorf("with vectors: %+v, %v", got, err)
	}
}
