package models

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
)

// errTokens says that a tokenizer file is not one.
var errTokens = errors.New("not a tokenizer file of this version")

// openTokenizer reads a tokenizer file. Little-endian:
//
//	"IBTK", u8 version 1, u32 pieces, u32 nodes, u32 start, end, pad, unknown
//	u32 characters that are dropped, each u32; u32 characters that become a space, each u32
//	f32 score of each piece
//	the tree of the pieces: u32 first child of each node and one more, i32 piece of each node (-1: none), u8 label of each node
func openTokenizer(path string) (*tokenizer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the tokenizer: %w", err)
	}
	t, err := readTokenizer(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func readTokenizer(data []byte) (*tokenizer, error) {
	r := tokenFile{data: data}
	if string(r.take(5)) != "IBTK\x01" {
		return nil, errTokens
	}
	count, nodes := int(r.number()), int(r.number())
	t := &tokenizer{other: map[rune]rune{}}
	for _, id := range []*int32{&t.start, &t.end, &t.pad, &t.unknown} {
		*id = int32(r.number())
		if *id < 0 || int(*id) >= count {
			return nil, errTokens
		}
	}
	for _, to := range []rune{0, ' '} {
		for _, c := range r.numbers(int(r.number())) {
			t.other[rune(c)] = to
		}
	}
	scores := r.numbers(count)
	t.pieces.child = r.numbers(nodes + 1)
	pieces := r.numbers(nodes)
	t.pieces.label = slices.Clone(r.take(nodes)) // not to hold the whole file
	if r.short {
		return nil, errTokens
	}
	least := float32(0)
	t.scores, t.pieces.piece = make([]float32, len(scores)), make([]int32, len(pieces))
	for i, s := range scores {
		t.scores[i] = math.Float32frombits(s)
		least = min(least, t.scores[i])
	}
	for i, p := range pieces {
		t.pieces.piece[i] = int32(p)
	}
	if !t.pieces.sound(count) {
		return nil, errTokens
	}
	t.odd = float64(least) - 10 // as in the library the model was trained with
	return t, nil
}

// tokenFile takes fields off a file; after its end it gives nothing and remembers it.
type tokenFile struct {
	data  []byte
	short bool
}

func (r *tokenFile) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.short, r.data = true, nil
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

// numbers takes n numbers of four bytes.
func (r *tokenFile) numbers(n int) []uint32 {
	if n < 0 || n > len(r.data)/4 {
		r.short, r.data = true, nil
		return nil
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(r.data[4*i:])
	}
	r.data = r.data[4*n:]
	return out
}

func (r *tokenFile) number() uint32 {
	n := r.numbers(1)
	if n == nil {
		return 0
	}
	return n[0]
}
