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
	if err := p.guests.add(g); err != nil {
		d.close()
		return nil, fmt.Errorf("pdfium: %w", err)
	}
	if err := d.load(ctx, f); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *pdfDocument) load(ctx context.Context, f File) error {
	opener, err := d.openerOf(f)
	if err != nil {
		return sandboxError(ctx, err)
	}
	code, err := d.try(ctx, opener, "")
	if code == pdfErrPassword {
		password := passwordOf(ctx)
		if password == "" {
			return fail(Encrypted, NeedsPassword)
		}
		if code, err = d.try(ctx, opener, password); code == pdfErrPassword {
			return fail(Encrypted, WrongPassword)
		}
	}
	switch {
	case err != nil:
		return sandboxError(ctx, err)
	case code == pdfErrSecurity:
		return fail(Encrypted, "locked in a way that PDFium does not know")
	case code != 0:
		return fail(Damaged, "not a readable PDF (PDFium error %d)", code)
	}
	n, err := d.call(ctx, "FPDF_GetPageCount", d.handle)
	if err != nil {
		return sandboxError(ctx, err)
	}
	d.pages = int(int32(n))
	return nil
}

// opener loads a file that the guest can get at.
type opener func(ctx context.Context, password uint64) (handle uint64, err error)

// openerOf gives the guest a small file whole, a large one piece by piece as it asks.
func (d *pdfDocument) openerOf(f File) (opener, error) {
	if f.Size > inMemoryLimit {
		access, _, err := d.heap.CreateFileAccessReader(f.Size, io.NewSectionReader(f, 0, f.Size))
		return func(ctx context.Context, password uint64) (uint64, error) {
			return d.call(ctx, "FPDF_LoadCustomDocument", *access, password)
		}, err
	}
	at, err := d.heap.MallocNoZero(uint64(f.Size))
	if err != nil {
		return nil, err
	}
	view, ok := d.memory.Read(uint32(at), uint32(f.Size))
	if !ok {
		return nil, errors.New("no memory for the file")
	}
	if n, err := f.ReadAt(view, 0); n < len(view) {
		return nil, fmt.Errorf("read %d of %d bytes: %w", n, len(view), err)
	}
	return func(ctx context.Context, password uint64) (uint64, error) {
		return d.call(ctx, "FPDF_LoadMemDocument", at, uint64(f.Size), password)
	}, nil
}

// try opens the file with a password, "" for none. code is PDFium's reason why that fails, 0 when it does not.
func (d *pdfDocument) try(ctx context.Context, open opener, password string) (code uint64, err error) {
	var secret uint64
	if password != "" {
		if secret, err = d.heap.Malloc(uint64(len(password) + 1)); err != nil {
			return 0, err
		}
		d.memory.WriteString(uint32(secret), password)
	}
	if d.handle, err = open(ctx, secret); err != nil || d.handle != 0 {
		return 0, err
	}
	return d.call(ctx, "FPDF_GetLastError")
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
