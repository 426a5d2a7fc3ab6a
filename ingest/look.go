package ingest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// Viewer looks at pictures of pages with a model that the student chose. It is called from one goroutine.
type Viewer interface {
	// Model names the model; reader is the model and the way it is asked. Both are "" when none is chosen, which may change at any time.
	Model() (model, reader string)
	// Shapes tells of each page of the file at path how large it is and whether it shows figures.
	Shapes(ctx context.Context, path, format string) ([]extract.PageShape, error)
	// Picture draws a page; nil when there is nothing on it.
	Picture(ctx context.Context, path, format string, page extract.PageShape) (image.Image, error)
	// Look says what a picture shows: with transcribe all of it, else its figures only; "" when there is nothing to say. An error that
	// wraps ErrNotSeen is about this picture, any other one about the model.
	Look(ctx context.Context, model string, picture image.Image, transcribe bool) (string, error)
}

// ErrNotSeen says that a model could not tell what one picture shows; others it may.
var ErrNotSeen = errors.New("the picture could not be looked at")

const (
	writeEvery = 8                // pages that a model has told of: so much of a long scan can be searched before the rest
	lookAgain  = time.Hour        // until a document is looked at again of which a page failed, doubled each time
	lookScan   = 10 * time.Minute // until one whose file is not as it was, which the scan deals with first
	lookBack   = 15               // times the longest wait of the others: a model that is away stays so for longer
)

// runViewer has pages looked at when there is nothing else to do: a model takes minutes for each on a laptop.
func (in *Ingester) runViewer(ctx context.Context) error {
	if in.Viewer == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	backoff := in.times.backoff
	for {
		more, err := in.lookSome(ctx)
		var broken *storeError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			backoff = in.times.backoff
			if more {
				continue
			}
			if _, err := in.view.wait(ctx, in.unseen.wait(in.now())); err != nil {
				return err
			}
			continue
		case errors.As(err, &broken):
			in.storeFails(err)
		default:
			in.begins(0, ViewerFailing, err)
		}
		// A ring may mean that the student has mended it: look then, but not more often than the shortest wait.
		if err := pause(ctx, in.times.backoff); err != nil {
			return err
		}
		if backoff > in.times.backoff {
			if _, err := in.view.wait(ctx, backoff-in.times.backoff); err != nil {
				return err
			}
		}
		backoff = min(2*backoff, lookBack*in.times.maxBack)
	}
}

// lookSome looks at one document and reports whether there may be more. Errors of the store are of type *storeError, the others are the
// model's.
func (in *Ingester) lookSome(ctx context.Context) (more bool, err error) {
	model, reader := in.Viewer.Model()
	if model == "" {
		in.ends(0, ViewerFailing)
		return false, nil
	}
	if busy, err := in.busy(ctx); busy || err != nil {
		return false, err // readers and embedder ring when they are done
	}
	job, err := in.store.NextUndescribed(ctx, reader, in.looked.Load(), extract.Drawn, extract.DrawnEnds, in.unseen.rows(in.now()))
	if errors.Is(err, store.ErrNotFound) {
		in.ends(0, ViewerFailing)
		return false, nil
	}
	if err != nil {
		return false, stored(err)
	}
	l := looking{in: in, job: job, model: model, reader: reader}
	switch err := l.document(ctx); {
	case errors.Is(err, errBusy):
		return false, nil
	case errors.Is(err, store.ErrNotFound): // it is read again, or gone
		return true, nil
	case errors.Is(err, ErrNotSeen), extract.Code(err) != "":
		in.log.Warn("page not looked at", "document", job.RowID, "error", err)
		in.unseen.put(job.RowID, in.now(), lookAgain)
		return true, nil
	case err != nil:
		return false, err
	}
	in.ends(0, ViewerFailing)
	return true, nil
}

// errBusy says that there is something more urgent to do than to look at pictures.
var errBusy = errors.New("documents are read")

// busy says whether documents are read or embedded, or could be, or power is saved.
func (in *Ingester) busy(ctx context.Context) (bool, error) {
	q, err := in.store.Queue(ctx, true)
	if err != nil {
		return false, stored(err)
	}
	return q.Open || in.embedding.Load() || in.saving.Load(), nil
}

// see is what a model says of a picture, or said of it before.
func (l *looking) see(ctx context.Context, picture image.Image, transcribe bool) (text, hash string, err error) {
	hash = pictureHash(picture)
	task := l.reader + " describe"
	if transcribe {
		task = l.reader + " transcribe"
	}
	text, err = l.in.store.Description(ctx, hash, task)
	if errors.Is(err, store.ErrNotFound) {
		switch busy, err := l.in.busy(ctx); {
		case err != nil:
			return "", "", err
		case busy:
			return "", "", errBusy
		}
		text, err = l.in.Viewer.Look(ctx, l.model, picture, transcribe)
		if _, reader := l.in.Viewer.Model(); reader != l.reader {
			return "", "", errBusy // another model is chosen
		}
		if err != nil {
			return "", "", fmt.Errorf("look at a page: %w", err)
		}
	}
	if err == nil {
		err = l.in.store.KeepDescription(ctx, l.job.RowID, hash, task, text)
	}
	if errors.Is(err, store.ErrNotFound) {
		return "", "", err
	}
	return text, hash, stored(err)
}
