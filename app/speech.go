package app

import (
	"context"
	"errors"
	"sync"

	"ibid/app/models"
	"ibid/ingest/extract"
)

// listener hears recordings with the models in the binary, which are unpacked when the first recording comes.
type listener struct {
	app *App

	mu   sync.Mutex // guards what follows
	made *models.Speech
}

func (l *listener) speech() (*models.Speech, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made != nil {
		return l.made, nil
	}
	dir, err := l.app.unpackedModels()
	if err != nil {
		return nil, err
	}
	l.made = models.NewSpeech(models.SpeechOptions{Dir: dir, Gate: &l.app.gate})
	return l.made, nil
}

// Identity names the model and the way it is used.
func (l *listener) Identity() (string, error) {
	s, err := l.speech()
	if err != nil {
		return "", notHeard(err)
	}
	identity, err := s.Identity()
	return identity, notHeard(err)
}

// Listen reads samples to their end and tells of each stretch with speech as soon as it is written down.
func (l *listener) Listen(ctx context.Context, read func([]float32) (int, error), heard func(extract.Stretch) error) error {
	s, err := l.speech()
	if err != nil {
		return notHeard(err)
	}
	err = s.Listen(ctx, read, func(m models.Stretch) error {
		out := extract.Stretch{Start: m.Start, End: m.End, Tokens: m.Tokens, LogProb: m.LogProb, Repeats: m.Repeats}
		for _, said := range m.Sentences {
			out.Sentences = append(out.Sentences, extract.SpokenSentence(said))
		}
		return heard(out)
	})
	return notHeard(err)
}

// notHeard tells errors of the models from those of the recording: no other try will do better.
func notHeard(err error) error {
	if errors.Is(err, models.ErrNoModels) || errors.Is(err, models.ErrRuntime) {
		return &extract.Error{Code: extract.NotHeard, Detail: err.Error()}
	}
	return err
}

func (l *listener) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil {
		return
	}
	if err := l.made.Close(); err != nil {
		l.app.log.Warn("close speech", "error", err)
	}
}
