package extract

import (
	"context"
	"image"
	"slices"
	"unicode/utf8"

	"ibid/store"
)

// ReadByVision is what a page and a document say of which a model told what their pictures show.
const ReadByVision = "vision"

// Drawn are the formats whose pages can be drawn, and DrawnEnds how names of such files end.
var (
	Drawn     = append([]string{"pdf"}, Pictures...)
	DrawnEnds = []string{".pdf", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp"}
)

const (
	lookingSide    = 1536     // pixels: vision models make larger pictures smaller
	maxDescription = 16 << 10 // bytes
)

// WithDescription returns a page with what the model by said of its picture, behind the words of the document and in place of what a
// model said before. Blank text takes that away.
func WithDescription(p store.Page, text, by string) store.Page {
	if i := slices.IndexFunc(p.Blocks, func(b store.Block) bool { return b.Kind == store.Described }); i >= 0 {
		end := 0
		if i > 0 {
			end = p.Blocks[i-1].To
		}
		p.Text, p.Blocks = p.Text[:end], p.Blocks[:i]
	}
	if len(text) > maxDescription {
		cut := maxDescription
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	w := newWriter()
	w.text.WriteString(p.Text)
	w.blocks = slices.Clone(p.Blocks)
	before := len(w.blocks)
	w.addLines(store.Described, 0, text)
	for i := before; i < len(w.blocks); i++ {
		w.blocks[i].By = by
	}
	p.Text, p.Blocks = w.text.String(), w.blocks
	return p
}

// IsDescribed reports whether a page has something that a model said of its picture.
func IsDescribed(p store.Page) bool {
	return slices.ContainsFunc(p.Blocks, func(b store.Block) bool { return b.Kind == store.Described })
}

// Picture draws a page of a PDF, or a picture in a file of another format, for a model to look at; nil when there is nothing on it.
func (p *PDF) Picture(ctx context.Context, path, format string, page PageShape) (image.Image, error) {
	width := lookingSide
	if page.Height > page.Width && page.Width > 0 {
		width = int(lookingSide * page.Width / page.Height)
	}
	var shown image.Image
	var err error
	if format == "pdf" {
		shown, err = p.Render(ctx, path, page.Number, width)
	} else {
		shown, err = DrawPicture(path, page.Number, width)
	}
	if err != nil || blank(shown) {
		return nil, err
	}
	return shown, nil
}
