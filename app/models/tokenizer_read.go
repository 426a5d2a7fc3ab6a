package models

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
)

// errTokens says that a tokenizer file is not one.
var errTokens = errors.New("not a tokenizer file of this version")

// openTokenizer reads a tokenizer file. Little-endian:
//
//	"IBTK", u8 version 1, u32 pieces, u32 start, end, pad, unknown
//	u32 characters that are dropped, each u32; u32 characters that become a space, each u32
//	f32 score of each piece; u8 length of each piece in bytes; the bytes of the pieces
//
// A piece of no length is a mark that no text is read as.
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
	if string(r.take(4)) != "IBTK" || string(r.take(1)) != "\x01" {
		return nil, errTokens
	}
	count := int(r.number())
	t := &tokenizer{other: map[rune]rune{}}
	for _, id := range []*int32{&t.start, &t.end, &t.pad, &t.unknown} {
		*id = int32(r.number())
		if *id < 0 || int(*id) >= count {
			return nil, errTokens
		}
	}
	for _, to := range []rune{0, ' '} {
		for list := r.numbers(int(r.number())); len(list) > 0; list = list[4:] {
			t.other[rune(binary.LittleEndian.Uint32(list))] = to
		}
	}
	scores, lengths := r.numbers(count), r.take(count)
	if r.short {
		return nil, errTokens
	}
	t.scores = make([]float32, count)
	pieces, least := make([]string, count), float32(0)
	for i := range t.scores {
		t.scores[i] = math.Float32frombits(binary.LittleEndian.Uint32(scores[4*i:]))
		pieces[i] = string(r.take(int(lengths[i])))
		least = min(least, t.scores[i])
	}
	if r.short {
		return nil, errTokens
	}
	t.odd = float64(least) - 10 // as in the library the model was trained with
	t.pieces = newTrie(pieces)
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
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

// numbers takes n numbers of four bytes.
func (r *tokenFile) numbers(n int) []byte {
	if n > len(r.data)/4 {
		n = -1
	}
	return r.take(4 * n)
}

func (r *tokenFile) number() uint32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}
