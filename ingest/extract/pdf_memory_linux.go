package extract

import (
	"context"
	"sync"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// guestMemories lends address space to guests: their memories grow where they are and go back to the system as soon as a guest ends.
// As pieces of Go's heap they are copied each time they grow, and what was let go stays with the process until the collector comes to
// it.
//
// Address space is kept and lent again, never unmapped: a guest that is still running somewhere when its engine is closed must find
// memory where it had some.
type guestMemories struct {
	mu   sync.Mutex // guards what follows
	free [][]byte
}

// lendMemory has the guests that are made under a context take their memories from the system.
func lendMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, &guestMemories{})
}

// Allocate implements experimental.MemoryAllocator.
func (g *guestMemories) Allocate(_, limit uint64) experimental.LinearMemory {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, region := range g.free {
		if uint64(len(region)) == limit {
			g.free = append(g.free[:i], g.free[i+1:]...)
			return &guestMemory{of: g, region: region}
		}
	}
	region, err := unix.Mmap(-1, 0, int(limit), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil { // address space is limited: what there is of it is taken piece by piece
		return &heapMemory{limit: limit}
	}
	return &guestMemory{of: g, region: region}
}

// guestMemory is a stretch of address space of which the system gives what is touched.
type guestMemory struct {
	of     *guestMemories
	region []byte
}

// Reallocate implements experimental.LinearMemory.
func (m *guestMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.region)) {
		return nil
	}
	return m.region[:size:size]
}

// Free implements experimental.LinearMemory.
func (m *guestMemory) Free() {
	if unix.Madvise(m.region, unix.MADV_DONTNEED) != nil {
		return // not empty, so nobody else may have it
	}
	m.of.mu.Lock()
	defer m.of.mu.Unlock()
	m.of.free = append(m.of.free, m.region)
}

// heapMemory is a guest's memory in Go's heap.
type heapMemory struct {
	limit uint64
	held  []byte
}

// Reallocate implements experimental.LinearMemory.
func (m *heapMemory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	if more := int(size) - len(m.held); more > 0 {
		m.held = append(m.held, make([]byte, more)...)
	}
	return m.held
}

// Free implements experimental.LinearMemory.
func (m *heapMemory) Free() { m.held = nil }
