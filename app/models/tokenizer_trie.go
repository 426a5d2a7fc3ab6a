package models

import (
	"cmp"
	"slices"
)

// trie finds the pieces that a text starts with. Nodes are numbered level by level, so the children of a node are
// neighbours: those of node n are child[n] to child[n+1].
type trie struct {
	child []uint32
	label []byte
	piece []int32     // the piece that ends at the node, or -1
	root  [256]uint32 // the root's child for each byte, 0 for none: the root has too many to search
}

// newTrie builds the trie of all pieces that have a length.
func newTrie(pieces []string) *trie {
	order := make([]int32, 0, len(pieces))
	for i, p := range pieces {
		if p != "" {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(pieces[a], pieces[b]) })

	// A node stands for the pieces from..to, all with the same first depth bytes.
	type span struct{ from, to, depth int32 }
	t := &trie{label: []byte{0}, piece: []int32{-1}}
	level := []span{{0, int32(len(order)), 0}}
	for n := 0; n < len(level); n++ {
		s := level[n]
		t.child = append(t.child, uint32(len(level)))
		from := s.from
		for from < s.to && int32(len(pieces[order[from]])) == s.depth {
			t.piece[n] = order[from]
			from++
		}
		for from < s.to {
			b, to := pieces[order[from]][s.depth], from+1
			for to < s.to && pieces[order[to]][s.depth] == b {
				to++
			}
			if n == 0 {
				t.root[b] = uint32(len(level))
			}
			level = append(level, span{from, to, s.depth + 1})
			t.label, t.piece = append(t.label, b), append(t.piece, -1)
			from = to
		}
	}
	t.child = append(t.child, uint32(len(level)))
	return t
}

// prefixes calls f for each piece that text starts with, the shortest first.
func (t *trie) prefixes(text []byte, f func(length int, piece int32)) {
	if len(text) == 0 {
		return
	}
	node := t.root[text[0]]
	for i := 1; node != 0; i++ {
		if p := t.piece[node]; p >= 0 {
			f(i, p)
		}
		if i == len(text) {
			return
		}
		node = t.next(node, text[i])
	}
}

// next gives the child of a node for a byte, 0 for none. Labels are in order.
func (t *trie) next(node uint32, b byte) uint32 {
	from, to := t.child[node], t.child[node+1]
	for from+8 < to {
		if mid := (from + to) / 2; t.label[mid] > b {
			to = mid
		} else {
			from = mid
		}
	}
	for ; from < to; from++ {
		if t.label[from] == b {
			return from
		}
	}
	return 0
}
