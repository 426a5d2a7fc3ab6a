// Package e5 turns the published 4-bit weights of multilingual-e5-small into the two files that Ibid runs: an ONNX model
// and a compact tokenizer. The same weights always give the same bytes, so the manifest can hold the hash of the result.
package e5

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// block is the number of weights that share a scale in the 4-bit tensors.
const block = 32

// ErrFormat says that the weights file is not what this package reads.
var ErrFormat = errors.New("not a weights file of multilingual-e5-small")

// Weights is an opened weights file: the shape of the network, its tensors and its vocabulary.
type Weights struct {
	Hidden, Layers, Heads, FeedForward, Vocabulary, Positions, Types int
	Epsilon                                                          float32

	BOS, EOS, Pad, Unknown int
	Pieces                 []string
	Scores                 []float32
	Normal                 map[rune]string // the model's own table: what a character is read as

	data    []byte
	tensors map[string]tensor
}

type tensor struct {
	quantized bool
	elements  int
	data      []byte
}

// ReadWeights reads a weights file. The tensors stay views into data.
func ReadWeights(data []byte) (w *Weights, err error) {
	r := &reader{data: data}
	if string(r.take(4)) != "E5S1" {
		return nil, ErrFormat
	}
	r.u32() // version
	w = &Weights{data: data, Normal: map[rune]string{}, tensors: map[string]tensor{}}
	for _, p := range []*int{&w.Hidden, &w.Layers, &w.Heads, &w.FeedForward, &w.Vocabulary, &w.Positions, &w.Types} {
		*p = int(r.u32())
	}
	w.Epsilon = r.f32()
	if r.u32() != block {
		return nil, fmt.Errorf("%w: another block size", ErrFormat)
	}
	w.readPieces(r)
	w.readNormal(r)
	w.readTensors(r)
	if r.short {
		return nil, fmt.Errorf("%w: it ends too early", ErrFormat)
	}
	return w, nil
}

func (w *Weights) readPieces(r *reader) {
	n := int(r.u32())
	for _, p := range []*int{&w.BOS, &w.EOS, &w.Pad, &w.Unknown} {
		*p = int(r.u32())
		r.short = r.short || *p >= n
	}
	size := int(r.u64())
	offsets, scores, text := r.take(4*(n+1)), r.take(4*n), r.take(size)
	if r.short {
		return
	}
	w.Pieces, w.Scores = make([]string, n), make([]float32, n)
	for i := range n {
		from, to := binary.LittleEndian.Uint32(offsets[4*i:]), binary.LittleEndian.Uint32(offsets[4*i+4:])
		if from > to || int(to) > len(text) {
			r.short = true
			return
		}
		w.Pieces[i] = string(text[from:to])
		w.Scores[i] = math.Float32frombits(binary.LittleEndian.Uint32(scores[4*i:]))
	}
}

func (w *Weights) readNormal(r *reader) {
	n := int(r.u32())
	table := &reader{data: r.take(int(r.u32()))}
	for range n {
		if table.short {
			break
		}
		from := rune(table.u32())
		var to []rune
		for range int(table.u8()) {
			to = append(to, rune(table.u32()))
		}
		w.Normal[from] = string(to)
	}
	r.short = r.short || table.short
}

func (w *Weights) readTensors(r *reader) {
	for range int(r.u32()) {
		if r.short {
			return
		}
		name := string(r.take(int(r.u16())))
		kind, elements, from, size := r.u8(), r.u32(), r.u64(), r.u64()
		if from+size < from || from+size > uint64(len(w.data)) {
			r.short = true
			return
		}
		w.tensors[name] = tensor{quantized: kind == 1, elements: int(elements), data: w.data[from : from+size]}
	}
}

// reader takes little-endian numbers off a slice; after the end it gives zeros and remembers it.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.short, r.data = true, nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) number(n int) (v uint64) {
	for i, b := range r.take(n) {
		v |= uint64(b) << (8 * i)
	}
	return v
}

func (r *reader) u8() uint8    { return uint8(r.number(1)) }
func (r *reader) u16() uint16  { return uint16(r.number(2)) }
func (r *reader) u32() uint32  { return uint32(r.number(4)) }
func (r *reader) u64() uint64  { return r.number(8) }
func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
