package store_test

import (
	"errors"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestReadElsewhere(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	storetest.Document(t, s, one, store.Document{Path: "a.pdf", SHA256: "5e", ReadBy: []string{"ocr"}}, "Neurons fire.", "Glia insulate.")
	d, pages, err := s.ReadElsewhere(ctx, two.RowID, "5e")
	if err != nil || d.Path != "a.pdf" || len(pages) != 2 || pages[1].Text != "Glia insulate." || d.ReadBy[0] != "ocr" {
		t.Errorf("%+v, %d pages, %v", d, len(pages), err)
	}
	for name, c := range map[string]struct {
		module store.Module
		sha256 string
	}{"in the same module": {one, "5e"}, "other bytes": {two, "5f"}, "no hash": {two, ""}} {
		if _, _, err := s.ReadElsewhere(ctx, c.module.RowID, c.sha256); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.ScheduleRemoval(ctx, one.RowID, 1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.ReadElsewhere(ctx, two.RowID, "5e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of a module that is about to go: %v", err)
	}
}
