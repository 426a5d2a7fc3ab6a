package store

import (
	"testing"
	"time"
)

// Another process that writes for long does not keep one that only read from ending.
func TestCloseDoesNotWaitForAnotherWriter(t *testing.T) {
	dir := t.TempDir()
	other := openIn(t, dir)
	tx, err := other.writer.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Modules(t.Context()); err != nil {
		t.Error(err)
	}
	began := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it waited %v for the other", took)
	}
}
