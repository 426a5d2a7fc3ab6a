package models

import (
	"context"
	"fmt"
	"image"
	"time"
)

// The parts of the index that read text in pictures.
const (
	roleLines     = "ocr-lines"
	roleDirection = "ocr-direction"
	roleLetters   = "ocr-letters"
)

// ocrWay goes up when pictures are read in another way.
const (
	ocrName = "pp-ocrv4"
	ocrWay  = 1
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
	files  unpackedFiles
	gate   *Gate
	keeper keeper[*ocrModels]
	turn   chan struct{} // held by the picture that is read
}

// NewOCR makes a reader of pictures with the models that Unpack put into dir. An idle of 0 is two minutes. gate is shared with the other
// models in the program, which let go of their memory when pictures are to be read.
func NewOCR(dir string, idle time.Duration, gate *Gate) *OCR {
	if idle <= 0 {
		idle = defaultIdle
	}
	o := &OCR{gate: gate, files: unpacked(dir), turn: make(chan struct{}, 1)}
	o.keeper = keeper[*ocrModels]{load: o.load, idle: idle}
	gate.share(&o.keeper)
	return o
}

func (o *OCR) load() (*ocrModels, error) {
	library, err := o.files.path(roleRuntime)
	if err != nil {
		return nil, err
	}
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	o.gate.makeRoom(&o.keeper)
	return openOCRModels(o.files)
}

// Identity names the models and the way they are used: another one may read other words in the same picture.
func (o *OCR) Identity() (string, error) {
	return o.files.identity(fmt.Sprintf("%s/%d", ocrName, ocrWay), roleLines, roleDirection, roleLetters)
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
