package store_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func nearest(t *testing.T, s *store.Store, space store.Space, q store.KNN) []string {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	hits, err := s.Nearest(t.Context(), space.RowID, q)
	if err != nil {
		t.Fatal(err)
	}
	return found(t, s, hits)
}

func TestNearest(t *testing.T) {
	const dim = 64
	s := storetest.Open(t)
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	a := storetest.Document(t, s, one, store.Document{Path: "a.pdf", Title: "x"}, "sleep and memory", "walls of cells")
	c := storetest.Document(t, s, two, store.Document{Path: "c.pdf", Title: "x"}, "sleep and dreams of memory", "an essay")
	space := storetest.EmbedAll(t, s, dim)
	query := storetest.Embed("x\n\nsleep and memory", dim)

	hits, err := s.Nearest(t.Context(), space.RowID, store.KNN{Query: query, Limit: 3})
	if err != nil || len(hits) != 3 || math.Abs(hits[0].Score-1) > 1e-5 || hits[1].Score > 0.999 {
		t.Fatalf("%+v, %v", hits, err)
	}
	if got := found(t, s, hits)[:2]; !slices.Equal(got, []string{"sleep and memory", "sleep and dreams of memory"}) {
		t.Errorf("%q", got)
	}
	check := func(name string, q store.KNN, want ...string) {
		t.Helper()
		q.Query = query
		got := nearest(t, s, space, q)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	check("all", store.KNN{}, "an essay", "sleep and dreams of memory", "sleep and memory", "walls of cells")
	check("one module", store.KNN{Modules: []int64{one.RowID}}, "sleep and memory", "walls of cells")
	check("documents", store.KNN{Documents: []int64{c.RowID}}, "an essay", "sleep and dreams of memory")
	check("a document of another module", store.KNN{Modules: []int64{two.RowID}, Documents: []int64{a.RowID}})
	check("no module", store.KNN{Modules: []int64{}})
	check("no document", store.KNN{Documents: []int64{}})
	if err := s.ScheduleRemoval(t.Context(), one.RowID, 1); err != nil {
		t.Fatal(err)
	}
	check("one is about to go", store.KNN{Modules: []int64{one.RowID, two.RowID}}, "an essay", "sleep and dreams of memory")
	if hits, err := s.Nearest(t.Context(), space.RowID, store.KNN{Query: query, Limit: 10_000}); err != nil || len(hits) != 2 {
		t.Errorf("a great limit: %d, %v", len(hits), err)
	}
}

func TestBadVectors(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "One")
	p := storetest.Passages(t, s, storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "text"))[0]
	space, err := s.EnsureSpace(t.Context(), "e", 2)
	if err != nil {
		t.Fatal(err)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, values := range map[string][]float32{"short": {1}, "long": {1, 2, 3}, "zero": {0, 0}, "no number": {nan, 1}, "infinite": {inf, 1}, "none": nil} {
		if err := s.PutVectors(t.Context(), space.RowID, []store.Vector{{Passage: p.RowID, Values: values}}); !errors.Is(err, store.ErrBadVector) {
			t.Errorf("%s: put: %v", name, err)
		}
		if _, err := s.Nearest(t.Context(), space.RowID, store.KNN{Query: values, Limit: 1}); !errors.Is(err, store.ErrBadVector) {
			t.Errorf("%s: asked: %v", name, err)
		}
	}
	if err := s.PutVectors(t.Context(), 99, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no space: %v", err)
	}
}

func TestPutVectors(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "One")
	doc := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "one", "two")
	p := storetest.Passages(t, s, doc)
	space, err := s.EnsureSpace(t.Context(), "e", 2)
	if err != nil {
		t.Fatal(err)
	}
	put := func(vectors ...store.Vector) store.State {
		t.Helper()
		if err := s.PutVectors(t.Context(), space.RowID, vectors); err != nil {
			t.Fatal(err)
		}
		return storetest.Reload(t, s, m, "a.pdf").State
	}
	if got := put(store.Vector{Passage: p[0].RowID, Values: []float32{1, 0}}); got != store.KeywordReady {
		t.Errorf("half: %s", got)
	}
	if got := put(store.Vector{Passage: p[1].RowID, InputHash: "of an older text", Values: []float32{1, 0}}, store.Vector{Passage: 99, Values: []float32{1, 0}}); got != store.KeywordReady {
		t.Errorf("of another text: %s", got)
	}
	if got := put(store.Vector{Passage: p[1].RowID, InputHash: p[1].InputHash, Values: []float32{0, 1}}, store.Vector{Passage: p[0].RowID, Values: []float32{-1, 0}}); got != store.Ready {
		t.Errorf("all: %s", got)
	}
	hits, err := s.Nearest(t.Context(), space.RowID, store.KNN{Query: []float32{-1, 0}, Limit: 5})
	if err != nil || len(hits) != 2 || hits[0].Passage != p[0].RowID || math.Abs(hits[0].Score-1) > 1e-6 {
		t.Errorf("a replaced vector: %+v, %v", hits, err)
	}
}

func TestPending(t *testing.T) {
	s := storetest.Open(t)
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	storetest.Document(t, s, one, store.Document{Path: "big.pdf", ReadAt: 9}, "1", "2", "3")
	storetest.Document(t, s, one, store.Document{Path: "old.pdf", ReadAt: 1, Title: "Old", Lang: "de"}, "4")
	storetest.Document(t, s, two, store.Document{Path: "new.pdf", ReadAt: 2}, "5")
	space, err := s.EnsureSpace(t.Context(), "e", 2)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, limit int, want string) []store.PendingPassage {
		t.Helper()
		pending, err := s.Pending(t.Context(), space.RowID, 0, limit)
		var got string
		for _, p := range pending {
			got += p.Text
		}
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
		return pending
	}
	all := check("small ones first, then new ones", 10, "54123")
	if old := all[1]; old.Title != "Old" || old.ModuleID != one.RowID {
		t.Errorf("%+v", old)
	}
	check("limit", 3, "541")
	if err := s.SetPaused(t.Context(), two.RowID, true); err != nil {
		t.Fatal(err)
	}
	check("paused", 10, "4123")
	if err := s.ScheduleRemoval(t.Context(), one.RowID, 1); err != nil {
		t.Fatal(err)
	}
	check("about to go", 10, "")
}

func TestReuseVectors(t *testing.T) {
	s := storetest.Open(t)
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	storetest.Document(t, s, one, store.Document{Path: "a.pdf", Title: "T"}, "same text", "other text")
	space := storetest.EmbedAll(t, s, 16)
	doc := storetest.Document(t, s, two, store.Document{Path: "b.pdf", Title: "T"}, "same text", "new text")
	if n, err := s.ReuseVectors(t.Context(), space.RowID, doc.RowID); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	pending, err := s.Pending(t.Context(), space.RowID, 0, 10)
	if err != nil || len(pending) != 1 || pending[0].Text != "new text" {
		t.Errorf("%+v, %v", pending, err)
	}
	got := nearest(t, s, space, store.KNN{Modules: []int64{two.RowID}, Query: storetest.Embed("T\n\nsame text", 16)})
	if !slices.Equal(got, []string{"same text"}) {
		t.Errorf("%q", got)
	}
	if err := s.RemoveModule(t.Context(), one.RowID); err != nil {
		t.Fatal(err)
	}
	if got := nearest(t, s, space, store.KNN{Query: storetest.Embed("T\n\nsame text", 16)}); !slices.Equal(got, []string{"same text"}) {
		t.Errorf("after its origin went: %q", got)
	}
}

// Passages that go leave dead slots: what stays is found all the same when the table is rebuilt.
func TestTableIsRebuilt(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "One")
	for _, path := range []string{"a", "b", "c", "d"} {
		texts := make([]string, 100)
		for i := range texts {
			texts[i] = path + string(rune('0'+i/10)) + string(rune('0'+i%10))
		}
		storetest.Document(t, s, m, store.Document{Path: path, Title: "t"}, texts...)
	}
	space := storetest.EmbedAll(t, s, 16)
	for _, path := range []string{"a", "b", "c"} {
		storetest.Remove(t, s, m, storetest.Reload(t, s, m, path))
		for _, text := range []string{"d00", "d99"} {
			got := nearest(t, s, space, store.KNN{Query: storetest.Embed("t\n\n"+text, 16), Limit: 1})
			if !slices.Equal(got, []string{text}) {
				t.Errorf("after %s: %q", path, got)
			}
		}
	}
	storetest.Document(t, s, m, store.Document{Path: "e", Title: "t"}, "e00")
	storetest.EmbedAll(t, s, 16)
	if got := nearest(t, s, space, store.KNN{Query: storetest.Embed("t\n\ne00", 16), Limit: 200}); len(got) != 101 || got[0] != "e00" {
		t.Errorf("%d, first %q", len(got), got[:1])
	}
}
