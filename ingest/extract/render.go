package extract

import (
	"context"
	"fmt"
	"image"
	"os"
)

const (
	narrowest  = 16
	widest     = 4000
	mostPixels = 16 << 20
)

// Render draws a page, counted from 1, widthPx pixels wide.
func (p *PDF) Render(ctx context.Context, path string, page, widthPx int) (picture image.Image, err error) {
	err = p.view(ctx, path, func(ctx context.Context, d *pdfDocument) error {
		if page < 1 || page > d.pages {
			return fail(Damaged, "page %d of %d", page, d.pages)
		}
		if picture, err = d.draw(ctx, page-1, widthPx); err != nil {
			return sandboxError(ctx, err)
		}
		return nil
	})
	return picture, err
}

// Opens returns why a file cannot be opened, nil if it can; see WithPassword.
func (p *PDF) Opens(ctx context.Context, path string) error {
	return p.view(ctx, path, func(context.Context, *pdfDocument) error { return nil })
}

// view opens the file at path beside those that are read.
func (p *PDF) view(ctx context.Context, path string, do func(context.Context, *pdfDocument) error) error {
	release, err := acquire(ctx, p.drawing)
	if err != nil {
		return err
	}
	defer release()
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("view: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("view: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	if info.Size() == 0 || info.Size() > maxPDFSize {
		return fail(Damaged, "%d bytes", info.Size())
	}
	d, err := p.open(ctx, File{ReaderAt: file, Size: info.Size(), Name: info.Name(), Path: path})
	if err != nil {
		return err
	}
	defer d.close()
	return do(ctx, d)
}

// draw renders a page, counted from 0.
func (d *pdfDocument) draw(ctx context.Context, n, width int) (image.Image, error) {
	const annotations, redFirst, white = 0x01, 0x10, 0xffffffff
	page, err := d.call(ctx, "FPDF_LoadPage", d.handle, uint64(n))
	if err != nil {
		return nil, err
	}
	if page == 0 {
		return nil, fmt.Errorf("page %d does not load", n+1)
	}
	f, err := d.frame(ctx, page)
	if err != nil {
		return nil, err
	}
	width = min(max(width, narrowest), widest)
	height := min(max(int(float32(width)*f.height/f.width+0.5), 1), mostPixels/width)
	bitmap, err := d.call(ctx, "FPDFBitmap_Create", uint64(width), uint64(height), 0)
	if err != nil {
		return nil, err
	}
	if bitmap == 0 {
		return nil, fmt.Errorf("no memory for %d x %d pixels", width, height)
	}
	if _, err := d.call(ctx, "FPDFBitmap_FillRect", bitmap, 0, 0, uint64(width), uint64(height), white); err != nil {
		return nil, err
	}
	if _, err := d.call(ctx, "FPDF_RenderPageBitmap", bitmap, page, 0, 0, uint64(width), uint64(height), 0, annotations|redFirst); err != nil {
		return nil, err
	}
	stride, err := d.call(ctx, "FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return nil, err
	}
	at, err := d.call(ctx, "FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return nil, err
	}
	pixels := d.bytes(at, int(stride)*height)
	if pixels == nil || int(stride) < 4*width {
		return nil, fmt.Errorf("no pixels for page %d", n+1)
	}
	for i := 3; i < len(pixels); i += 4 {
		pixels[i] = 0xff // the fourth byte is not used by this kind of bitmap
	}
	return &image.RGBA{Pix: pixels, Stride: int(stride), Rect: image.Rect(0, 0, width, height)}, nil
}
