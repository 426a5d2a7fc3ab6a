package models

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// What Moonshine tiny and Silero VAD want.
const (
	speechName    = "moonshine-tiny-en"
	speechThreads = 2
	// SpeechRate is how many samples a second the model hears, one channel, from -1 to 1.
	SpeechRate = 16000
)

// speechCuts goes up when recordings are cut or written in another way, so that nothing is put together from both.
const speechCuts = 1

// SpeechOptions say where the unpacked models lie and who goes before.
type SpeechOptions struct {
	Dir  string        // where Unpack put the models
	Idle time.Duration // how long the loaded models stay without work; 0: two minutes
	Gate *Gate         // shared with the embedder, so that no question waits for a recording; nil: one of its own
}

// Speech writes down what is said in recordings: Silero VAD finds the voices, Moonshine tiny hears English. It is loaded when
// first needed. All methods may be called from several goroutines; one recording is heard at a time.
type Speech struct {
	keeper keeper[*ears]
	gate   *Gate
	turn   chan struct{} // held by the recording that is heard
	files  unpackedFiles
}

// Stretch is a part of a recording between two silences and what is said in it.
type Stretch struct {
	Start, End float64 // seconds from the first sample
	Sentences  []Sentence
	Tokens     int     // that the model wrote
	LogProb    float64 // sum of what the model gave each of them
	Repeats    int     // tokens that were dropped because the model went round in a circle
}

// Sentence is a sentence, or the part of one that is said in a stretch.
type Sentence struct {
	Start, End float64
	Text       string
}

// NewSpeech makes the listener; nothing is read before it is needed.
func NewSpeech(options SpeechOptions) *Speech {
	if options.Idle <= 0 {
		options.Idle = defaultIdle
	}
	if options.Gate == nil {
		options.Gate = new(Gate)
	}
	s := &Speech{gate: options.Gate, turn: make(chan struct{}, 1), files: unpacked(options.Dir)}
	s.keeper = keeper[*ears]{load: s.load, idle: options.Idle}
	return s
}

func (s *Speech) load() (*ears, error) {
	library, err := s.files.path(roleRuntime)
	if err != nil {
		return nil, err
	}
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	return openEars(s.files)
}

// Identity names the models and the way they are used: texts of two identities must not be mixed in one recording.
func (s *Speech) Identity() (string, error) {
	return s.files.identity(fmt.Sprintf("%s/%d", speechName, speechCuts), roleVoice, roleEncoder, roleDecoder)
}

// Listen reads samples to their end and tells of each stretch with speech, in order, as soon as it is written down. read fills
// a buffer as far as it can and returns io.EOF at the end. Listen stops between two steps of the models when ctx ends, and at
// the first error of read or heard.
func (s *Speech) Listen(ctx context.Context, read func([]float32) (int, error), heard func(Stretch) error) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.keeper.with(ctx, func(e *ears) error {
		return e.listen(read, func() error { return s.gate.wait(ctx) }, heard)
	})
}

// Close waits for what runs and lets the models go.
func (s *Speech) Close() error { return s.keeper.close() }

// listen cuts the samples into stretches and hears each. step is called before each run of a model.
func (e *ears) listen(read func([]float32) (int, error), step func() error, heard func(Stretch) error) error {
	voice := newVoice(e.voice)
	cutter := newCutter()
	frame := make([]float32, frameSamples)
	for done := false; !done; {
		n, err := readFull(read, frame)
		switch {
		case errors.Is(err, io.EOF):
			done = true
		case err != nil:
			return err
		}
		var piece []float32
		var cut stretchCut
		if n > 0 {
			clear(frame[n:])
			if err := step(); err != nil {
				return err
			}
			sure, err := voice.next(frame)
			if err != nil {
				return err
			}
			cut, piece = cutter.add(frame, sure)
		}
		if done && piece == nil {
			cut, piece = cutter.end()
		}
		if piece == nil {
			continue
		}
		stretch, err := e.hear(cut, piece, step)
		if err != nil {
			return err
		}
		if err := heard(stretch); err != nil {
			return err
		}
		if done { // the last frame closed a stretch; something may be left
			if cut, piece = cutter.end(); piece != nil {
				if stretch, err = e.hear(cut, piece, step); err == nil {
					err = heard(stretch)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// readFull fills the buffer unless the samples end before.
func readFull(read func([]float32) (int, error), into []float32) (n int, err error) {
	for n < len(into) && err == nil {
		var more int
		more, err = read(into[n:])
		n += more
	}
	if errors.Is(err, io.EOF) && n == len(into) {
		err = nil
	}
	return n, err
}
