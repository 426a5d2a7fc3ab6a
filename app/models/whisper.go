package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Whisper writes down what is said in a sound, with a program or a server outside of this one.
type Whisper interface {
	// Name tells what writes and how it is asked: texts of two names must not be mixed in one recording.
	Name() string
	// Transcribe hears a WAV file of so many seconds.
	Transcribe(ctx context.Context, wav []byte, seconds float64) (Heard, error)
}

// Heard is what a Whisper said of a sound, as it is used: sentences in order of their times, within the sound.
type Heard struct {
	Sentences []Sentence
	Tokens    int     // 0 = it does not tell
	LogProb   float64 // sum of what it gave each of them
}

// ErrTranscriber marks what kept a Whisper from writing, beside its own kind.
var ErrTranscriber = errors.New("the transcriber failed")

const (
	// whisperSeconds is how much a Whisper gets at once: 7.7 MB, where services take 25, and long enough that a program that loads
	// its model each time does not spend its time on that.
	whisperSeconds = 240
	// whisperLimit is for one of these pieces: the largest model on a laptop takes some minutes for each of the sound.
	whisperLimit = 40 * time.Minute
	whisperReply = 4 << 20 // bytes that are read of an answer
	mostSegments = 4000    // of one piece
)

// heardSegment is a stretch of text as all kinds of Whisper tell it, in seconds.
type heardSegment struct {
	start, end float64
	text       string
}

// sentences makes what anyone may answer fit: times forwards, within the sound, text without controls.
func sentences(list []heardSegment, seconds float64) []Sentence {
	var out []Sentence
	at := 0.0
	for _, s := range list[:min(len(list), mostSegments)] {
		text := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || r == utf8.RuneError {
				return ' '
			}
			return r
		}, strings.ToValidUTF8(s.text, ""))), " ")
		if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) || sound(text) {
			continue
		}
		start, end := within(s.start, at, seconds), within(s.end, at, seconds)
		end = max(start, end)
		at = start
		out = append(out, Sentence{Start: start, End: end, Text: text})
	}
	return out
}

// sound tells remarks such as [MUSIC] and (applause), which nobody says.
func sound(text string) bool {
	inside := func(open, close string) bool {
		return strings.HasPrefix(text, open) && strings.HasSuffix(text, close) && strings.Count(text, open) == 1
	}
	return inside("[", "]") || inside("(", ")")
}

func within(t, from, to float64) float64 {
	if math.IsNaN(t) {
		return from
	}
	return min(max(t, from), to)
}

// ListenWith is Listen with w in place of the model in the binary, which only finds the voices: w gets stretches without the silence
// between them, up to four minutes at once. alive is called now and then while it writes. What w fails with wraps ErrTranscriber.
func (s *Speech) ListenWith(ctx context.Context, w Whisper, read func([]float32) (int, error), heard func(Stretch) error, alive func()) error {
	g := gathered{}
	flush := func() error {
		if len(g.samples) == 0 {
			return nil
		}
		stretch, err := g.transcribe(ctx, w, alive)
		if err != nil {
			return err
		}
		g = gathered{}
		return heard(stretch)
	}
	err := s.cut(ctx, read, func(cut stretchCut, piece []float32) error {
		if float64(len(g.samples)+len(piece)) > whisperSeconds*SpeechRate {
			if err := flush(); err != nil {
				return err
			}
		}
		g.add(cut, piece)
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// gathered are stretches one behind the other.
type gathered struct {
	samples []float32
	parts   []gatheredPart
	end     float64
}

// gatheredPart is where a stretch begins among the samples, and in the recording; both in seconds.
type gatheredPart struct{ here, there, length float64 }

func (g *gathered) add(cut stretchCut, piece []float32) {
	g.parts = append(g.parts, gatheredPart{
		here: float64(len(g.samples)) / SpeechRate, there: float64(cut.from) * frameSeconds, length: float64(len(piece)) / SpeechRate,
	})
	g.samples = append(g.samples, piece...)
	g.end = float64(cut.to) * frameSeconds
}

// transcribe has w write, and puts the times of the recording back.
func (g *gathered) transcribe(ctx context.Context, w Whisper, alive func()) (Stretch, error) {
	done := make(chan struct{})
	var ticking sync.WaitGroup
	defer ticking.Wait() // alive is not called once this has returned
	defer close(done)
	ticking.Go(func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				alive()
			}
		}
	})
	limited, cancel := context.WithTimeout(ctx, whisperLimit)
	defer cancel()
	said, err := w.Transcribe(limited, wavOf(g.samples), float64(len(g.samples))/SpeechRate)
	if ctx.Err() != nil {
		return Stretch{}, ctx.Err()
	}
	if err != nil {
		return Stretch{}, fmt.Errorf("%w: %w", ErrTranscriber, err)
	}
	out := Stretch{Start: g.parts[0].there, End: g.end, Tokens: said.Tokens, LogProb: said.LogProb}
	for _, s := range said.Sentences {
		s.Start, s.End = g.there(s.Start), g.there(s.End)
		out.Sentences = append(out.Sentences, s)
	}
	return out, nil
}

// there is the time in the recording of a time among the samples.
func (g *gathered) there(t float64) float64 {
	part := g.parts[0]
	for _, p := range g.parts[1:] {
		if p.here > t {
			break
		}
		part = p
	}
	return part.there + min(t-part.here, part.length)
}

// wavOf is a WAV file of samples, 16 bits each.
func wavOf(samples []float32) []byte {
	const header = 44
	size := 2 * len(samples)
	out := make([]byte, 0, header+size)
	u32 := func(n int) { out = append(out, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)) }
	u16 := func(n int) { out = append(out, byte(n), byte(n>>8)) }
	out = append(out, "RIFF"...)
	u32(header - 8 + size)
	out = append(out, "WAVEfmt "...)
	u32(16)
	u16(1) // integers
	u16(1) // channel
	u32(SpeechRate)
	u32(2 * SpeechRate)
	u16(2)
	u16(16)
	out = append(out, "data"...)
	u32(size)
	for _, v := range samples {
		u16(int(int16(min(max(v, -1), 1) * math.MaxInt16)))
	}
	return out
}
