package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// toneListener takes each tone that lasts for a while for a sentence that names its length and pitch.
type toneListener struct{}

const toneFrame = RecordingRate / 100

func (toneListener) Identity() (string, error) { return "tones", nil }

func (toneListener) Listen(ctx context.Context, read func([]float32) (int, error), heard func(Stretch) error) error {
	frame := make([]float32, toneFrame)
	began, crossings, last := -1, 0, float32(0)
	for at := 0; ; at++ {
		n, err := fill(read, frame)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		loud := 0.0
		for _, v := range frame[:n] {
			loud = max(loud, math.Abs(float64(v)))
			if last < 0 != (v < 0) && began >= 0 {
				crossings++
			}
			last = v
		}
		on := loud > 0.25
		if on && began < 0 {
			began, crossings = at, 0
		}
		if began >= 0 && (!on || err != nil) {
			if length := at - began; length >= 10 {
				start, end := float64(began)/100, float64(at)/100
				pitch := float64(crossings) / 2 / (end - start)
				text := fmt.Sprintf("A tone of %.1f seconds at %.0f hertz.", end-start, math.Round(pitch/100)*100)
				s := Stretch{Start: start, End: end, Tokens: 10, LogProb: -1, Sentences: []SpokenSentence{{start, end, text}}}
				if err := heard(s); err != nil {
					return err
				}
			}
			began = -1
		}
		if err != nil {
			return nil
		}
	}
}

func fill(read func([]float32) (int, error), into []float32) (n int, err error) {
	for n < len(into) && err == nil {
		var more int
		more, err = read(into[n:])
		n += more
	}
	return n, err
}

// tones are half a second of silence and a second of tone for each pitch, from -1 to 1.
func tones(rate int, pitches ...float64) []float64 {
	var out []float64
	for _, pitch := range pitches {
		out = append(out, make([]float64, rate/2)...)
		for i := range rate {
			out = append(out, 0.8*math.Sin(2*math.Pi*pitch*float64(i)/float64(rate)))
		}
	}
	return append(out, make([]float64, rate/2)...)
}

// wavFile writes samples, the same on each channel.
func wavFile(coding, rate, channels, bits int, samples []float64) []byte {
	var data bytes.Buffer
	le := binary.LittleEndian
	for _, v := range samples {
		var b [8]byte
		switch {
		case coding == wavFloat && bits == 32:
			le.PutUint32(b[:], math.Float32bits(float32(v)))
		case coding == wavFloat:
			le.PutUint64(b[:], math.Float64bits(v))
		case bits == 8:
			b[0] = byte(int(v*127) + 128)
		default:
			le.PutUint32(b[:], uint32(int32(v*(1<<31-1)))>>(32-bits))
		}
		for range channels {
			data.Write(b[:bits/8])
		}
	}
	var out bytes.Buffer
	size := uint32(data.Len())
	out.WriteString("RIFF")
	out.Write(le.AppendUint32(nil, 36+size+12))
	out.WriteString("WAVEfmt ")
	out.Write(le.AppendUint32(nil, 16))
	for _, v := range []int{coding, channels} {
		out.Write(le.AppendUint16(nil, uint16(v)))
	}
	out.Write(le.AppendUint32(nil, uint32(rate)))
	out.Write(le.AppendUint32(nil, uint32(rate*channels*bits/8)))
	out.Write(le.AppendUint16(nil, uint16(channels*bits/8)))
	out.Write(le.AppendUint16(nil, uint16(bits)))
	out.WriteString("LIST\x03\x00\x00\x00abc\x00data") // a chunk of odd length lies before
	out.Write(le.AppendUint32(nil, size))
	out.Write(data.Bytes())
	return out.Bytes()
}

// recordingSamples are short tones in the formats that are decoded in the program.
func recordingSamples(t testing.TB) []sample {
	t.Helper()
	out := []sample{{"tones.wav", wavFile(wavInteger, 8000, 1, 16, tones(8000, 300, 500))}}
	for _, name := range []string{"tones.mp3", "tones.flac"} {
		data, err := os.ReadFile(filepath.Join("testdata", "recordings", name))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sample{name, data})
	}
	return out
}

// heardTones reads a file with toneListener and gives what it heard, one line a cue.
func heardTones(t *testing.T, s sample) string {
	t.Helper()
	text, err := NewReader(Options{Speech: toneListener{}}).Extract(t.Context(), s.file())
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, "x."+text.Format, text)
	var b strings.Builder
	for _, cue := range text.Pages[0].Blocks {
		fmt.Fprintf(&b, "%.1f %s\n", math.Round(2*cue.Start)/2, // encoders delay by up to a tenth of a second
			text.Pages[0].Text[cue.From:cue.To])
	}
	return b.String()
}

const twoTones = "0.5 A tone of 1.0 seconds at 300 hertz.\n2.0 A tone of 1.0 seconds at 500 hertz.\n"

func TestWAV(t *testing.T) {
	for _, c := range []struct{ coding, rate, channels, bits int }{
		{wavInteger, 8000, 1, 8}, {wavInteger, 16000, 1, 16}, {wavInteger, 44100, 2, 16}, {wavInteger, 48000, 2, 24}, {wavInteger, 22050, 1, 32},
		{wavInteger, 11025, 6, 16}, {wavFloat, 96000, 1, 32}, {wavFloat, 32000, 2, 64},
	} {
		name := fmt.Sprintf("%d_%d_%d_%d", c.coding, c.rate, c.channels, c.bits)
		t.Run(name, func(t *testing.T) {
			data := wavFile(c.coding, c.rate, c.channels, c.bits, tones(c.rate, 300, 500))
			if got := heardTones(t, sample{"a.wav", data}); got != twoTones {
				t.Errorf("heard\n%s", got)
			}
		})
	}
	broken := wavFile(wavInteger, 8000, 1, 16, tones(8000, 300, 500))
	for name, length := range map[string]uint32{"unknown": 0, "largest": math.MaxUint32, "too long": 1 << 30} {
		binary.LittleEndian.PutUint32(broken[12+8+16+12+4:], length)
		if got := heardTones(t, sample{"a.wav", broken}); got != twoTones {
			t.Errorf("length %s: heard\n%s", name, got)
		}
	}
}

// The same tones as MP3, at rates of MPEG-1, 2 and 2.5, and as FLAC.
func TestPackedRecordings(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "recordings", "*"))
	if err != nil || len(paths) < 5 {
		t.Fatal("no recordings: ", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := heardTones(t, sample{filepath.Base(path), data}); got != twoTones {
				t.Errorf("heard\n%s", got)
			}
			if strings.HasSuffix(path, ".flac") {
				return
			}
			// Tags before, and something between two frames, are passed over.
			tagged := append([]byte("ID3\x04\x00\x00\x00\x00\x01\x00"), make([]byte, 128)...)
			half := len(data) / 2
			for _, ok := readLayer3(data[half:]); !ok; _, ok = readLayer3(data[half:]) {
				half++
			}
			tagged = append(append(append(tagged, data[:half]...), "what is this?"...), data[half:]...)
			if got := heardTones(t, sample{"a.mp3", tagged}); strings.Count(got, "tone of 1.0") != 2 {
				t.Errorf("with odd bytes heard\n%s", got)
			}
		})
	}
}

func TestRecordingProblems(t *testing.T) {
	silence := make([]float64, 8000)
	noFormat := append([]byte("RIFF\x00\x00\x00\x00WAVEdata\x10\x00\x00\x00"), make([]byte, 16)...)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"silent.wav", wavFile(wavInteger, 8000, 1, 16, silence), NoSpeech},
		{"empty.wav", wavFile(wavInteger, 8000, 1, 16, nil), Empty},
		{"short.wav", []byte("RIFF\x24\x00\x00\x00WAVEfmt "), Damaged},
		{"noformat.wav", noFormat, Damaged},
		{"law.wav", wavFile(7, 8000, 1, 8, silence), NeedsFFmpeg},
		{"bits.wav", wavFile(wavInteger, 8000, 1, 16, silence)[:36], Damaged},
		{"rate.wav", wavFile(wavInteger, 7, 1, 16, silence), Damaged},
		{"a.flac", []byte("fLaC\x00\x00\x00\x22 and no more than that"), Damaged},
		{"a.mp3", append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), make([]byte, 1000)...), Damaged},
		{"a.m4a", []byte("\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00M4A mp42isom\x00\x00\x00\x00"), NeedsFFmpeg},
		{"a.mkv", []byte("\x1aE\xdf\xa3\x01\x00\x00\x00\x00\x00\x00\x23\x42\x86\x81\x01"), NeedsFFmpeg},
		{"a.heic", []byte("\x00\x00\x00\x20ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x00\x00"), Unsupported},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PATH", "")
			_, err := NewReader(Options{Speech: toneListener{}}).Extract(t.Context(), sample{c.name, c.data}.file())
			if Code(err) != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
			if _, err := NewReader(Options{}).Extract(t.Context(), sample{c.name, c.data}.file()); Code(err) != Unsupported {
				t.Errorf("without a transcriber: %v", err)
			}
		})
	}
}

// A recording that breaks off is heard as far as it goes, and says so.
func TestBrokenOff(t *testing.T) {
	for _, s := range recordingSamples(t)[1:] {
		cut := sample{s.name, s.data[:len(s.data)*9/10]}
		text, err := NewReader(Options{Speech: toneListener{}}).Extract(t.Context(), cut.file())
		if err != nil || !strings.Contains(text.Pages[0].Text, "A tone of 1.0 seconds at 300 hertz.") {
			t.Errorf("%s: %v, %v", s.name, text, err)
		}
	}
}

// remembers is a Memory of a test.
type remembers struct {
	parts  [][]byte
	shares []float64
	fail   error
}

func (r *remembers) Kept(context.Context, string) ([][]byte, error) { return r.parts, nil }

func (r *remembers) Keep(_ context.Context, _ string, part []byte, share float64) error {
	if r.fail != nil {
		return r.fail
	}
	r.parts, r.shares = append(r.parts, part), append(r.shares, share)
	return nil
}

// A quick look at a recording says that it is one, and hears nothing.
func TestRecordingIsLeftForLater(t *testing.T) {
	for _, s := range recordingSamples(t) {
		f := s.file()
		f.Quick = true
		text, err := NewReader(Options{Speech: toneListener{}}).Extract(t.Context(), f)
		if err != nil || !text.Later || text.Unseen != 0 || len(text.Pages) != 0 {
			t.Errorf("%s: %+v, %v", s.name, text, err)
		}
	}
}

// What was kept is not heard again, and the places of what follows are right.
func TestListeningGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.wav")
	if err := os.WriteFile(path, wavFile(wavInteger, 44100, 1, 16, tones(44100, 300, 500, 700)), 0o600); err != nil {
		t.Fatal(err)
	}
	r := NewReader(Options{Speech: toneListener{}})
	memory := &remembers{}
	whole, err := r.ReadBy(t.Context(), path, Way{Memory: memory})
	if err != nil || len(memory.parts) != 3 {
		t.Fatalf("%d stretches, %v", len(memory.parts), err)
	}
	if s := memory.shares; s[0] <= 0 || s[1] <= s[0] || s[2] <= s[1] || s[2] > 1 {
		t.Errorf("shares %v", s)
	}
	memory = &remembers{parts: memory.parts[:1:1], fail: errors.New("the disk is full")}
	if _, err := r.ReadBy(t.Context(), path, Way{Memory: memory}); !errors.Is(err, memory.fail) {
		t.Errorf("error %v", err)
	}
	memory.fail = nil
	again, err := r.ReadBy(t.Context(), path, Way{Memory: memory})
	if err != nil || len(memory.parts) != 3 || len(memory.shares) != 2 {
		t.Fatalf("%d stretches, %d of them new, %v", len(memory.parts), len(memory.shares), err)
	}
	if again.Pages[0].Text != whole.Pages[0].Text {
		t.Errorf("heard in two goes:\n%s\nin one:\n%s", again.Pages[0].Text, whole.Pages[0].Text)
	}
	for i, b := range again.Pages[0].Blocks {
		if w := whole.Pages[0].Blocks[i]; math.Abs(b.Start-w.Start) > 0.02 || math.Abs(b.End-w.End) > 0.02 {
			t.Errorf("cue %d from %v to %v, want %v to %v", i, b.Start, b.End, w.Start, w.End)
		}
	}
}

// slowListener takes a minute for a second of sound, or hangs in the middle.
type slowListener struct{ hangs bool }

func (slowListener) Identity() (string, error) { return "slow", nil }

func (l slowListener) Listen(ctx context.Context, read func([]float32) (int, error), heard func(Stretch) error) error {
	second := make([]float32, RecordingRate)
	for i := 0; ; i++ {
		n, err := fill(read, second)
		if n == 0 && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		wait := time.Minute
		if l.hangs && i == 5 {
			wait = time.Hour
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		s := Stretch{Start: float64(i), End: float64(i + 1), Tokens: 1, Sentences: []SpokenSentence{{float64(i), float64(i + 1), "Well."}}}
		if err := heard(s); err != nil {
			return err
		}
	}
}

// The time limit holds for each stretch: ten seconds that take ten minutes are heard, a stretch that never ends is not.
func TestListeningTime(t *testing.T) {
	file := sample{"a.wav", wavFile(wavInteger, 8000, 1, 16, make([]float64, 80_000))}
	synctest.Test(t, func(t *testing.T) {
		r := NewReader(Options{Speech: slowListener{}, TimeLimit: 3 * time.Minute})
		if text, err := r.Extract(t.Context(), file.file()); err != nil || len(text.Pages[0].Blocks) != 10 {
			t.Errorf("slow: %v, %v", text, err)
		}
		r = NewReader(Options{Speech: slowListener{hangs: true}, TimeLimit: 3 * time.Minute})
		if _, err := r.Extract(t.Context(), file.file()); Code(err) != TimedOut {
			t.Errorf("hanging: %v", err)
		}
	})
}

func TestDoubtfulSpeech(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []Stretch
		want bool
	}{
		{"sure", []Stretch{{Tokens: 40, LogProb: -8}, {Tokens: 9, LogProb: -6}}, false},
		{"another language", []Stretch{{Tokens: 52, LogProb: -56}, {Tokens: 9, LogProb: -2}}, true},
		{"in circles", []Stretch{{Tokens: 100, LogProb: -3, Repeats: 40}}, true},
		{"nothing", []Stretch{{}}, false},
	} {
		if got := doubtful(c.in); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestSniffSound(t *testing.T) {
	for head, want := range map[string]string{
		"fLaC": "flac", "OggS\x00\x02................OpusHead": "opus", "OggS\x00\x02.....vorbis": "ogg", "\x1aE\xdf\xa3\x42\x82\x84webm": "webm",
		"\x1aE\xdf\xa3\x42\x82\x88matroska": "mkv", "RIFF\x00\x00\x00\x00WAVEfmt ": "wav", "RF64\xff\xff\xff\xffWAVEds64": "wav", "RIFF\x00\x00\x00\x00AVI LIST": "avi",
		"FORM\x00\x00\x00\x00AIFFCOMM": "aiff", "\x00\x00\x00\x20ftypM4A \x00\x00": "m4a", "\x00\x00\x00\x20ftypqt  \x00\x00": "mov", "\x00\x00\x00\x20ftypisom\x00\x00": "mp4",
		"\xff\xf1\x50\x80\x00\x1f\xfc\x00\x00\x00\x00\x00\x00": "aac", "\xff\xfb\x90\x64\x00\x00\x00\x00\x00\x00\x00\x00\x00": "mp3",
		"\xff\xfe\x41\x00\x42\x00\x43\x00\x44\x00\x45\x00\x46": "", "ID3 is a way to write tags.": "", "RIFF\x00\x00\x00\x00WEBPVP8 ": "",
	} {
		if got := sniffSound([]byte(head), "a"); got != want {
			t.Errorf("%q is %q, want %q", head, got, want)
		}
	}
	for name, want := range map[string]bool{"a.MP4": true, "b/c.wav": true, "lecture.m4b": true, "mp3": false, "a.mp3.txt": false, "a.vtt": false} {
		if IsRecording(name) != want {
			t.Errorf("%s: a recording is %v", name, !want)
		}
	}
}

// fuzzRecording feeds a decoder with what the fuzzer makes of a short recording.
func fuzzRecording(f *testing.F, name string) {
	for _, s := range recordingSamples(f) {
		if s.name == name {
			f.Add(s.data)
			f.Add(s.data[:min(len(s.data), 600)])
		}
	}
	fuzz(f, recording{ext(name), toneListener{}}, name)
}

func FuzzWAV(f *testing.F)  { fuzzRecording(f, "tones.wav") }
func FuzzMP3(f *testing.F)  { fuzzRecording(f, "tones.mp3") }
func FuzzFLAC(f *testing.F) { fuzzRecording(f, "tones.flac") }
