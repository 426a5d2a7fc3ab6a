package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ibid/store"
)

// Transcriber writes down what is said in a recording.
type Transcriber interface {
	// Identity names the model and the way it is used: stretches of two identities are not put together.
	Identity() (string, error)
	// Listen reads samples to their end, RecordingRate a second, one channel, and tells of each stretch with speech, in order, as
	// soon as it is written down; times count from the first sample. It ends with ctx and with an error of read or heard.
	Listen(ctx context.Context, read func([]float32) (int, error), heard func(Stretch) error) error
}

// ErrOtherEars is what Listen returns when the transcriber goes on as another one, which has another identity: the recording is begun
// anew with that.
var ErrOtherEars = errors.New("another transcriber takes over")

type aliveKey struct{}

// Alive says that a long step of Listen is under way, so that the time limit of the recording starts again. ctx is that of Listen.
func Alive(ctx context.Context) {
	if alive, ok := ctx.Value(aliveKey{}).(func()); ok {
		alive()
	}
}

// RecordingRate is how many samples a second a Transcriber wants.
const RecordingRate = 16000

// Stretch is a part of a recording between two silences, and what is said in it.
type Stretch struct {
	Start     float64          `json:"start"` // seconds
	End       float64          `json:"end"`
	Sentences []SpokenSentence `json:"sentences"`
	Tokens    int              `json:"tokens"`  // that the model wrote
	LogProb   float64          `json:"logprob"` // sum of what it gave each of them
	Repeats   int              `json:"repeats"` // tokens that were dropped as it went round in a circle
}

// SpokenSentence is a sentence, or the part of one that lies in a stretch.
type SpokenSentence struct {
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	Text  string  `json:"text"`
}

// readBySpeech is what a page says that was written down by a Transcriber.
const readBySpeech = "speech"

// maxRecording is the longest recording that is heard.
const maxRecording = 12 * time.Hour

// recording reads a sound file: its samples are decoded piece by piece, brought to the rate of the transcriber and heard.
type recording struct {
	format      string
	transcriber Transcriber
}

// Extract implements Extractor. A transcriber that fails says nothing about the file: its errors are passed on.
func (r recording) Extract(ctx context.Context, f File) (Text, error) {
	if f.alive != nil {
		ctx = context.WithValue(ctx, aliveKey{}, f.alive)
	}
	text, err := r.hear(ctx, f)
	if errors.Is(err, ErrOtherEars) {
		return r.hear(ctx, f)
	}
	return text, err
}

func (r recording) hear(ctx context.Context, f File) (Text, error) {
	sound, err := openSound(ctx, r.format, f)
	if err != nil {
		return Text{}, err
	}
	defer sound.close()
	if f.Quick {
		return Text{Format: r.format, Unit: store.UnitTime, Later: true}, nil
	}
	identity, err := r.transcriber.Identity()
	if err != nil {
		return Text{}, err
	}
	h := hearing{sound: sound, file: f, identity: identity}
	if h.stretches, err = kept[Stretch](ctx, f.Memory, identity); err != nil {
		return Text{}, err
	}
	if err := h.listen(ctx, r.transcriber); err != nil {
		return Text{}, err
	}
	return h.text(r.format)
}

// hearing is one recording in the making.
type hearing struct {
	sound     *sound
	file      File
	identity  string
	stretches []Stretch
	samples   int64 // that were read
	broken    error // why the sound ended before its time
}

// listen goes on after the last stretch that was kept.
func (h *hearing) listen(ctx context.Context, t Transcriber) error {
	samples := resample(h.read, h.sound.rate, RecordingRate)
	from := 0.0
	if n := len(h.stretches); n > 0 {
		from = h.stretches[n-1].End
		if err := skip(ctx, samples, int64(from*RecordingRate)); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return t.Listen(ctx, func(into []float32) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return samples(into)
	}, func(s Stretch) error {
		if h.file.alive != nil {
			h.file.alive()
		}
		s.move(from)
		h.stretches = append(h.stretches, s)
		return keep(ctx, h.file.Memory, h.identity, s, h.sound.share())
	})
}

// read gives the samples of the file. One that breaks off is heard as far as it goes.
func (h *hearing) read(into []float32) (n int, err error) {
	defer func() {
		if p := recover(); p != nil { // a decoder that met something it did not expect
			n, err = 0, fail(Damaged, "decoder failed: %v", p)
		}
		if err != nil && !errors.Is(err, io.EOF) && h.samples > 0 && Code(err) == Damaged {
			h.broken, err = err, io.EOF
		}
	}()
	n, err = h.sound.read(into)
	h.samples += int64(n)
	if minute := int64(h.sound.rate) * 60; h.file.alive != nil && h.samples/minute != (h.samples-int64(n))/minute {
		h.file.alive()
	}
	if h.samples > int64(maxRecording.Seconds())*int64(h.sound.rate) {
		return n, fail(TooLarge, "over %s long", maxRecording)
	}
	return n, err
}

func (s *Stretch) move(by float64) {
	s.Start += by
	s.End += by
	for i := range s.Sentences {
		s.Sentences[i].Start += by
		s.Sentences[i].End += by
	}
}

// text makes one page of the stretches, a cue a sentence.
func (h *hearing) text(format string) (Text, error) {
	if h.samples == 0 {
		if h.broken != nil {
			return Text{}, h.broken
		}
		return Text{}, fail(Empty, "%s without sound", format)
	}
	w := newWriter()
	w.sep = " "
	for _, s := range h.stretches {
		for _, said := range s.Sentences {
			n := len(w.blocks)
			w.add(store.Cue, 0, said.Text)
			if len(w.blocks) > n {
				w.blocks[n].Start, w.blocks[n].End = said.Start, max(said.Start, said.End)
			}
		}
	}
	if w.len() == 0 {
		if h.broken != nil {
			return Text{}, h.broken
		}
		return Text{}, fail(NoSpeech, "%s", format)
	}
	page := w.page(1)
	page.ReadBy = readBySpeech
	page.Doubtful = h.broken != nil || doubtful(h.stretches)
	return Text{Format: format, Unit: store.UnitTime, Pages: []store.Page{page}, ReadBy: []string{readBySpeech}}, nil
}

// skip reads so many samples and drops them.
func skip(ctx context.Context, read func([]float32) (int, error), samples int64) error {
	buffer := make([]float32, 4096)
	for samples > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := read(buffer[:min(int64(len(buffer)), samples)])
		samples -= int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

// sound is an open recording.
type sound struct {
	rate  int
	read  func(into []float32) (int, error) // one channel; io.EOF at the end
	share func() float64                    // how much of the file was read
	close func()
}

// decoders open the formats that are decoded in the program.
var decoders = map[string]func(ctx context.Context, f File) (*sound, error){"wav": openWAV, "mp3": openMP3, "flac": openFLAC}

// openSound opens a recording by its format.
func openSound(ctx context.Context, format string, f File) (s *sound, err error) {
	open := decoders[format]
	if open == nil {
		return openFFmpeg(ctx, format, f)
	}
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, fail(Damaged, "decoder failed: %v", p)
		}
	}()
	s, err = open(ctx, f)
	if Code(err) == Unsupported { // a rare kind of it
		return openFFmpeg(ctx, format, f)
	}
	if err == nil && (s.rate < 1000 || s.rate > 768_000) {
		return nil, fail(Damaged, "%d samples a second", s.rate)
	}
	return s, err
}

// fileReader reads a file from its start, knows how far it is, and ends with its context.
type fileReader struct {
	ctx  context.Context
	file File
	at   int64
}

func (r *fileReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.at >= r.file.Size {
		return 0, io.EOF
	}
	n, err := r.file.ReadAt(p[:min(int64(len(p)), r.file.Size-r.at)], r.at)
	r.at += int64(n)
	if n > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (r *fileReader) share() float64 { return float64(r.at) / float64(max(r.file.Size, 1)) }

// decodeError makes an Error of what a decoder says about the file; the context's and the disk's errors stay as they are.
func decodeError(ctx context.Context, format string, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF) || Code(err) != "":
		return err
	}
	return &Error{Code: Damaged, Detail: fmt.Sprintf("%s: %v", format, err)}
}
