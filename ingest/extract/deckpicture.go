package extract

import (
	"bytes"
	"context"
	"regexp"

	"ibid/store"
)

// Pictures of slides are read when they may show something to read: not when they are small, or on several slides like a logo.
const (
	deckPictureShare  = 0.06 // of the area of a slide
	deckPictureSlides = 2    // on how many slides a picture may stand
	deckPicturePixels = 80   // of its shorter side: less has no letters
	maxDeckPictures   = 80   // read of one deck; each takes up to some seconds
	surePicture       = 0.7  // the confidence under which letters were seen in a pattern
)

// deckPictures reads the pictures of a deck, each once.
type deckPictures struct {
	ctx           context.Context
	eyes          eyes
	width, height float64        // of a slide
	shown         map[string]int // on how many slides a picture stands
	known         map[string]store.Page
	failed        error
}

func newDeckPictures(ctx context.Context, ocr Recogniser, f File) *deckPictures {
	return &deckPictures{ctx: ctx, eyes: eyes{recogniser: ocr, file: f}, shown: map[string]int{}, known: map[string]store.Page{}}
}

// open looks up what was read before, when it is known which pictures stand on the slides.
func (d *deckPictures) open() error {
	d.eyes.pages = max(len(d.shown), 1)
	return d.eyes.open(d.ctx)
}

// unseen is how many pictures are left for later.
func (d *deckPictures) unseen() int {
	if d == nil {
		return 0
	}
	return d.eyes.unseen
}

// matters reports whether a picture of that size on the slide may have something to read.
func (d *deckPictures) matters(width, height float64) bool {
	return d.width <= 0 || d.height <= 0 || width*height >= deckPictureShare*d.width*d.height
}

// see is what a picture says; a page without text when that is nothing, or is left for later.
func (d *deckPictures) see(o *office, name string) store.Page {
	if page, ok := d.known[name]; ok {
		return page
	}
	n := len(d.known)
	if d.eyes.recogniser == nil || n == maxDeckPictures || d.shown[name] > deckPictureSlides || d.failed != nil {
		return store.Page{}
	}
	var page store.Page
	page, d.failed = d.look(o, name, n)
	if page.Confidence < surePicture {
		page = store.Page{}
	}
	d.known[name] = page
	return page
}

// look reads a picture, the n-th of the deck.
func (d *deckPictures) look(o *office, name string, n int) (store.Page, error) {
	raw, err := o.part(name)
	if err != nil {
		return store.Page{}, nil
	}
	shown, err := decodePicture(bytes.NewReader(raw), int64(len(raw)))
	if err != nil || min(shown.Bounds().Dx(), shown.Bounds().Dy()) < deckPicturePixels {
		return store.Page{}, nil
	}
	s, err := seePicture(d.ctx, &d.eyes, n, shown)
	if err != nil {
		return store.Page{}, err
	}
	return s.page(1, styleOf([]pdfSheet{s}, nil)), nil
}

// slidePictures are those of one slide.
type slidePictures struct {
	*deckPictures
	done  map[string]bool // one that stands there twice says nothing new
	bytes int             // of text that they gave
	sure  float32         // confidence, by byte
}

// read writes what a picture says. Its headings are no headings of the slide.
func (s *slidePictures) read(o *office, name string, w *writer) {
	if s.done[name] {
		return
	}
	if s.done == nil {
		s.done = map[string]bool{}
	}
	s.done[name] = true
	page := s.see(o, name)
	for _, b := range page.Blocks {
		if b.Kind == store.Heading {
			b.Kind, b.Level = store.Paragraph, 0
		}
		w.addLines(b.Kind, b.Level, page.Text[b.From:b.To])
	}
	s.bytes += len(page.Text)
	s.sure += float32(len(page.Text)) * page.Confidence
}

// page is the slide that w wrote. It says how sure is what was read from its pictures, and that they are all there is.
func (s *slidePictures) page(w *writer, number int) store.Page {
	page := w.page(number)
	if s.bytes == 0 {
		return page
	}
	page.Confidence = s.sure / float32(s.bytes)
	if w.len() <= s.bytes+len(w.blocks) {
		page.ReadBy, page.Doubtful = readByOCR, page.Confidence < unsurePage
	}
	return page
}

// madeUp are descriptions that a program wrote, and names of files.
var madeUp = regexp.MustCompile(`(?i)description automatically generated|AI-generated content may be incorrect|^\S*\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$|^https?://\S*$|^(?:picture|image|bild|grafik|imagen?)\s*\d*$`)

// description is what an author says of a picture; "" when it is not the author's.
func description(s string) string {
	if s = fold(s); madeUp.MatchString(s) {
		return ""
	}
	return s
}
