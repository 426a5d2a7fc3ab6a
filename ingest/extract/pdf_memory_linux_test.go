package extract

import (
	"testing"
	"unsafe"
)

// A memory grows where it is, up to its limit, and is empty when the next guest gets it.
func TestGuestMemories(t *testing.T) {
	const page, limit = 1 << 16, 1 << 24
	g := &guestMemories{}
	m := g.Allocate(page, limit)
	small := m.Reallocate(page)
	small[0], small[page-1] = 1, 2
	large := m.Reallocate(limit)
	if unsafe.SliceData(small) != unsafe.SliceData(large) || large[0] != 1 || large[page-1] != 2 || large[limit-1] != 0 {
		t.Error("it was moved or lost what it had")
	}
	if m.Reallocate(limit+1) != nil {
		t.Error("it grows beyond its limit")
	}
	beside := g.Allocate(page, limit).Reallocate(page)
	if unsafe.SliceData(beside) == unsafe.SliceData(small) {
		t.Error("two guests have one memory")
	}
	m.Free()
	again := g.Allocate(page, limit).Reallocate(page)
	if unsafe.SliceData(again) != unsafe.SliceData(small) || again[0] != 0 || again[page-1] != 0 {
		t.Error("it is not lent again, or not empty")
	}
}

// Where there is not that much address space, the memory is the heap's.
func TestHeapMemory(t *testing.T) {
	m := &heapMemory{limit: 1 << 20}
	m.Reallocate(1 << 16)[7] = 3
	if large := m.Reallocate(1 << 20); len(large) != 1<<20 || large[7] != 3 || m.Reallocate(1<<20+1) != nil {
		t.Error("it does not grow as it should")
	}
	m.Free()
}
