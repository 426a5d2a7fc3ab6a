package e5

import (
	"cmp"
	"slices"
)

// trie is the tree of all pieces, as package models reads it. Nodes are numbered level by level, so the children of a node
// are neighbours: those of node n are child[n] to child[n+1].
type trie struct {
	child []uint32
	label []byte
	piece []int32 // the piece that ends at the node, or -1
}

// newTrie builds the tree of the pieces that have a length.
func newTrie(pieces []string) trie {
	order := make([]int32, 0, len(pieces))
	for i, p := range pieces {
		if p != "" {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(pieces[a], pieces[b]) })

	// A node stands for the pieces from..to, all with the same first depth bytes.
	type span struct{ from, to, depth int }
	t := trie{label: []byte{0}, piece: []int32{-1}}
	nodes := []span{{0, len(order), 0}}
	for n := 0; n < len(nodes); n++ {
		s := nodes[n]
		t.child = append(t.child, uint32(len(nodes)))
		from := s.from
		for from < s.to && len(pieces[order[from]]) == s.depth {
			t.piece[n] = order[from]
			from++
		}
		for from < s.to {
			b, to := pieces[order[from]][s.depth], from+1
			for to < s.to && pieces[order[to]][s.depth] == b {
				to++
			}
			nodes = append(nodes, span{from, to, s.depth + 1})
			t.label, t.piece = append(t.label, b), append(t.piece, -1)
			from = to
		}
	}
	t.child = append(t.child, uint32(len(nodes)))
	return t
}
