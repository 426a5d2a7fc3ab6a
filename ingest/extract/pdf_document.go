package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
)

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
