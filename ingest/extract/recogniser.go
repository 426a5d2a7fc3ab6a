package extract

import (
	"context"
	"image"
	"time"
)

// Recogniser reads text in pictures. It may be called from several goroutines at once.
type Recogniser interface {
	// Recognise returns the lines of text that a picture shows, in no certain order. It stops soon after ctx ends.
	Recognise(ctx context.Context, picture image.Image) ([]SeenLine, error)
}

// SeenLine is a line of text in a picture.
type SeenLine struct {
	Words []SeenWord
	Turn  int // the direction in which it runs, in quarter turns clockwise: 0 = from left to right
}

// SeenWord is a word with its place in pixels and how sure its letters are, from 0 to 1.
type SeenWord struct {
	Text           string
	X0, Y0, X1, Y1 float32
	Confidence     float32
}

// readByOCR is what a page says that was read from its picture.
const readByOCR = "ocr"

const (
	seeingTime = 2 * time.Minute // for one page: the slowest take a third of it on a busy laptop
	unsurePage = 0.8             // the confidence under which a page is doubtful
)

// seen has a picture read within the time of a page. Only the end of ctx is an error: a page that cannot be read this way stays as
// it was.
func seen(ctx context.Context, r Recogniser, picture image.Image) ([]SeenLine, error) {
	defer pauseLimit(ctx)()
	page, cancel := context.WithTimeout(ctx, seeingTime)
	defer cancel()
	lines, err := r.Recognise(page, picture)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil
	}
	return lines, nil
}

type slowKey struct{}

// WithSlow has begin called when the reading of a file comes to a part that takes seconds a page. An error of it ends the reading and
// is returned.
func WithSlow(ctx context.Context, begin func() error) context.Context {
	return context.WithValue(ctx, slowKey{}, begin)
}

// SlowBegins says that the slow part of a file begins; an error of it ends the reading.
func SlowBegins(ctx context.Context) error {
	if begin, ok := ctx.Value(slowKey{}).(func() error); ok {
		return begin()
	}
	return nil
}
