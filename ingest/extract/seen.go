package extract

import (
	"context"
	"image"
)

// eyes read the pages of one file that are pictures, and keep what they read.
type eyes struct {
	recogniser Recogniser
	file       File
	pages      int // of the file

	identity string
	known    map[int]seenPage
	unseen   int   // pages that are left for later
	seen     int   // pages that were read, now or before
	broken   error // why the recogniser does not even start
	failed   error // of the last page that it did not read
}

// seenPage is what was read from the picture of a page.
type seenPage struct {
	Page  int        `json:"page"`  // counted from 0
	Width int        `json:"width"` // of the picture
	Lines []SeenLine `json:"lines"`
}

// open looks up what was read in an earlier try.
func (e *eyes) open(ctx context.Context) error {
	if e.known != nil || e.recogniser == nil || e.file.Quick {
		return nil
	}
	e.known = map[int]seenPage{}
	var err error
	if e.identity, err = e.recogniser.Identity(ctx); err != nil || e.identity == "" {
		e.broken = err
		return ctx.Err() // it reads nothing, or nothing that could be kept
	}
	pages, err := kept[seenPage](ctx, e.file.Memory, e.identity)
	for _, p := range pages {
		if p.Width > 0 {
			e.known[p.Page] = p
		}
	}
	e.seen = len(e.known)
	return err
}

// look has a picture read, or leaves it for later; false if there is nothing to be read, or not now.
func (e *eyes) look(ctx context.Context, n int, picture image.Image) (seenPage, bool, error) {
	switch {
	case picture == nil || blank(picture):
		return seenPage{}, false, nil
	case e.file.Quick:
		e.unseen++
		return seenPage{}, false, nil
	case e.broken != nil:
		e.failed = e.broken
		return seenPage{}, false, nil
	}
	return e.read(ctx, n, picture)
}

// read has a picture read within the time of a page; false if that fails. Errors are the end of ctx, or the memory's.
func (e *eyes) read(ctx context.Context, n int, picture image.Image) (seenPage, bool, error) {
	defer pauseLimit(ctx)()
	page, cancel := context.WithTimeout(ctx, seeingTime)
	defer cancel()
	lines, err := e.recogniser.Recognise(page, picture)
	if ctx.Err() != nil {
		return seenPage{}, false, ctx.Err()
	}
	if err != nil {
		if page.Err() == nil { // it is not the page, which takes too long
			e.failed = err
		}
		return seenPage{}, false, nil
	}
	e.seen++
	p := seenPage{Page: n, Width: picture.Bounds().Dx(), Lines: lines}
	if e.identity == "" {
		return p, true, nil
	}
	return p, true, keep(ctx, e.file.Memory, e.identity, p, float64(n+1)/float64(e.pages))
}

// blind is the error of a file of which no page could be read because the recogniser fails. Where it reads some, it is the page.
func (e *eyes) blind() error {
	if e.failed == nil || e.seen > 0 {
		return nil
	}
	return fail(NotRecognised, "%v", e.failed)
}
