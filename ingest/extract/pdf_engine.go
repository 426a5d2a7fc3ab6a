package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"ibid/ingest/extract/checkpoint"
)

// pdfiumModule is PDFium. The library takes one of our making in its place, but keeps its own to itself.
//
//go:linkname pdfiumModule github.com/klippa-app/go-pdfium/internal/pdfium_wasm.Module
var pdfiumModule []byte

const (
	readers        = 2     // documents read at once
	renderers      = 1     // pictures made at once; beside the readers, so that a preview never waits for a book
	guestPages     = 16384 // of 64 KiB: 1 GiB of memory for one document
	inMemoryLimit  = 32 << 20
	pdfErrPassword = 4
	pdfErrSecurity = 5
)

// PDF reads PDF files with PDFium, which runs as WebAssembly: a hostile file can harm neither the process nor the disk.
type PDF struct {
	// For what PDFium does not find; set before the first use.
	Second SecondReader
	OCR    Recogniser

	cacheDir string
	reading  chan struct{}
	drawing  chan struct{}

	guests guests

	mu     sync.Mutex
	pool   pdfium.Pool
	cache  wazero.CompilationCache
	closed bool
}

// NewPDF prepares a reader. The compiled PDFium is kept in cacheDir, so that only the first start of all takes seconds;
// an empty cacheDir keeps it in memory. The engine itself starts with the first file.
func NewPDF(cacheDir string) *PDF {
	return &PDF{cacheDir: cacheDir, reading: make(chan struct{}, readers), drawing: make(chan struct{}, renderers)}
}

// Close ends the engine. Calls that are under way fail.
func (p *PDF) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.pool == nil {
		return nil
	}
	p.guests.stop()
	err := p.pool.Close()
	p.pool = nil
	return errors.Join(err, p.cache.Close(context.Background()))
}

// start compiles PDFium, or loads it from the cache.
func (p *PDF) start() (pdfium.Pool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errors.New("pdfium: closed")
	}
	if p.pool != nil {
		return p.pool, nil
	}
	cache := wazero.NewCompilationCache()
	if p.cacheDir != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(p.cacheDir); err != nil {
			return nil, fmt.Errorf("pdfium: compilation cache: %w", err)
		}
	}
	module, err := checkpoint.Insert(pdfiumModule, checkRounds)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pdfium: %w", err), cache.Close(context.Background()))
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context:  lendMemory(context.Background()),
		MinIdle:  0,
		MaxIdle:  1,
		MaxTotal: readers + renderers,
		WASM:     module,
		FSConfig: wazero.NewFSConfig(), // no file at all
		Stdout:   &p.guests,
		Stderr:   io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
			WithMemoryLimitPages(guestPages).
			WithCompilationCache(cache),
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pdfium: %w", err), cache.Close(context.Background()))
	}
	p.pool, p.cache = pool, cache
	return pool, nil
}

// acquire takes a slot of a limited number, or gives up with the context.
func acquire(ctx context.Context, slots chan struct{}) (release func(), err error) {
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
