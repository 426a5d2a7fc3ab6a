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
	s.gate.share(&s.keeper)
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
	s.gate.makeRoom(&s.keeper)
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
	return s.with(ctx, func(e *ears, step func() error) error {
		return e.cut(read, step, func(cut stretchCut, piece []float32) error {
			stretch, err := e.hear(cut, piece, step)
			if err != nil {
				return err
			}
			return heard(stretch)
		})
	})
}

// cut reads samples to their end and hands over each stretch with speech.
func (s *Speech) cut(ctx context.Context, read func([]float32) (int, error), on func(stretchCut, []float32) error) error {
	return s.with(ctx, func(e *ears, step func() error) error { return e.cut(read, step, on) })
}

// with waits for the turn of a recording and does something with the models; step is to be called before each run of one.
func (s *Speech) with(ctx context.Context, do func(e *ears, step func() error) error) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.keeper.with(ctx, func(e *ears) error { return do(e, func() error { return s.gate.wait(ctx) }) })
}

// Close waits for what runs and lets the models go.
func (s *Speech) Close() error { return s.keeper.close() }

// cut finds the stretches with speech. step is called before each run of the model.
func (e *ears) cut(read func([]float32) (int, error), step func() error, on func(stretchCut, []float32) error) error {
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
		if n == 0 {
			continue
		}
		clear(frame[n:])
		if err := step(); err != nil {
			return err
		}
		sure, err := voice.next(frame)
		if err != nil {
			return err
		}
		if cut, piece := cutter.add(frame, sure); piece != nil {
			if err := on(cut, piece); err != nil {
				return err
			}
		}
	}
	if cut, piece := cutter.end(); piece != nil {
		return on(cut, piece)
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
