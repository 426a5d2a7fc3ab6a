package extract

import (
	"bufio"
	"context"
	"fmt"
	"image"
	_ "image/gif" // for image.Decode, like those below
	_ "image/jpeg"
	_ "image/png"
	"io"
	"os"

	_ "golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"ibid/store"
)

// Pictures are the formats of pictures that are read; of an animation or a file of several pages, the first picture.
var Pictures = []string{"png", "jpg", "gif", "bmp", "tiff", "webp"}

const (
	maxPictureSize   = 256 << 20
	maxPicturePixels = 50_000_000 // the cameras of telephones make so many; a decoded one takes four bytes each
	maxPictureSide   = 30_000
	pictureDPI       = 150 // pictures do not tell their size on paper in a way that one could trust
)

// picture reads the text in a picture, which is a document of one page.
type picture struct {
	format string
	ocr    Recogniser
}

func (p picture) Extract(ctx context.Context, f File) (Text, error) {
	shown, err := decodePicture(f)
	if err != nil {
		return Text{}, err
	}
	size := shown.Bounds().Size()
	scale := min(1, float32(seeingSide)/float32(max(size.X, size.Y)))
	small := resized(shown, int(scale*float32(size.X)+0.5), int(scale*float32(size.Y)+0.5))
	if err := ctx.Err(); err != nil {
		return Text{}, err
	}
	s := pdfSheet{width: float32(size.X) * 72 / pictureDPI, height: float32(size.Y) * 72 / pictureDPI}
	if !blank(small) {
		if err := SlowBegins(ctx); err != nil {
			return Text{}, err
		}
		lines, err := seen(ctx, p.ocr, small)
		if err != nil {
			return Text{}, err
		}
		s.see(lines, s.width/float32(small.Bounds().Dx()))
	}
	page := s.page(1, styleOf([]pdfSheet{s}, nil))
	if page.Text == "" {
		return Text{}, fail(Empty, "no text in the picture")
	}
	return Text{Format: p.format, Unit: store.UnitPage, Pages: []store.Page{page}, ReadBy: []string{readByOCR}}, nil
}

// DrawPicture shows the picture in the file at path, at most width pixels wide.
func DrawPicture(path string, width int) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("draw picture: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("draw picture: %w", err)
	}
	shown, err := decodePicture(File{ReaderAt: file, Size: info.Size()})
	if err != nil {
		return nil, err
	}
	size := shown.Bounds().Size()
	width = min(max(width, 1), size.X)
	height := max(int(float64(size.Y)*float64(width)/float64(size.X)+0.5), 1)
	return resized(shown, width, min(height, widest)), nil
}

// decodePicture reads a picture the right way up. What its header promises is judged first: a few bytes can ask for all memory.
func decodePicture(f File) (image.Image, error) {
	if f.Size > maxPictureSize {
		return nil, fail(TooLarge, "%d MB, the limit is %d", f.Size>>20, maxPictureSize>>20)
	}
	about, format, err := image.DecodeConfig(bufio.NewReader(io.NewSectionReader(f, 0, f.Size)))
	if err != nil {
		return nil, fail(Damaged, "picture: %v", err)
	}
	w, h := about.Width, about.Height
	switch {
	case w <= 0 || h <= 0:
		return nil, fail(Damaged, "picture of %d x %d pixels", w, h)
	case w > maxPictureSide || h > maxPictureSide || w*h > maxPicturePixels:
		return nil, fail(TooLarge, "picture of %d x %d pixels, the limit is %d million", w, h, maxPicturePixels/1_000_000)
	}
	shown, _, err := image.Decode(bufio.NewReader(io.NewSectionReader(f, 0, f.Size)))
	if err != nil {
		return nil, fail(Damaged, "picture: %v", err)
	}
	if format == "jpeg" {
		return oriented(shown, orientationOf(f)), nil
	}
	return shown, nil
}

// resized copies a picture to another size, on white.
func resized(p image.Image, width, height int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, max(width, 1), max(height, 1)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Rect, p, p.Bounds(), draw.Over, nil)
	return out
}
