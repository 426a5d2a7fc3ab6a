package extract

import (
	"context"
	"image"
	"time"
)

// Recogniser reads text in pictures. It may be called from several goroutines at once.
type Recogniser interface {
	// Identity names what reads and the way it is used: pages of two identities are not put together.
	Identity(ctx context.Context) (string, error)
	// Recognise returns the lines of text that a picture shows, in no certain order. It stops soon after ctx ends.
	Recognise(ctx context.Context, picture image.Image) ([]SeenLine, error)
}

// SeenLine is a line of text in a picture.
type SeenLine struct {
	Words []SeenWord `json:"words"`
	Turn  int        `json:"turn"` // the direction in which it runs, in quarter turns clockwise: 0 = from left to right
}

// SeenWord is a word with its place in pixels and how sure its letters are, from 0 to 1.
type SeenWord struct {
	Text       string  `json:"text"`
	X0         float32 `json:"x0"`
	Y0         float32 `json:"y0"`
	X1         float32 `json:"x1"`
	Y1         float32 `json:"y1"`
	Confidence float32 `json:"confidence"`
}

// readByOCR is what a page says that was read from its picture.
const readByOCR = "ocr"

const (
	seeingTime = 2 * time.Minute // for one page: the slowest take a third of it on a busy laptop
	unsurePage = 0.8             // the confidence under which a page is doubtful
)
