package models

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

func TestSentencesFit(t *testing.T) {
	for name, test := range map[string]struct {
		said []heardSegment
		want []Sentence
	}{
		"as they should":  {[]heardSegment{{0, 2, " One. "}, {2, 4, "Two."}}, []Sentence{{0, 2, "One."}, {2, 4, "Two."}}},
		"backwards":       {[]heardSegment{{5, 6, "One."}, {1, 2, "Two."}, {4, 3, "Three."}}, []Sentence{{5, 6, "One."}, {5, 5, "Two."}, {5, 5, "Three."}}},
		"no numbers":      {[]heardSegment{{math.NaN(), math.Inf(1), "One."}, {math.Inf(-1), math.NaN(), "Two."}}, []Sentence{{0, 9, "One."}, {0, 0, "Two."}}},
		"beyond the end":  {[]heardSegment{{-4, 1e300, "One."}, {100, 200, "Two."}}, []Sentence{{0, 9, "One."}, {9, 9, "Two."}}},
		"nothing said":    {[]heardSegment{{0, 1, "[MUSIC]"}, {1, 2, " (applause) "}, {2, 3, " … "}, {3, 4, ""}, {4, 5, "[a] and (b)"}}, []Sentence{{4, 5, "[a] and (b)"}}},
		"marks and lines": {[]heardSegment{{0, 1, "a\x00b\xffc\nd\x1b[0m"}}, []Sentence{{0, 1, "a bc d [0m"}}},
	} {
		got := sentences(test.said, 9)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: %v, want %v", name, got[i], test.want[i])
			}
		}
	}
}

// hearing remembers what it was given and hears a sentence in the middle of each second.
type hearing struct {
	seconds []float64
	fail    error
}

func (h *hearing) Name() string { return "test" }

func (h *hearing) Transcribe(_ context.Context, wav []byte, seconds float64) (Heard, error) {
	if got := float64(binary.LittleEndian.Uint32(wav[40:])) / 2 / SpeechRate; got != seconds {
		return Heard{}, errors.New("the sound has another length")
	}
	h.seconds = append(h.seconds, seconds)
	var heard Heard
	for at := 0.5; at < seconds; at++ {
		heard.Sentences = append(heard.Sentences, Sentence{at, at + 0.25, "Said."})
	}
	return heard, h.fail
}

// Silence between stretches is not sent, and the times of the recording come back.
func TestTimesArePutBackTogether(t *testing.T) {
	var g gathered
	second := make([]float32, SpeechRate/frameSamples*frameSamples)
	frames := len(second) / frameSamples
	g.add(stretchCut{from: 10 * frames, to: 11 * frames}, second)
	g.add(stretchCut{from: 100 * frames, to: 101 * frames}, second)
	h := &hearing{}
	got, err := g.transcribe(t.Context(), h, func() {})
	if err != nil || len(h.seconds) != 1 || len(got.Sentences) != 2 {
		t.Fatalf("%+v of %v, %v", got, h.seconds, err)
	}
	unit := float64(len(second)) / SpeechRate
	for i, want := range []float64{10*unit + 0.5, 100*unit + 1.5 - unit} {
		if s := got.Sentences[i]; math.Abs(s.Start-want) > 1e-6 || s.End < s.Start {
			t.Errorf("sentence %d at %.2f to %.2f, want %.2f", i, s.Start, s.End, want)
		}
	}
	if math.Abs(got.Start-10*unit) > 1e-6 || math.Abs(got.End-101*unit) > 1e-6 {
		t.Errorf("from %v to %v", got.Start, got.End)
	}
	h.fail = ErrServer
	if _, err := g.transcribe(t.Context(), h, func() {}); !errors.Is(err, ErrTranscriber) || !errors.Is(err, ErrServer) {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.transcribe(ended, h, func() {}); !errors.Is(err, context.Canceled) || errors.Is(err, ErrTranscriber) {
		t.Errorf("%v", err)
	}
}

func TestReadOffsets(t *testing.T) {
	for text, want := range map[string]int{
		`{"result":{"language":"de"},"transcription":[{"timestamps":{"from":"00:00:00,000","to":"00:00:02,000"},"offsets":{"from":0,"to":2000},"text":" Schlaf hilft."}]}`: 1,
		`{"transcription":[{"offsets":{"from":9000,"to":-1},"text":"a` + "\xc3" + `"},{"offsets":{"from":1,"to":2},"text":"b"}]}`:                                          2,
		`{"transcription":[]}`: 0,
		`{"text":"x"}`:         -1,
		`<html>`:               -1,
		``:                     -1,
		`{"transcription":[{"offsets":{"from":NaN}}]}`:   -1,
		`{"transcription":[{"offsets":{"from":"0"}}]}`:   -1,
		strings.Repeat(`{"transcription":[`, 20_000):     -1,
		`{"transcription":[{"text":"no times at all"}]}`: 1,
	} {
		heard, err := readOffsets([]byte(text), 9)
		if (err != nil) != (want < 0) || err == nil && len(heard.Sentences) != want {
			t.Errorf("%.60q: %+v, %v", text, heard, err)
		}
	}
}

func FuzzReadVerbose(f *testing.F) {
	f.Add([]byte(`{"text":"a","segments":[{"start":1,"end":2,"text":"b","tokens":[1],"avg_logprob":-1}]}`), 9.0)
	f.Add([]byte(`{"text":"a","segments":[{"start":-1e308,"end":1e308,"text":"b"},{"start":null,"text":"\u0000"}]}`), 0.0)
	f.Add([]byte(`{"text":"only"}`), 30.0)
	f.Add([]byte(`{"transcription":[{"offsets":{"from":1,"to":2},"text":"b"}]}`), 1.0)
	f.Fuzz(func(t *testing.T, text []byte, seconds float64) {
		if math.IsNaN(seconds) || seconds < 0 || seconds > 1e6 {
			t.Skip()
		}
		for _, read := range []func([]byte, float64) (Heard, error){readVerbose, readOffsets} {
			heard, err := read(text, seconds)
			if err != nil {
				continue
			}
			at := 0.0
			for _, s := range heard.Sentences {
				if !(s.Start >= at && s.End >= s.Start && s.End <= seconds) || !utf8.ValidString(s.Text) || strings.TrimSpace(s.Text) != s.Text || s.Text == "" {
					t.Fatalf("sentence %+v of %v seconds", s, seconds)
				}
				at = s.Start
			}
		}
	})
}

// slow takes longer than it is between two signs of life.
type slow struct{ hearing }

func (s *slow) Transcribe(ctx context.Context, wav []byte, seconds float64) (Heard, error) {
	time.Sleep(20500 * time.Millisecond) // of the bubble
	return s.hearing.Transcribe(ctx, wav, seconds)
}

// Nobody hears a sign of life after the end.
func TestSignsOfLifeEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gathered{}
		g.add(stretchCut{from: 0, to: 100}, make([]float32, 100*frameSamples))
		var calls, ended atomic.Int32
		alive := func() {
			calls.Add(1)
			time.Sleep(time.Second)
			ended.Add(1)
		}
		if _, err := g.transcribe(t.Context(), &slow{}, alive); err != nil {
			t.Fatal(err)
		}
		if calls.Load() != 1 || ended.Load() != 1 {
			t.Errorf("%d calls, of which %d ended", calls.Load(), ended.Load())
		}
	})
}
