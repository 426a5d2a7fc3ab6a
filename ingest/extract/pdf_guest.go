package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"

	"github.com/klippa-app/go-pdfium"
	"github.com/tetratelabs/wazero/api"
)

// guest is one PDFium in its WebAssembly sandbox. It belongs to one goroutine and to one document: a fresh one costs three
// milliseconds, and nothing of a hostile file outlives it. After an error of call the guest may be half-way through anything:
// it must be closed and replaced.
type guest struct {
	instance pdfium.Pdfium
	memory   api.Memory
	lookup   reflect.Value // Fn(name) of the implementation
	heap     guestHeap
	known    map[string]api.Function
	scratch  uint64 // 64 bytes of guest memory for out parameters
	stack    [12]uint64
	ctx      context.Context // of the call that runs
	left     func()          // takes it out of those that run
}

// guestHeap is what the library exports of its own plumbing in plain types.
type guestHeap interface {
	Malloc(size uint64) (uint64, error)
	MallocNoZero(size uint64) (uint64, error)
	CreateFileAccessReader(size int64, r io.ReadSeeker) (*uint64, *uint32, error)
}

// newGuest reaches through the library for PDFium's own functions. Its typed calls take some ten crossings of the sandbox for the
// box of one character; a page has thousands. The types on the way are internal to the library, so reflection fetches them once.
func newGuest(instance pdfium.Pdfium) (g *guest, err error) {
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("pdfium: no access to the sandbox: %v", p)
		}
	}()
	implementation := reflect.ValueOf(instance.GetImplementation())
	module := implementation.Elem().FieldByName("Module")
	memory, ok := module.MethodByName("Memory").Call(nil)[0].Interface().(api.Memory)
	if !ok {
		return nil, errors.New("pdfium: no access to the sandbox's memory")
	}
	heap, ok := implementation.Interface().(guestHeap)
	if !ok {
		return nil, errors.New("pdfium: no access to the sandbox's heap")
	}
	g = &guest{instance: instance, memory: memory, heap: heap, lookup: implementation.MethodByName("Fn"), known: map[string]api.Function{}, left: func() {}}
	g.scratch, err = heap.Malloc(64)
	return g, err
}

func (g *guest) close() {
	_ = g.instance.Close()
	g.left()
}

func (g *guest) function(name string) (api.Function, error) {
	if f := g.known[name]; f != nil {
		return f, nil
	}
	f, ok := g.lookup.Call([]reflect.Value{reflect.ValueOf(name)})[0].Interface().(api.Function)
	if !ok {
		return nil, fmt.Errorf("pdfium: no function %s", name)
	}
	g.known[name] = f
	return f, nil
}

// call runs a function of PDFium. When ctx ends, the sandbox is stopped at its next checkpoint.
func (g *guest) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	f, err := g.function(name)
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	clear(g.stack[:])
	copy(g.stack[:], args)
	g.ctx = ctx
	if err := f.CallWithStack(ctx, g.stack[:]); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return g.stack[0], nil
}

// floats reads n 32-bit floats of the scratch memory.
func (g *guest) floats(n int) [6]float32 {
	var out [6]float32
	for i := range n {
		v, _ := g.memory.ReadFloat32Le(uint32(g.scratch) + uint32(4*i))
		if v != v || math.IsInf(float64(v), 0) {
			v = 0
		}
		out[i] = v
	}
	return out
}

// bytes copies n bytes of guest memory.
func (g *guest) bytes(at uint64, n int) []byte {
	view, ok := g.memory.Read(uint32(at), uint32(n))
	if !ok {
		return nil
	}
	return append([]byte(nil), view...)
}

// buffer calls fill with no buffer to learn the length in bytes, then again with one of that length.
func (g *guest) buffer(ctx context.Context, limit int, fill func(at uint64, n uint64) (uint64, error)) ([]byte, error) {
	n, err := fill(0, 0)
	size := int(uint32(n))
	if err != nil || size <= 0 || size > limit {
		return nil, err
	}
	at, err := g.heap.Malloc(uint64(size))
	if err != nil {
		return nil, err
	}
	if _, err := fill(at, uint64(size)); err != nil {
		return nil, err
	}
	out := g.bytes(at, size)
	_, err = g.call(ctx, "free", at)
	return out, err
}
