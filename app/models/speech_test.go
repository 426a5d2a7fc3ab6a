package models

import (
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// A recording's cut: frames in which somebody speaks are given as letters, v for a voice, . for none, each a tenth of a second or
// so (three frames).
func cutsOf(t *testing.T, voices string) (cuts []stretchCut) {
	t.Helper()
	c := newCutter()
	note := func(cut stretchCut, samples []float32) {
		if samples == nil {
			return
		}
		if len(samples) != (cut.to-cut.from)*frameSamples {
			t.Errorf("%d samples for frames %d to %d", len(samples), cut.from, cut.to)
		}
		if first := samples[0]; first != float32(cut.from) {
			t.Errorf("frame %d begins with a sample of frame %v", cut.from, first)
		}
		cuts = append(cuts, cut)
	}
	for i, v := range strings.ReplaceAll(voices, " ", "") {
		for f := range 3 {
			frame := make([]float32, frameSamples)
			for k := range frame {
				frame[k] = float32(3*i + f)
			}
			sure := float32(0.05)
			if v == 'v' {
				sure = 0.9
			}
			note(c.add(frame, sure))
		}
	}
	note(c.end())
	return cuts
}

func TestCutter(t *testing.T) {
	long := strings.Repeat("v", 400) // 38 s without a pause
	for name, c := range map[string]struct {
		voices string
		want   []span // in letters
	}{
		"silence":          {strings.Repeat(".", 100), nil},
		"a click":          {strings.Repeat(".", 30) + "v" + strings.Repeat(".", 30), nil},
		"one sentence":     {"..........vvvvvvvvvvvvvvvvvvvv....................", []span{{7, 33}}},
		"a short stop":     {"..........vvvvvvvvv...vvvvvvvvvv....................", []span{{7, 35}}},
		"a long stop":      {".....vvvvvvvvvv....................vvvvvvvvvv...............", []span{{2, 18}, {32, 48}}},
		"to the end":       {".....vvvvvvvvvv", []span{{2, 15}}},
		"nothing but talk": {long, []span{{0, 292}, {292, 400}}},
	} {
		t.Run(name, func(t *testing.T) {
			cuts := cutsOf(t, c.voices)
			if len(cuts) != len(c.want) {
				t.Fatalf("%d stretches %v, want %v", len(cuts), cuts, c.want)
			}
			for i, cut := range cuts {
				if math.Abs(float64(cut.from-3*c.want[i].from)) > 3 || math.Abs(float64(cut.to-3*c.want[i].to)) > 3 {
					t.Errorf("frames %d to %d, want %d to %d", cut.from, cut.to, 3*c.want[i].from, 3*c.want[i].to)
				}
				if i > 0 && cut.from < cuts[i-1].to {
					t.Errorf("stretch %d begins in the one before", i)
				}
			}
		})
	}
}

func TestPlaceSentences(t *testing.T) {
	// Somebody speaks from frame 10 to 100, stops, and goes on to 190; the sentences are as long as these.
	pause := stretchCut{from: 0, to: 200, pauses: []span{{0, 10}, {100, 120}, {190, 200}}}
	even := stretchCut{from: 0, to: 200}
	for name, c := range map[string]struct {
		text string
		cut  stretchCut
		want []Sentence // times in frames
	}{
		"nothing":           {"", even, nil},
		"one":               {"Memory has stages.", even, []Sentence{{0, 200, "Memory has stages."}}},
		"at the pause":      {"Memory has three stages here. Sleep helps with that.", pause, []Sentence{{10, 100, "Memory has three stages here."}, {120, 190, "Sleep helps with that."}}},
		"at its share":      {"Memory aids. Sleep helps.", even, []Sentence{{0, 100, "Memory aids."}, {100, 200, "Sleep helps."}}},
		"a form cut short":  {"Ask Dr. Miller of Fig. 3 again.", even, []Sentence{{0, 200, "Ask Dr. Miller of Fig. 3 again."}}},
		"a comma":           {"When nobody was there anymore, everybody had to leave.", pause, []Sentence{{10, 100, "When nobody was there anymore,"}, {120, 190, "everybody had to leave."}}},
		"no mark":           {"When nobody was there anymore everybody had to leave again", pause, []Sentence{{10, 100, "When nobody was there anymore"}, {120, 190, "everybody had to leave again"}}},
		"a comma, no pause": {"When nobody, that is, was there.", even, []Sentence{{0, 200, "When nobody, that is, was there."}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := placeSentences(c.text, c.cut)
			if len(got) != len(c.want) {
				t.Fatalf("%v, want %v", got, c.want)
			}
			for i, s := range got {
				w := c.want[i]
				if s.Text != w.Text || math.Abs(s.Start/frameSeconds-w.Start) > 5 || math.Abs(s.End/frameSeconds-w.End) > 5 {
					t.Errorf("%q from %.0f to %.0f, want %v", s.Text, s.Start/frameSeconds, s.End/frameSeconds, w)
				}
			}
		})
	}
}

// Whatever the text and the pauses, the parts say all of it, one after the other.
func FuzzPlaceSentences(f *testing.F) {
	f.Add("Memory aids. Sleep helps, as we know: well.", []byte{3, 9, 30, 8, 20, 5})
	f.Fuzz(func(t *testing.T, text string, gaps []byte) {
		text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
		cut := stretchCut{from: 7, to: 8}
		for i := 0; i+1 < len(gaps) && i < 40; i += 2 {
			from := cut.to + int(gaps[i])
			cut.to = from + int(gaps[i+1]) + 1
			cut.pauses = append(cut.pauses, span{from, cut.to})
		}
		cut.to += 5
		var texts []string
		last := 7 * frameSeconds
		for _, s := range placeSentences(text, cut) {
			if s.Start < last-1e-9 || s.End < s.Start || s.End > float64(cut.to)*frameSeconds+1e-9 {
				t.Fatalf("%v after %v in %v", s, last, cut)
			}
			last = s.End
			texts = append(texts, s.Text)
		}
		if got := strings.Join(texts, " "); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestTextOf(t *testing.T) {
	words := []string{"<unk>", "<s>", "</s>", "<0xC3>", "<0xA4>", "\u2581Me", "mory", "\u2581", "."}
	for want, tokens := range map[string][]int{
		"Memory.": {1, 5, 6, 8, 2}, "ä": {3, 4}, "Me Me": {5, 7, 5}, "": {}, "Me": {5, 3, 99}, // half a character, a mark without a word
	} {
		if got := textOf(words, tokens); got != want {
			t.Errorf("%v is %q, want %q", tokens, got, want)
		}
	}
}

func TestWithoutCircles(t *testing.T) {
	for _, c := range []struct{ in, want []int }{
		{[]int{5, 6, 7}, []int{5, 6, 7}},
		{[]int{5, 5, 5}, []int{5, 5, 5}}, // somebody may say so
		{[]int{5, 9, 9, 9, 9, 9, 9}, []int{5, 9}},
		{[]int{4, 5, 6, 5, 6, 5, 6, 5, 6}, []int{4, 5, 6}},
		{nil, nil},
	} {
		got := withoutCircles(c.in)
		if len(got) != len(c.want) {
			t.Errorf("%v became %v", c.in, got)
		}
	}
}

// unpackedSpeech is a listener over the models of the set-up.
func unpackedSpeech(t *testing.T) *Speech {
	t.Helper()
	s := NewSpeech(SpeechOptions{Dir: assetsDir(t)})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// quiet gives so many samples of silence, and calls on before each read.
func quiet(samples int, on func()) func([]float32) (int, error) {
	return func(into []float32) (int, error) {
		on()
		n := min(samples, len(into))
		clear(into[:n])
		if samples -= n; n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
}

func TestListenToSilence(t *testing.T) {
	s := unpackedSpeech(t)
	err := s.Listen(t.Context(), quiet(3*SpeechRate, func() {}), func(s Stretch) error { t.Errorf("heard %v", s); return nil })
	if err != nil {
		t.Error(err)
	}
	broken := errors.New("the disk is gone")
	err = s.Listen(t.Context(), func([]float32) (int, error) { return 0, broken }, func(Stretch) error { return nil })
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	identity, err := s.Identity()
	if err != nil || !strings.HasPrefix(identity, speechName) || strings.Count(identity, "/") != 4 {
		t.Errorf("identity %q, %v", identity, err)
	}
}

// A question goes before the next step of a recording.
func TestQuestionsGoBeforeRecordings(t *testing.T) {
	dir := assetsDir(t)
	synctest.Test(t, func(t *testing.T) {
		var gate Gate
		s := NewSpeech(SpeechOptions{Dir: dir, Gate: &gate})
		leave := gate.enter()
		reads, heard := 0, make(chan error, 1)
		go func() {
			heard <- s.Listen(t.Context(), quiet(SpeechRate, func() { reads++ }), func(Stretch) error { return nil })
		}()
		synctest.Wait()
		if reads != 1 {
			t.Errorf("%d reads before the question was through, want 1", reads)
		}
		leave()
		if err := <-heard; err != nil || reads < 2 {
			t.Errorf("%d reads, %v", reads, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestListeningEnds(t *testing.T) {
	s := unpackedSpeech(t)
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Listen(ctx, quiet(SpeechRate, cancel), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestSpeechWithoutModels(t *testing.T) {
	s := NewSpeech(SpeechOptions{Dir: filepath.Join(t.TempDir(), "none")})
	defer s.Close()
	if _, err := s.Identity(); !errors.Is(err, ErrNoModels) {
		t.Errorf("identity: %v", err)
	}
	if err := s.Listen(t.Context(), quiet(1, func() {}), nil); !errors.Is(err, ErrNoModels) {
		t.Errorf("listen: %v", err)
	}
}
