package store_test

import (
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

// Bytes that were read in one module are no copy in another: a module has its own text of all its files.
func TestCopiesAreOfOneModule(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	first := storetest.Document(t, s, one, store.Document{Path: "a.pdf", SHA256: "5e"}, "Neurons fire.")
	again := storetest.Listed(t, s, one, "b.pdf")
	other := storetest.Listed(t, s, two, "a.pdf")
	for _, c := range []struct {
		name   string
		module store.Module
		sha256 string
		except int64
		want   int64
	}{
		{"in its module", one, "5e", again.RowID, first.RowID},
		{"in another module", two, "5e", other.RowID, 0},
		{"other bytes", one, "5f", again.RowID, 0},
		{"no hash", one, "", again.RowID, 0},
		{"itself", one, "5e", first.RowID, 0},
	} {
		if got, err := s.ReadWithHash(ctx, c.module.RowID, c.sha256, c.except); err != nil || got != c.want {
			t.Errorf("%s: document %d, want %d (%v)", c.name, got, c.want, err)
		}
	}
}
