package app

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"sync"
	"time"

	"ibid/app/models"
	"ibid/ingest"
	"ibid/ingest/extract"
)

// lookLimit is for one picture: a small model on a laptop without a graphics card takes a third of it.
const lookLimit = 15 * time.Minute

// viewer looks at pictures of pages with the model of the settings. Ollama does one thing after the other, so a question stops the
// picture in hand, which is looked at again afterwards.
type viewer struct {
	app *App

	mu     sync.Mutex // guards what follows
	asking int        // questions in the making
	free   chan struct{}
	stop   context.CancelCauseFunc // of the picture in hand
}

// errGivesWay ends the look at a picture that is in the way.
var errGivesWay = errors.New("the picture gives way")

// Model implements ingest.Viewer.
func (v *viewer) Model() (model, reader string) {
	if model = v.app.Settings().Vision; model == "" {
		return "", ""
	}
	return model, model + " " + models.LookIdentity
}

// Shapes implements ingest.Viewer.
func (v *viewer) Shapes(ctx context.Context, path, format string) ([]extract.PageShape, error) {
	return v.app.pdf.Shapes(ctx, path, format)
}

// Picture implements ingest.Viewer.
func (v *viewer) Picture(ctx context.Context, path, format string, page extract.PageShape) (image.Image, error) {
	return v.app.pdf.Picture(ctx, path, format, page)
}

// Look implements ingest.Viewer.
func (v *viewer) Look(ctx context.Context, model string, picture image.Image, transcribe bool) (string, error) {
	service, name, _ := strings.Cut(model, ":")
	if service == "openrouter" { // it does many things at once
		limited, cancel := context.WithTimeout(ctx, lookLimit)
		defer cancel()
		text, err := models.Look(limited, v.app.router, name, picture, transcribe)
		return text, ofOnePicture(ctx, err)
	}
	for {
		if err := v.wait(ctx); err != nil {
			return "", err
		}
		text, err := v.lookHere(ctx, name, picture, transcribe)
		if errors.Is(err, errGivesWay) {
			if chosen, _ := v.Model(); chosen == model {
				continue
			}
		}
		return text, err
	}
}

// lookHere has Ollama look at a picture.
func (v *viewer) lookHere(ctx context.Context, name string, picture image.Image, transcribe bool) (string, error) {
	o, err := v.app.ollamaClient()
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	stoppable, stop := context.WithCancelCause(limited)
	defer stop(nil)
	v.mu.Lock()
	if v.asking > 0 { // it came after wait returned
		v.mu.Unlock()
		return "", errGivesWay
	}
	v.stop = stop
	v.mu.Unlock()
	text, err := models.Look(stoppable, o, name, picture, transcribe)
	v.mu.Lock()
	v.stop = nil
	v.mu.Unlock()
	if err != nil && errors.Is(context.Cause(stoppable), errGivesWay) {
		return "", errGivesWay
	}
	if err = ofOnePicture(ctx, err); errors.Is(err, ingest.ErrNotSeen) {
		if _, gone := o.Ping(ctx); gone != nil {
			return "", gone
		}
	}
	return text, err
}

// ofOnePicture tells errors that another picture may not meet.
func ofOnePicture(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	for _, one := range []error{
		context.DeadlineExceeded, models.ErrStalled, models.ErrCutOff, models.ErrBadReply, models.ErrContextTooLong, models.ErrServer,
	} {
		if errors.Is(err, one) {
			return fmt.Errorf("%w: %w", ingest.ErrNotSeen, err)
		}
	}
	return err
}

// question has pictures give way until the returned function is called.
func (v *viewer) question() (through func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.asking == 0 {
		v.free = make(chan struct{})
	}
	v.asking++
	if v.stop != nil {
		v.stop(errGivesWay)
	}
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.asking--; v.asking == 0 {
			close(v.free)
		}
	}
}

// giveUp ends the look at the picture in hand: another model is chosen.
func (v *viewer) giveUp() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stop != nil {
		v.stop(errGivesWay)
	}
}

// wait returns when no question is in the way.
func (v *viewer) wait(ctx context.Context) error {
	for {
		v.mu.Lock()
		busy, free := v.asking > 0, v.free
		v.mu.Unlock()
		if !busy {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-free:
		}
	}
}
