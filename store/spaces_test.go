package store_test

import (
	"errors"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestSpaces(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "one", "two")
	if _, err := s.ActiveSpace(ctx); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("before the first: %v", err)
	}
	old := storetest.EmbedAll(t, s, 8)
	if got, err := s.ActiveSpace(ctx); err != nil || got != old || old.State != store.Active {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := s.EnsureSpace(ctx, old.Identity, 9); err == nil {
		t.Error("a space changed its dimension")
	}

	// A space that was given up before it was whole goes when another is built.
	given, err := s.EnsureSpace(ctx, "given up", 4)
	if err != nil || given.State != store.Building {
		t.Fatalf("%+v, %v", given, err)
	}
	put(t, s, given, 1)
	next, err := s.EnsureSpace(ctx, "next", 4)
	if err != nil || next.State != store.Building {
		t.Fatalf("%+v, %v", next, err)
	}
	if err := s.PutVectors(ctx, given.RowID, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the space that was given up: %v", err)
	}

	put(t, s, next, 1)
	if got := storetest.Reload(t, s, m, "a.pdf").State; got != store.Ready {
		t.Errorf("while another space is built: %s", got)
	}
	if err := s.ActivateSpace(ctx, 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no space: %v", err)
	}
	if got, err := s.ActiveSpace(ctx); err != nil || got != old {
		t.Errorf("after a swap that failed: %+v, %v", got, err)
	}
	if err := s.ActivateSpace(ctx, next.RowID); err != nil {
		t.Fatal(err)
	}
	if got, err := s.ActiveSpace(ctx); err != nil || got.RowID != next.RowID {
		t.Errorf("%+v, %v", got, err)
	}
	if got := storetest.Reload(t, s, m, "a.pdf").State; got != store.KeywordReady {
		t.Errorf("with one vector of two: %s", got)
	}
	put(t, s, next, 1)
	if got := storetest.Reload(t, s, m, "a.pdf").State; got != store.Ready {
		t.Errorf("with all vectors: %s", got)
	}
	if err := s.PutVectors(ctx, old.RowID, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the old space: %v", err)
	}
}

// put embeds the next n pending passages.
func put(t *testing.T, s *store.Store, space store.Space, n int) {
	t.Helper()
	pending, err := s.Pending(t.Context(), space.RowID, 0, n)
	if err != nil || len(pending) != n {
		t.Fatalf("%d pending, %v", len(pending), err)
	}
	for _, p := range pending {
		v := store.Vector{Passage: p.RowID, InputHash: p.InputHash, Values: storetest.Embed(p.Text, space.Dim)}
		if err := s.PutVectors(t.Context(), space.RowID, []store.Vector{v}); err != nil {
			t.Fatal(err)
		}
	}
}
