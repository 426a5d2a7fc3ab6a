package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"path/filepath"
	"slices"
	"strings"

	"ibid/ingest/chunk"
	"ibid/ingest/extract"
	"ibid/store"
)

// looking is one document whose pages a model looks at.
type looking struct {
	in            *Ingester
	job           store.Job
	model, reader string

	format   string
	pages    []store.Page
	changed  []int // indexes of pages that are not written yet
	pictures []string
}

// document looks at the pages that could not be read, and at those with figures. What a model has said of a picture is kept at once, so
// that whatever ends this loses one page; the text of the document gets it in parts.
func (l *looking) document(ctx context.Context) (err error) {
	folder, path := l.in.store.FileOf(l.job.Document, l.job.Dir)
	defer l.in.notPanicking(path, &err)
	ctx = l.in.with(ctx, l.job.Document)
	info, err := statInside(folder, path)
	if err != nil || info.Size() != l.job.Size || info.ModTime().UnixNano() != l.job.ModTime || l.in.onlyInCloud(info) {
		l.in.unseen.put(l.job.RowID, l.in.now(), lookScan)
		return nil
	}
	l.format = formatDrawn(l.job.Document)
	shapes, err := l.in.Viewer.Shapes(ctx, path, l.format)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotSeen, err)
	}
	if err := l.load(ctx, shapes); err != nil {
		return err
	}
	failed := l.each(ctx, path, shapes)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := l.write(ctx); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	if err := l.in.store.AllDescribed(ctx, l.job.Document, l.reader, l.pictures); !errors.Is(err, store.ErrNotFound) {
		return stored(err)
	}
	return store.ErrNotFound
}

// load takes up the pages as they were read, and empty ones for those of a document in which no text was found.
func (l *looking) load(ctx context.Context, shapes []extract.PageShape) error {
	read, err := l.in.store.Pages(ctx, l.job.RowID)
	if err != nil {
		return stored(err)
	}
	l.pages = slices.Clone(read)
	for _, s := range shapes {
		if _, ok := pageAt(read, s.Number); !ok {
			p := store.Page{Number: s.Number, Width: s.Width, Height: s.Height, ReadBy: extract.ReadByVision, Doubtful: true}
			l.pages = append(l.pages, p)
		}
	}
	slices.SortFunc(l.pages, func(a, b store.Page) int { return a.Number - b.Number })
	return nil
}

// pageAt is the index of a page among sorted ones: of some there is no shape, as they cannot be drawn.
func pageAt(pages []store.Page, number int) (int, bool) {
	return slices.BinarySearchFunc(pages, number, func(p store.Page, number int) int { return p.Number - number })
}

// each looks at one page after the other. A page that cannot be drawn keeps what was said of it, and none of the others from being seen;
// its error comes at the end, so that the document is looked at again.
func (l *looking) each(ctx context.Context, path string, shapes []extract.PageShape) error {
	unwritten := 0
	var undrawn error
	for _, s := range shapes {
		i, _ := pageAt(l.pages, s.Number)
		own := extract.WithDescription(l.pages[i], "", "")
		text, transcribe := "", own.Doubtful || own.Text == ""
		if transcribe || s.Figures {
			picture, err := l.in.Viewer.Picture(ctx, path, l.format, s)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				undrawn = fmt.Errorf("%w: page %d: %w", ErrNotSeen, s.Number, err)
				continue
			case picture != nil:
				var hash string
				if text, hash, err = l.see(ctx, picture, transcribe); err != nil {
					return err
				}
				l.pictures = append(l.pictures, hash)
			}
		}
		told := extract.WithDescription(own, text, l.model)
		if told.Text == l.pages[i].Text && slices.Equal(told.Blocks, l.pages[i].Blocks) {
			continue
		}
		l.pages[i] = told
		l.changed = append(l.changed, i)
		if unwritten++; unwritten == writeEvery {
			unwritten = 0
			if err := l.write(ctx); err != nil {
				return err
			}
		}
	}
	return undrawn
}

// write puts what is new into the document.
func (l *looking) write(ctx context.Context) error {
	if len(l.changed) == 0 {
		return nil
	}
	doc := l.job.Document
	text := extract.Text{Format: l.format, Unit: store.UnitPage, Pages: l.pages, ReadBy: []string{extract.ReadByVision}}
	passages := chunk.Split(text, chunk.Options{Title: doc.Title, Lang: doc.Lang})
	if doc.ReadAt == 0 { // nothing is known of it yet
		var err error
		if doc, passages, err = l.in.describe(doc, text); err != nil {
			return fmt.Errorf("%w: %w", ErrNotSeen, err)
		}
		l.changed = l.changed[:0]
		for i := range l.pages {
			l.changed = append(l.changed, i)
		}
	}
	doc.Described, doc.Doubtful, doc.DescribedBy = nil, nil, l.job.DescribedBy
	doc.ReadBy = slices.DeleteFunc(slices.Clone(doc.ReadBy), func(by string) bool { return by == extract.ReadByVision })
	for _, p := range l.pages {
		switch {
		case extract.IsDescribed(p):
			doc.Described = append(doc.Described, p.Number)
		case p.Doubtful:
			doc.Doubtful = append(doc.Doubtful, p.Number)
		}
	}
	if len(doc.Described) > 0 {
		doc.ReadBy = append(doc.ReadBy, extract.ReadByVision)
	}
	var pages []store.Page
	for _, i := range l.changed {
		pages = append(pages, l.pages[i])
	}
	err := l.in.store.WriteDescribed(ctx, doc, pages, passages)
	if err == nil {
		l.job.Document, err = l.in.store.Document(ctx, l.job.RowID)
	}
	if errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err != nil {
		return stored(err)
	}
	l.changed = nil
	l.in.embed.ring()
	l.in.notify(Event{Kind: DocumentChanged, ModuleID: l.job.ModuleID, DocumentID: l.job.RowID})
	return nil
}

// formatDrawn is the format of a document, or what the name of one promises that was not read.
func formatDrawn(d store.Document) string {
	if d.Format != "" {
		return d.Format
	}
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(d.Path)), ".")
}

// pictureHash names a picture by its size and pixels.
func pictureHash(picture image.Image) string {
	shown, ok := picture.(*image.RGBA)
	if !ok {
		shown = image.NewRGBA(picture.Bounds())
		draw.Draw(shown, shown.Rect, picture, picture.Bounds().Min, draw.Src)
	}
	h := sha256.New()
	var size [16]byte
	binary.BigEndian.PutUint64(size[:8], uint64(shown.Rect.Dx()))
	binary.BigEndian.PutUint64(size[8:], uint64(shown.Rect.Dy()))
	h.Write(size[:])
	for y := range shown.Rect.Dy() {
		h.Write(shown.Pix[y*shown.Stride : y*shown.Stride+4*shown.Rect.Dx()])
	}
	return hex.EncodeToString(h.Sum(nil))
}
