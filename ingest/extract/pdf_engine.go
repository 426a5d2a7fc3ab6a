package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

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
	Second SecondReader // for what PDFium does not find; set before the first use

	cacheDir string
	reading  chan struct{}
	drawing  chan struct{}

	mu     sync.Mutex
	pool   pdfium.Pool
	cache  wazero.CompilationCache
	closed bool
}

// NewPDF prepares a reader. The compiled PDFium is kept in cacheDir, so that only the first start of all takes seconds;
// an empty cacheDir keeps it in memory. The engine itself starts with the first file.
func NewPDF(_ context.Context, cacheDir string) (*PDF, error) {
	return &PDF{cacheDir: cacheDir, reading: make(chan struct{}, readers), drawing: make(chan struct{}, renderers)}, nil
}

// Close ends the engine. Calls that are under way fail.
func (p *PDF) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.pool == nil {
		return nil
	}
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
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle:  0,
		MaxIdle:  1,
		MaxTotal: readers + renderers,
		FSConfig: wazero.NewFSConfig(), // no file at all
		Stdout:   io.Discard,
		Stderr:   io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
			WithCloseOnContextDone(true).
			WithMemoryLimitPages(guestPages).
			WithCompilationCache(cache),
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pdfium: %w", err), cache.Close(context.Background()))
	}
	p.pool, p.cache = pool, cache
	return pool, nil
}

// pdfDocument is a document that is open in a guest of its own.
type pdfDocument struct {
	*guest
	handle uint64
	pages  int
}

// open loads a file into a fresh guest. The caller closes the document.
func (p *PDF) open(ctx context.Context, f File) (*pdfDocument, error) {
	pool, err := p.start()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	instance, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("pdfium: %w", err)
	}
	g, err := newGuest(instance)
	if err != nil {
		_ = instance.Close()
		return nil, err
	}
	d := &pdfDocument{guest: g}
	if err := d.load(ctx, f); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *pdfDocument) load(ctx context.Context, f File) error {
	var err error
	if f.Size <= inMemoryLimit {
		d.handle, err = d.loadWhole(ctx, f)
	} else {
		var access *uint64
		if access, _, err = d.heap.CreateFileAccessReader(f.Size, io.NewSectionReader(f, 0, f.Size)); err == nil {
			d.handle, err = d.call(ctx, "FPDF_LoadCustomDocument", *access, 0)
		}
	}
	if err != nil {
		return sandboxError(ctx, err)
	}
	if d.handle == 0 {
		code, err := d.call(ctx, "FPDF_GetLastError")
		switch {
		case err != nil:
			return sandboxError(ctx, err)
		case code == pdfErrPassword || code == pdfErrSecurity:
			return fail(Encrypted, "needs a password")
		}
		return fail(Damaged, "not a readable PDF (PDFium error %d)", code)
	}
	n, err := d.call(ctx, "FPDF_GetPageCount", d.handle)
	if err != nil {
		return sandboxError(ctx, err)
	}
	d.pages = int(int32(n))
	return nil
}

func (d *pdfDocument) loadWhole(ctx context.Context, f File) (uint64, error) {
	at, err := d.heap.MallocNoZero(uint64(f.Size))
	if err != nil {
		return 0, err
	}
	view, ok := d.memory.Read(uint32(at), uint32(f.Size))
	if !ok {
		return 0, errors.New("no memory for the file")
	}
	if n, err := f.ReadAt(view, 0); n < len(view) {
		return 0, fmt.Errorf("read %d of %d bytes: %w", n, len(view), err)
	}
	return d.call(ctx, "FPDF_LoadMemDocument", at, uint64(f.Size), 0)
}

// sandboxError turns a failure of the sandbox into a typed one; the end of the caller's context stays what it is.
func sandboxError(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fail(TimedOut, "PDFium took too long")
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fail(Damaged, "PDFium: %v", err)
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
