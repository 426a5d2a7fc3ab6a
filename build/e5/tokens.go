package e5

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// Tokens gives the compact tokenizer file that package models reads. Little-endian:
//
//	"IBTK", u8 version 1, u32 pieces, u32 start, end, pad, unknown
//	u32 characters that are dropped, each u32; u32 characters that become a space, each u32
//	f32 score of each piece; u8 length of each piece in bytes; the bytes of the pieces
//
// The two lists hold only what Unicode's NFKC does not do by itself. A piece of no length is a mark such as <s>: it has its
// number, but no text is ever read as it.
func (w *Weights) Tokens() ([]byte, error) {
	le := binary.LittleEndian
	out := append([]byte("IBTK"), 1)
	for _, n := range []int{len(w.Pieces), w.BOS, w.EOS, w.Pad, w.Unknown} {
		out = le.AppendUint32(out, uint32(n))
	}
	for _, want := range []string{"", " "} {
		list := w.besides(want)
		out = le.AppendUint32(out, uint32(len(list)))
		for _, r := range list {
			out = le.AppendUint32(out, uint32(r))
		}
	}
	pieces := w.readable()
	for _, s := range w.Scores {
		out = le.AppendUint32(out, math.Float32bits(s))
	}
	for i, p := range pieces {
		if len(p) > math.MaxUint8 {
			return nil, fmt.Errorf("%w: piece %d is too long", ErrFormat, i)
		}
		out = append(out, byte(len(p)))
	}
	for _, p := range pieces {
		out = append(out, p...)
	}
	return out, nil
}

// readable gives the pieces with the marks emptied: the four named ones, and the last, which the model was trained to fill in.
func (w *Weights) readable() []string {
	pieces := slices.Clone(w.Pieces)
	for _, i := range []int{w.BOS, w.EOS, w.Pad, w.Unknown, len(pieces) - 1} {
		pieces[i] = ""
	}
	return pieces
}

// besides lists the characters that the model reads as want and NFKC does not.
func (w *Weights) besides(want string) []rune {
	var list []rune
	for r, to := range w.Normal {
		if to == want && norm.NFKC.String(string(r)) != want {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return list
}
