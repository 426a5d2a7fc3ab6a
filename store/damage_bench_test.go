package store_test

import (
	"fmt"
	"testing"

	"ibid/store"
)

// BenchmarkRepair checks and mends a sound library: what each repair takes at least.
func BenchmarkRepair(b *testing.B) {
	for _, n := range sizes(b) {
		s := newSynthetic(b, n, true)
		b.Run(fmt.Sprintf("%d/check", n), func(b *testing.B) {
			for b.Loop() {
				if found, err := s.Check(b.Context(), func(store.Part) {}); err != nil {
					b.Fatal(found, err)
				}
			}
		})
		b.Run(fmt.Sprintf("%d/repair", n), func(b *testing.B) {
			for b.Loop() {
				if found, err := s.Repair(b.Context(), func(store.Part) {}); err != nil {
					b.Fatal(found, err)
				}
			}
		})
	}
}
