package extract

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"

	"golang.org/x/image/draw"

	"ibid/store"
)

// Pictures are the formats of pictures that are read; of an animation, the first one.
var Pictures = []string{"png", "jpg", "gif", "bmp", "tiff", "webp"}

// pictureDPI is a guess: pictures do not tell their size on paper in a way that one could trust.
const pictureDPI = 150

// picture reads the text in a file of pictures, each of which is a page.
type picture struct {
	format string
	ocr    Recogniser
}

func (p picture) Extract(ctx context.Context, f File) (Text, error) {
	pages := picturesIn(f)
	e := eyes{recogniser: p.ocr, file: f, pages: len(pages)}
	if err := e.open(ctx); err != nil {
		return Text{}, err
	}
	sheets := make([]pdfSheet, len(pages))
	for i, page := range pages {
		var err error
		sheets[i], err = p.sheet(ctx, &e, i, page)
		if len(pages) > 1 && (Code(err) == Damaged || Code(err) == TooLarge) {
			sheets[i], err = pdfSheet{failed: true}, nil // the others are not lost
		}
		if err != nil {
			return Text{}, err
		}
	}
	if err := e.blind(); err != nil {
		return Text{}, err
	}
	t := Text{Format: p.format, Unit: store.UnitPage, Later: e.unseen > 0, Unseen: e.unseen}
	style, said := styleOf(sheets, nil), false
	for i := range sheets {
		t.Pages = append(t.Pages, sheets[i].page(i+1, style))
		said = said || t.Pages[i].Text != ""
	}
	if !said && !t.Later {
		return Text{}, fail(Empty, "no text in the picture")
	}
	t.ReadBy = readersOf(t.Pages)
	return t, nil
}

// sheet reads a picture, counted from 0.
func (p picture) sheet(ctx context.Context, e *eyes, n int, page io.ReaderAt) (pdfSheet, error) {
	if err := ctx.Err(); err != nil {
		return pdfSheet{}, err
	}
	if e.unseen > 0 { // the others are taken to be like the first
		e.unseen++
		return pdfSheet{later: true}, nil
	}
	shown, err := decodePicture(page, e.file.Size)
	if err != nil {
		return pdfSheet{}, err
	}
	return seePicture(ctx, e, n, shown)
}

// seePicture reads a picture, the n-th of a file, or leaves it for later.
func seePicture(ctx context.Context, e *eyes, n int, shown image.Image) (pdfSheet, error) {
	size := shown.Bounds().Size()
	s := pdfSheet{width: float32(size.X) * 72 / pictureDPI, height: float32(size.Y) * 72 / pictureDPI}
	seen, ok := e.known[n]
	if !ok {
		scale := min(1, float32(seeingSide)/float32(max(size.X, size.Y)))
		small := resized(shown, int(scale*float32(size.X)+0.5), int(scale*float32(size.Y)+0.5))
		shown = nil // it may take more than what reads it
		before := e.unseen
		var err error
		if seen, ok, err = e.look(ctx, n, small); err != nil {
			return pdfSheet{}, err
		}
		s.later = e.unseen > before
	}
	if ok {
		s.see(seen.Lines, s.width/float32(seen.Width))
	}
	return s, nil
}

// DrawPicture shows a picture, counted from 1, of the file at path, at most width pixels wide.
func DrawPicture(path string, page, width int) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("draw picture: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("draw picture: %w", err)
	}
	pages := picturesIn(file)
	if page < 1 || page > len(pages) {
		return nil, fail(Damaged, "picture %d of %d", page, len(pages))
	}
	shown, err := decodePicture(pages[page-1], info.Size())
	if err != nil {
		return nil, err
	}
	size := shown.Bounds().Size()
	width = min(max(width, 1), size.X)
	height := max(int(float64(size.Y)*float64(width)/float64(size.X)+0.5), 1)
	return resized(shown, width, min(height, widest)), nil
}

// pictureShapes tells how large the pictures in a file are that can be drawn.
func pictureShapes(path string) ([]PageShape, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("picture shapes: %w", err)
	}
	count := len(picturesIn(file))
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("picture shapes: %w", err)
	}
	var shapes []PageShape
	for n := range count {
		shown, err := DrawPicture(path, n+1, lookingSide)
		if err != nil && count > 1 {
			continue // the others can be looked at all the same
		}
		if err != nil {
			return nil, err
		}
		size := shown.Bounds().Size()
		shapes = append(shapes, PageShape{Number: n + 1, Width: float32(size.X), Height: float32(size.Y), Figures: true})
	}
	return shapes, nil
}

// resized copies a picture to another size, on white.
func resized(p image.Image, width, height int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, max(width, 1), max(height, 1)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Rect, p, p.Bounds(), draw.Over, nil)
	return out
}
