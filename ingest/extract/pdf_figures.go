package extract

import (
	"context"
	"math"
	"os"
	"slices"
)

// PageShape is how large a page is, and whether it shows more than text.
type PageShape struct {
	Number        int
	Width, Height float32 // points
	Figures       bool    // charts, drawings or pictures
}

// A figure takes at least smallFigure of its page, a picture below or behind all of it is none, and a drawing has this many strokes
// and areas: fewer are the frames of a box. What stands on every fourth page is its decoration.
const (
	smallFigure   = 0.04
	wholePage     = 0.85
	drawingParts  = 12
	decorationOf  = 4
	decorationMin = 3
	shapesAPage   = 2000
)

// Shapes tells of each page of the file at path whether it shows figures. Those of a file that is no PDF are pictures.
func (p *PDF) Shapes(ctx context.Context, path, format string) ([]PageShape, error) {
	if format != "pdf" {
		return pictureShapes(path)
	}
	release, err := acquire(ctx, p.reading)
	if err != nil {
		return nil, err
	}
	defer release()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || info.Size() > maxPDFSize {
		return nil, fail(Damaged, "%d bytes", info.Size())
	}
	ctx, cancel := context.WithTimeout(ctx, DefaultTimeLimit)
	defer cancel()
	d, err := p.open(ctx, File{ReaderAt: file, Size: info.Size(), Name: info.Name(), Path: path})
	if err != nil {
		return nil, err
	}
	defer d.close()
	if d.pages > maxPDFPages {
		return nil, fail(TooLarge, "%d pages, the limit is %d", d.pages, maxPDFPages)
	}
	return d.pageShapes(ctx)
}

// pdfShape is something on a page that is no text: its kind and where it stands, in points.
type pdfShape struct{ kind, x0, y0, x1, y1 int32 }

// The kinds of objects in PDFium that are no text.
const (
	shapePath  = 2
	shapeImage = 3
	shapeForm  = 5 // a drawing within the drawing, as LaTeX puts figures in
)

func (d *pdfDocument) pageShapes(ctx context.Context) ([]PageShape, error) {
	pages := make([]PageShape, d.pages)
	shapes := make([][]pdfShape, d.pages)
	count := map[pdfShape]int{}
	for n := range pages {
		pages[n].Number = n + 1
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		page, err := d.call(ctx, "FPDF_LoadPage", d.handle, uint64(n))
		if err != nil {
			return nil, sandboxError(ctx, err)
		}
		if page == 0 {
			continue
		}
		f, err := d.frame(ctx, page)
		if err == nil {
			pages[n].Width, pages[n].Height = f.width, f.height
			shapes[n], err = d.shapes(ctx, page, f)
		}
		if err == nil {
			_, err = d.call(ctx, "FPDF_ClosePage", page)
		}
		if err != nil {
			return nil, sandboxError(ctx, err)
		}
		for i, s := range shapes[n] {
			if !slices.Contains(shapes[n][:i], s) {
				count[s]++
			}
		}
	}
	for n := range pages {
		own := slices.DeleteFunc(shapes[n], func(s pdfShape) bool {
			return count[s] >= decorationMin && count[s]*decorationOf > len(pages)
		})
		pages[n].Figures = figures(own, pages[n].Width*pages[n].Height)
	}
	return pages, nil
}

// shapes lists what is no text on a page, without lines: those of tables and under headings.
func (d *pdfDocument) shapes(ctx context.Context, page uint64, f frame) ([]pdfShape, error) {
	n, err := d.call(ctx, "FPDFPage_CountObjects", page)
	if err != nil {
		return nil, err
	}
	var out []pdfShape
	for i := range min(int(int32(n)), shapesAPage) {
		object, err := d.call(quick, "FPDFPage_GetObject", page, uint64(i))
		if err != nil {
			return nil, err
		}
		kind, err := d.call(quick, "FPDFPageObj_GetType", object)
		if err != nil {
			return nil, err
		}
		if k := int32(kind); k != shapePath && k != shapeImage && k != shapeForm {
			continue
		}
		s := d.scratch
		if _, err := d.call(quick, "FPDFPageObj_GetBounds", object, s, s+4, s+8, s+12); err != nil {
			return nil, err
		}
		v := d.floats(4) // left, bottom, right, top
		x0, y0, x1, y1 := f.box(v[0], v[3], v[2], v[1])
		x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, f.width), min(y1, f.height)
		if x1-x0 > 2 && y1-y0 > 2 {
			out = append(out, pdfShape{int32(kind), points(x0), points(y0), points(x1), points(y1)})
		}
	}
	return out, nil
}

func points(x float32) int32 { return int32(math.Round(float64(x))) }

// figures reports whether shapes make a figure on a page of so many square points.
func figures(shapes []pdfShape, page float32) bool {
	parts := 0
	union := pdfShape{x0: math.MaxInt32, y0: math.MaxInt32, x1: math.MinInt32, y1: math.MinInt32}
	pictures := float32(0)
	for _, s := range shapes {
		share := float32(s.x1-s.x0) * float32(s.y1-s.y0) / page
		switch {
		case share > wholePage:
		case s.kind == shapePath:
			parts++
			union.x0, union.y0, union.x1, union.y1 = min(union.x0, s.x0), min(union.y0, s.y0), max(union.x1, s.x1), max(union.y1, s.y1)
		default:
			pictures += share
		}
	}
	drawn := parts >= drawingParts && float32(union.x1-union.x0)*float32(union.y1-union.y0) > smallFigure*page
	return drawn || pictures >= smallFigure
}
