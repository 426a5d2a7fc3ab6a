package e5

import (
	"encoding/binary"
	"math"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// Tokens gives the compact tokenizer file that package models reads. Little-endian:
//
//	"IBTK", u8 version 1, u32 pieces, u32 nodes, u32 start, end, pad, unknown
//	u32 characters that are dropped, each u32; u32 characters that become a space, each u32
//	f32 score of each piece
//	the tree of the pieces: u32 first child of each node and one more, i32 piece of each node (-1: none), u8 label of each node
//
// The two lists hold only what Unicode's NFKC does not do by itself. The tree is in the file because building it takes longer
// than reading it, and a search on the command line waits for it.
func (w *Weights) Tokens() ([]byte, error) {
	le, tree := binary.LittleEndian, newTrie(w.readable())
	out := append([]byte("IBTK"), 1)
	for _, n := range []int{len(w.Pieces), len(tree.label), w.BOS, w.EOS, w.Pad, w.Unknown} {
		out = le.AppendUint32(out, uint32(n))
	}
	for _, want := range []string{"", " "} {
		list := w.besides(want)
		out = le.AppendUint32(out, uint32(len(list)))
		for _, r := range list {
			out = le.AppendUint32(out, uint32(r))
		}
	}
	for _, s := range w.Scores {
		out = le.AppendUint32(out, math.Float32bits(s))
	}
	for _, c := range tree.child {
		out = le.AppendUint32(out, c)
	}
	for _, p := range tree.piece {
		out = le.AppendUint32(out, uint32(p))
	}
	return append(out, tree.label...), nil
}

// readable gives the pieces with the marks emptied, since no text is ever read as them: the four named ones, and the last,
// which the model was trained to fill in.
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
