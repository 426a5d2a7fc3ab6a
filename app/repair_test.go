package app

import (
	"errors"
	"testing"

	"ibid/store"
)

// While another process reads the folders nothing is repaired, and the vectors are its business.
func TestRepairWhileAnotherReads(t *testing.T) {
	a := open(t, Options{})
	lock, err := store.LockIngest(a.dataDir)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	var p Problem
	if _, err := Repair(t.Context(), a.options, func(string) {}); !errors.As(err, &p) || p.Code != "in_use" {
		t.Errorf("repair: %v", err)
	}
	if err := a.FillVectors(t.Context(), func(int) { t.Error("it embeds") }); err != nil {
		t.Errorf("fill vectors: %v", err)
	}
}

// A data folder without an index has nothing to repair, and gets none by it.
func TestRepairOfNothing(t *testing.T) {
	if checks, err := Repair(t.Context(), Options{DataDir: t.TempDir()}, func(string) { t.Error("it looks") }); err != nil || len(checks) > 0 {
		t.Errorf("%+v, %v", checks, err)
	}
}

// Each part of the index has words for the student.
func TestEachDamageHasWords(t *testing.T) {
	for _, part := range []store.Part{store.FilePart, store.WordsPart, store.ReferencePart, store.VectorPart, store.TextPart, store.TermPart, store.KeptPart, store.ConversationPart} {
		for _, mended := range []bool{false, true} {
			c := indexChecks("", []store.Damage{{Part: part, Count: 1}}, mended)[0]
			if c.Problem.Title == words["failed"].Title {
				t.Errorf("%s has no words", c.Problem.Code)
			}
		}
	}
}
