package models

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"time"
)

// The parts of the index that read text in pictures.
const (
	roleLines     = "ocr-lines"
	roleDirection = "ocr-direction"
	roleLetters   = "ocr-letters"
)

// ocrThreads leaves the rest of the laptop to its owner: a scan is read over minutes.
const ocrThreads = 2

// OCRLine is a line of text in a picture.
type OCRLine struct {
	Words []OCRWord
	Turn  int // the direction in which it runs, in quarter turns clockwise: 0 = from left to right
}

// OCRWord is a word of a line with its place in pixels and how sure its letters are, from 0 to 1.
type OCRWord struct {
	Text           string
	X0, Y0, X1, Y1 float32
	Confidence     float32
}

// OCR reads text in pictures with PP-OCRv4 on ONNX Runtime, inside the program. Its models are loaded when first needed and let go
// when nobody needs them. It may be called from several goroutines; one picture is read at a time, as memory is bounded.
type OCR struct {
	dir    string
	keeper keeper[*ocrModels]
	turn   chan struct{} // held by the picture that is read
}

// NewOCR makes a reader of pictures with the models that Unpack put into dir. An idle of 0 is two minutes.
func NewOCR(dir string, idle time.Duration) *OCR {
	if idle <= 0 {
		idle = defaultIdle
	}
	o := &OCR{dir: dir, turn: make(chan struct{}, 1)}
	o.keeper = keeper[*ocrModels]{load: o.load, idle: idle}
	return o
}

func (o *OCR) load() (*ocrModels, error) {
	index, err := readIndex(os.DirFS(o.dir), indexName)
	if err != nil {
		return nil, err
	}
	paths := map[string]string{}
	for _, f := range index.Files {
		paths[f.Role] = filepath.Join(o.dir, f.Name)
	}
	for _, role := range []string{roleRuntime, roleLines, roleDirection, roleLetters} {
		if paths[role] == "" {
			return nil, fmt.Errorf("%w (no %s)", ErrNoModels, role)
		}
	}
	if err := startRuntime(paths[roleRuntime]); err != nil {
		return nil, err
	}
	return openOCRModels(paths[roleLines], paths[roleDirection], paths[roleLetters])
}

// Read returns the lines of text in a picture, in no certain order. It stops between two runs of a model when ctx ends.
func (o *OCR) Read(ctx context.Context, picture image.Image) (lines []OCRLine, err error) {
	select {
	case o.turn <- struct{}{}:
		defer func() { <-o.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = o.keeper.with(ctx, func(m *ocrModels) (err error) {
		lines, err = m.read(ctx, picture)
		return err
	})
	return lines, err
}

// Close waits for what runs and lets the models go.
func (o *OCR) Close() error { return o.keeper.close() }
