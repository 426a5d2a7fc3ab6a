package extract

import (
	"context"
	"slices"
	"time"

	"ibid/store"
)

const (
	maxPDFSize  = 512 << 20
	maxPDFPages = 5000
	pageTime    = 20 * time.Second
	mostCrashes = 8   // of the sandbox in one document, before its other pages are given up
	stretch     = 128 // pages that are looked at together for running heads
)

// Extract reads a PDF page by page. A page that cannot be read is empty and doubtful; the others are not lost.
func (p *PDF) Extract(ctx context.Context, f File) (Text, error) {
	switch {
	case f.Size == 0:
		return Text{}, fail(Empty, NoBytes)
	case f.Size > maxPDFSize:
		return Text{}, fail(TooLarge, "%d MB, the limit is %d", f.Size>>20, maxPDFSize>>20)
	}
	release, err := acquire(ctx, p.reading)
	if err != nil {
		return Text{}, err
	}
	defer release()
	r := pdfRun{pdf: p, file: f}
	defer r.stop()
	return r.read(ctx)
}

// pdfRun reads one file. Its document may change under way: after a crash or a page that takes too long, it goes on with a fresh
// sandbox.
type pdfRun struct {
	pdf     *PDF
	file    File
	doc     *pdfDocument
	crashes int
	style   *pdfStyle
	heads   runningHeads
	eyes    eyes
}

func (r *pdfRun) stop() {
	if r.doc != nil {
		r.doc.close()
		r.doc = nil
	}
}

func (r *pdfRun) read(ctx context.Context) (Text, error) {
	opening, cancel := context.WithTimeout(ctx, 3*pageTime)
	defer cancel()
	var err error
	if r.doc, err = r.pdf.open(opening, r.file); err != nil {
		if Code(err) == Damaged || Code(err) == TimedOut && ctx.Err() == nil {
			return r.rescue(ctx, err)
		}
		return Text{}, err
	}
	count := r.doc.pages
	r.eyes = eyes{recogniser: r.pdf.OCR, file: r.file, pages: count}
	switch {
	case count <= 0:
		return r.rescue(ctx, fail(Damaged, "no pages"))
	case count > maxPDFPages:
		return Text{}, fail(TooLarge, "%d pages, the limit is %d", count, maxPDFPages)
	}
	t := Text{Format: "pdf", Unit: store.UnitPage}
	about := r.about(ctx)
	for from := 0; from < count; from += stretch {
		sheets := make([]pdfSheet, 0, stretch)
		for n := from; n < min(from+stretch, count); n++ {
			s, err := r.sheet(ctx, n)
			if err != nil {
				return Text{}, err
			}
			sheets = append(sheets, s)
		}
		if err := r.again(ctx, sheets, from); err != nil {
			return Text{}, err
		}
		if err := r.look(ctx, sheets, from); err != nil {
			return Text{}, err
		}
		if r.style == nil {
			r.style = styleOf(sheets, about.outline)
			t.Title = about.titleOr(&sheets[0], r.style.body)
		}
		r.heads.remove(sheets)
		for i := range sheets {
			t.Pages = append(t.Pages, sheets[i].page(from+i+1, r.style))
		}
	}
	if err := r.eyes.blind(); err != nil {
		return Text{}, err
	}
	t.Later, t.Unseen = r.eyes.unseen > 0, r.eyes.unseen
	if !t.Later && !slices.ContainsFunc(t.Pages, func(p store.Page) bool { return p.Text != "" }) {
		if r.crashes > 0 {
			return Text{}, fail(Damaged, "no page could be read")
		}
		return Text{}, fail(NoText, "%d pages without text", count)
	}
	markOverlays(t.Pages)
	t.ReadBy = readersOf(t.Pages)
	return t, nil
}

// sheet reads a page within its time. Only the end of ctx and a document that no longer opens are errors.
func (r *pdfRun) sheet(ctx context.Context, n int) (pdfSheet, error) {
	if err := ctx.Err(); err != nil {
		return pdfSheet{}, sandboxError(ctx, err)
	}
	if r.doc == nil {
		return pdfSheet{failed: true}, nil
	}
	page, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	s, err := r.doc.sheet(page, n)
	if err == nil {
		s.label, err = r.doc.label(page, n)
	}
	if err == nil {
		return s, nil
	}
	return pdfSheet{failed: true}, r.reopen(ctx, err)
}

// reopen goes on with a fresh sandbox after err. Only the end of ctx is an error.
func (r *pdfRun) reopen(ctx context.Context, err error) error {
	r.stop()
	if ctx.Err() != nil {
		return sandboxError(ctx, err)
	}
	if r.crashes++; r.crashes < mostCrashes {
		return r.open(ctx)
	}
	return nil
}

// open opens the file once more. Only the end of ctx is an error.
func (r *pdfRun) open(ctx context.Context) error {
	doc, err := r.pdf.open(ctx, r.file)
	if err == nil {
		r.doc = doc
		return nil
	}
	r.crashes = mostCrashes
	return ctx.Err()
}
