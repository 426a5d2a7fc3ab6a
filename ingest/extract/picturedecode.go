package extract

import (
	"bufio"
	"image"
	_ "image/gif" // for image.Decode, like those below
	_ "image/jpeg"
	_ "image/png"
	"io"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

const (
	maxPictureSize   = 256 << 20
	maxPicturePixels = 50_000_000 // the cameras of telephones make so many; a decoded one takes four bytes each
	maxPictureSide   = 30_000
)

// decodePicture reads a picture the right way up. What its header promises is judged first: a few bytes can ask for all memory.
func decodePicture(r io.ReaderAt, bytes int64) (image.Image, error) {
	if bytes > maxPictureSize {
		return nil, fail(TooLarge, "%d MB, the limit is %d", bytes>>20, maxPictureSize>>20)
	}
	about, format, err := image.DecodeConfig(readPicture(r, bytes))
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
	shown, _, err := image.Decode(readPicture(r, bytes))
	if err != nil {
		return nil, fail(Damaged, "picture: %v", err)
	}
	if format == "jpeg" {
		return oriented(shown, orientationOf(r, bytes)), nil
	}
	return shown, nil
}

// pictureReader lets a decoder that jumps about in a file do so; else it would read all of it into memory.
type pictureReader struct {
	*bufio.Reader
	io.ReaderAt
}

func readPicture(r io.ReaderAt, bytes int64) pictureReader {
	section := io.NewSectionReader(r, 0, bytes)
	return pictureReader{bufio.NewReader(section), section}
}
