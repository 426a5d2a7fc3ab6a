package models

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"

	ort "github.com/yalue/onnxruntime_go"
)

// ocrModels are the three loaded networks: where text is, which way up it is, and what it says.
type ocrModels struct {
	lines, direction, letters *ort.DynamicAdvancedSession
	alphabet                  []string // what each output of the last one means; the first is none
	input                     []float32
}

func openOCRModels(files unpackedFiles) (m *ocrModels, err error) {
	m = &ocrModels{}
	defer func() {
		if err != nil {
			_ = m.close()
		}
	}()
	if m.lines, err = openOCRSession(files, roleLines, "sigmoid_0.tmp_0"); err != nil {
		return nil, err
	}
	if m.direction, err = openOCRSession(files, roleDirection, "save_infer_model/scale_0.tmp_1"); err != nil {
		return nil, err
	}
	if m.letters, err = openOCRSession(files, roleLetters, "softmax_11.tmp_0"); err != nil {
		return nil, err
	}
	m.alphabet, err = alphabetOf(m.letters)
	return m, err
}

func openOCRSession(files unpackedFiles, role, output string) (*ort.DynamicAdvancedSession, error) {
	path, err := files.path(role)
	if err != nil {
		return nil, err
	}
	return openSession(path, ocrThreads, []string{"x"}, []string{output}, func(options *ort.SessionOptions) error {
		// Each picture and each batch has another size; plans for all of them would pile up.
		return options.SetMemPattern(false)
	})
}

// alphabetOf reads the characters that a model knows from its own description, one a line.
func alphabetOf(s *ort.DynamicAdvancedSession) (_ []string, err error) {
	about, err := s.GetModelMetadata()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	defer func() { err = errors.Join(err, about.Destroy()) }()
	list, found, err := about.LookupCustomMetadataMap("character")
	if err != nil || !found {
		return nil, fmt.Errorf("%w: the letters of the model are not known: %w", ErrRuntime, err)
	}
	alphabet := append([]string{""}, strings.Split(strings.TrimSuffix(list, "\n"), "\n")...)
	return append(alphabet, " "), nil
}

func (m *ocrModels) close() error {
	var err error
	for _, s := range []*ort.DynamicAdvancedSession{m.lines, m.direction, m.letters} {
		if s != nil {
			err = errors.Join(err, s.Destroy())
		}
	}
	return err
}

// room returns a piece of memory for the input of a network, all zero. There is one, as one picture is read at a time.
func (m *ocrModels) room(size int) []float32 {
	if cap(m.input) < size {
		m.input = make([]float32, size)
	}
	m.input = m.input[:size]
	clear(m.input)
	return m.input
}

// run gives a network its input and hands its output to use, which must not keep it: it is large.
func run(s *ort.DynamicAdvancedSession, input []float32, use func(values []float32, shape []int64), shape ...int64) (err error) {
	in, err := ort.NewTensor(ort.NewShape(shape...), input)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	defer func() { err = errors.Join(err, in.Destroy()) }()
	out := []ort.Value{nil}
	if err := s.Run([]ort.Value{in}, out); err != nil {
		return fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	defer func() { err = errors.Join(err, out[0].Destroy()) }()
	t, ok := out[0].(*ort.Tensor[float32])
	if !ok {
		return fmt.Errorf("%w: the model gives %T", ErrRuntime, out[0])
	}
	use(t.GetData(), t.GetShape())
	return nil
}

// read finds the lines of a picture, turns them upright and reads them.
func (m *ocrModels) read(ctx context.Context, picture image.Image) ([]OCRLine, error) {
	source := opaque(picture)
	boxes, err := m.find(source)
	if err != nil {
		return nil, err
	}
	strips := make([]*strip, 0, len(boxes))
	for _, b := range boxes {
		strips = append(strips, newStrip(source, b))
	}
	var vote votes
	for _, batch := range stripBatches(strips, directionWidth) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.ask(batch, &vote); err != nil {
			return nil, err
		}
	}
	vote.turn(strips)
	var lines []OCRLine
	for _, batch := range stripBatches(strips, 0) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, err := m.spell(batch)
		if err != nil {
			return nil, err
		}
		lines = append(lines, read...)
	}
	return lines, nil
}
