package app

import (
	"context"
	"errors"
	"image"
	"sync"

	"ibid/app/models"
	"ibid/ingest/extract"
)

// recogniser reads text in pictures: with Tesseract where it is installed, else with the models in the binary. Both are looked for
// when the first picture comes.
type recogniser struct {
	app *App

	mu        sync.Mutex // guards what follows
	looked    bool
	tesseract *models.Tesseract
	embedded  *models.OCR
}

// Identity names what reads: another one may read other words in the same picture.
func (r *recogniser) Identity(ctx context.Context) (string, error) {
	if t := r.installed(ctx); t != nil {
		return t.Identity(), ctx.Err()
	}
	ocr, err := r.models()
	if errors.Is(err, models.ErrNoModels) { // it never reads anything, which is no failure
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return ocr.Identity()
}

// Recognise returns the lines of text that a picture shows.
func (r *recogniser) Recognise(ctx context.Context, picture image.Image) ([]extract.SeenLine, error) {
	if t := r.installed(ctx); t != nil {
		lines, err := t.Read(ctx, picture)
		if err == nil || ctx.Err() != nil {
			return seenLines(lines), ctx.Err()
		}
		r.app.log.Warn("tesseract", "error", err)
	}
	ocr, err := r.models()
	if errors.Is(err, models.ErrNoModels) {
		return nil, nil
	}
	if err != nil {
		r.app.log.Warn("text recognition", "error", err)
		return nil, err
	}
	lines, err := ocr.Read(ctx, picture)
	if err != nil && ctx.Err() == nil {
		r.app.log.Warn("text recognition", "error", err)
	}
	return seenLines(lines), err
}

func (r *recogniser) installed(ctx context.Context) *models.Tesseract {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.looked {
		r.tesseract = models.FindTesseract(ctx)
		r.looked = ctx.Err() == nil
	}
	return r.tesseract
}

func (r *recogniser) models() (*models.OCR, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedded == nil {
		dir, err := r.app.unpackedModels()
		if err != nil {
			return nil, err
		}
		r.embedded = models.NewOCR(dir, 0, &r.app.gate)
	}
	return r.embedded, nil
}

func (r *recogniser) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedded == nil {
		return
	}
	if err := r.embedded.Close(); err != nil {
		r.app.log.Warn("close text recognition", "error", err)
	}
}

func seenLines(lines []models.OCRLine) []extract.SeenLine {
	out := make([]extract.SeenLine, 0, len(lines))
	for _, l := range lines {
		seen := extract.SeenLine{Turn: l.Turn}
		for _, w := range l.Words {
			seen.Words = append(seen.Words, extract.SeenWord(w))
		}
		out = append(out, seen)
	}
	return out
}
