package models

import (
	"errors"
	"fmt"
	"math"

	ort "github.com/yalue/onnxruntime_go"
)

// The shape of Moonshine tiny.
const (
	hearLayers = 6
	hearHeads  = 8
	hearWidth  = 36
	tokenStart = 1
	tokenEnd   = 2
	// hearMargin is the silence that is put before and after a stretch.
	hearMargin = SpeechRate / 4
	// tokensASecond bounds what is written: nobody speaks faster, but the model sometimes goes round in a circle.
	tokensASecond = 7
)

// ears are the loaded models.
type ears struct {
	voice, encoder, decoder *ort.DynamicAdvancedSession
	words                   []string
}

// openEars loads the models.
func openEars(files unpackedFiles) (e *ears, err error) {
	e = &ears{}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
			e = nil
		}
	}()
	path, err := files.path(roleWords)
	if err != nil {
		return e, err
	}
	if e.words, err = readWords(path); err != nil {
		return e, err
	}
	inputs := []string{"input_ids", "encoder_hidden_states", "use_cache_branch"}
	outputs := []string{"logits"}
	for layer := range hearLayers {
		for _, part := range []string{"decoder.key", "decoder.value", "encoder.key", "encoder.value"} {
			inputs = append(inputs, fmt.Sprintf("past_key_values.%d.%s", layer, part))
			outputs = append(outputs, fmt.Sprintf("present.%d.%s", layer, part))
		}
	}
	for _, s := range []struct {
		into            **ort.DynamicAdvancedSession
		role            string
		threads         int
		inputs, outputs []string
	}{
		{&e.voice, roleVoice, 1, []string{"input", "state", "sr"}, []string{"output", "stateN"}},
		{&e.encoder, roleEncoder, speechThreads, []string{"input_values"}, []string{"last_hidden_state"}},
		{&e.decoder, roleDecoder, speechThreads, inputs, outputs},
	} {
		path, err := files.path(s.role)
		if err != nil {
			return e, err
		}
		if *s.into, err = openSession(path, s.threads, s.inputs, s.outputs); err != nil {
			return e, err
		}
	}
	return e, nil
}

func (e *ears) close() (err error) {
	for _, s := range []*ort.DynamicAdvancedSession{e.voice, e.encoder, e.decoder} {
		if s != nil {
			err = errors.Join(err, s.Destroy())
		}
	}
	return err
}

// hear writes down a stretch.
func (e *ears) hear(cut stretchCut, samples []float32, step func() error) (Stretch, error) {
	out := Stretch{Start: float64(cut.from) * frameSeconds, End: float64(cut.to) * frameSeconds}
	tokens, logProb, err := e.transcribe(samples, step)
	if err != nil {
		return out, err
	}
	kept := withoutCircles(tokens)
	out.Tokens, out.LogProb, out.Repeats = len(tokens), logProb, len(tokens)-len(kept)
	out.Sentences = placeSentences(textOf(e.words, kept), cut)
	return out, nil
}

// transcribe gives the tokens of what is said and the sum of their logarithmic likelihoods.
func (e *ears) transcribe(samples []float32, step func() error) (tokens []int, logProb float64, err error) {
	if err := step(); err != nil {
		return nil, 0, err
	}
	// Silence around it keeps the model from finishing a word that was cut off.
	padded := make([]float32, len(samples)+2*hearMargin)
	copy(padded[hearMargin:], samples)
	audio, err := ort.NewTensor(ort.NewShape(1, int64(len(padded))), padded)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	encoded := []ort.Value{nil}
	err = errors.Join(e.encoder.Run([]ort.Value{audio}, encoded), audio.Destroy())
	defer destroy(encoded)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: hear: %w", ErrRuntime, err)
	}
	d := decoding{session: e.decoder, encoded: encoded[0], past: make([]ort.Value, 4*hearLayers)}
	defer func() { destroy(d.past) }()
	token := tokenStart
	for range len(samples) * tokensASecond / SpeechRate {
		if err := step(); err != nil {
			return nil, 0, err
		}
		next, sure, err := d.next(token)
		if err != nil {
			return nil, 0, fmt.Errorf("%w: hear: %w", ErrRuntime, err)
		}
		if token = next; token == tokenEnd {
			break
		}
		tokens = append(tokens, token)
		logProb += sure
	}
	return tokens, logProb, nil
}

// decoding is the state of the decoder over one stretch.
type decoding struct {
	session *ort.DynamicAdvancedSession
	encoded ort.Value
	past    []ort.Value
	began   bool
}

// next gives the likeliest token after one, and the logarithm of its likelihood.
func (d *decoding) next(token int) (best int, logProb float64, err error) {
	flag := byte(0)
	if d.began {
		flag = 1
	}
	ids, errA := ort.NewTensor(ort.NewShape(1, 1), []int64{int64(token)})
	cached, errB := ort.NewCustomDataTensor(ort.NewShape(1), []byte{flag}, ort.TensorElementDataTypeBool)
	if err := errors.Join(errA, errB); err != nil {
		return 0, 0, err
	}
	defer destroy([]ort.Value{ids, cached})
	if !d.began {
		for i := range d.past {
			empty, err := ort.NewEmptyTensor[float32](ort.NewShape(0, hearHeads, 1, hearWidth))
			if err != nil {
				return 0, 0, err
			}
			d.past[i] = empty
		}
	}
	out := make([]ort.Value, 1+len(d.past))
	if err := d.session.Run(append([]ort.Value{ids, d.encoded, cached}, d.past...), out); err != nil {
		destroy(out)
		return 0, 0, err
	}
	defer destroy(out[:1])
	for i := range d.past {
		// What the decoder makes of the encoder's part stays as it was after the first step; later ones give nothing.
		if ofEncoder := i%4 >= 2; d.began && ofEncoder {
			destroy(out[1+i : 2+i])
			continue
		}
		destroy(d.past[i : i+1])
		d.past[i] = out[1+i]
	}
	d.began = true
	logits, ok := out[0].(*ort.Tensor[float32])
	if !ok || len(logits.GetData()) == 0 {
		return 0, 0, errors.New("the decoder gave no numbers")
	}
	best, logProb = likeliest(logits.GetData())
	return best, logProb, nil
}

// likeliest gives the place of the largest number, and the logarithm of its share after softmax.
func likeliest(logits []float32) (best int, logProb float64) {
	for i, v := range logits {
		if v > logits[best] {
			best = i
		}
	}
	sum := 0.0
	for _, v := range logits {
		sum += math.Exp(float64(v - logits[best]))
	}
	return best, -math.Log(sum)
}

// destroy frees values; one that cannot be freed is lost either way.
func destroy(values []ort.Value) {
	for i, v := range values {
		if v != nil {
			_ = v.Destroy()
			values[i] = nil
		}
	}
}

// voice says of frame after frame how likely somebody speaks in it.
type voice struct {
	session *ort.DynamicAdvancedSession
	state   []float32
	input   []float32 // the end of the frame before, then the frame
}

const voiceContext = 64

func newVoice(session *ort.DynamicAdvancedSession) *voice {
	return &voice{session: session, state: make([]float32, 2*128), input: make([]float32, voiceContext+frameSamples)}
}

func (v *voice) next(frame []float32) (sure float32, err error) {
	copy(v.input[voiceContext:], frame)
	var likely [1]float32
	next := make([]float32, len(v.state))
	input, errA := ort.NewTensor(ort.NewShape(1, int64(len(v.input))), v.input)
	state, errB := ort.NewTensor(ort.NewShape(2, 1, 128), v.state)
	rate, errC := ort.NewScalar(int64(SpeechRate))
	output, errD := ort.NewTensor(ort.NewShape(1, 1), likely[:])
	after, errE := ort.NewTensor(ort.NewShape(2, 1, 128), next)
	if err := errors.Join(errA, errB, errC, errD, errE); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	err = v.session.Run([]ort.Value{input, state, rate}, []ort.Value{output, after})
	sure = output.GetData()[0]
	destroy([]ort.Value{input, state, rate, output, after})
	if err != nil {
		return 0, fmt.Errorf("%w: find voices: %w", ErrRuntime, err)
	}
	v.state = next
	copy(v.input, frame[frameSamples-voiceContext:])
	return sure, nil
}
