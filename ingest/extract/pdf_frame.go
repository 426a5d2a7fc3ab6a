package extract

import "context"

// frame is how the coordinates of a page's content lie on the page that people see.
type frame struct {
	left, bottom, right, top float32 // of the visible box, in the content's coordinates
	quarter                  int     // the page is shown turned clockwise by so many quarters
	width, height            float32 // as shown
}

func (d *pdfDocument) frame(ctx context.Context, page uint64) (frame, error) {
	ok, err := d.call(ctx, "FPDF_GetPageBoundingBox", page, d.scratch)
	if err != nil {
		return frame{}, err
	}
	v := d.floats(4)
	f := frame{left: min(v[0], v[2]), bottom: min(v[1], v[3]), right: max(v[0], v[2]), top: max(v[1], v[3])}
	if int32(ok) == 0 || f.right-f.left < 1 || f.top-f.bottom < 1 {
		f = frame{right: 612, top: 792}
	}
	quarter, err := d.call(ctx, "FPDFPage_GetRotation", page)
	f.quarter = int(quarter) & 3
	f.width, f.height = f.right-f.left, f.top-f.bottom
	if f.quarter%2 == 1 {
		f.width, f.height = f.height, f.width
	}
	return f, err
}

// point maps a point of the content to the page as seen, y downwards.
func (f *frame) point(x, y float32) (float32, float32) {
	x, y = x-f.left, f.top-y
	switch f.quarter {
	case 1:
		return f.width - y, x
	case 2:
		return f.width - x, f.height - y
	case 3:
		return y, f.height - x
	}
	return x, y
}

// box maps a rectangle.
func (f *frame) box(left, top, right, bottom float32) (x0, y0, x1, y1 float32) {
	ax, ay := f.point(left, top)
	bx, by := f.point(right, bottom)
	return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
}

// quarterOf is the direction of a line of text whose matrix starts with a and b, on a page that is shown turned.
func quarterOf(a, b float32, turned int) turn {
	q := 0
	switch {
	case abs(a) >= abs(b) && a >= 0:
	case abs(a) >= abs(b):
		q = 2
	case b > 0:
		q = 3
	default:
		q = 1
	}
	return turn((q + turned) & 3)
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
