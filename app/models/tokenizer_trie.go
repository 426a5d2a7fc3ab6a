package models

// trie finds the pieces that a text starts with. Nodes are numbered level by level, so the children of a node are
// neighbours: those of node n are child[n] to child[n+1], in the order of their labels. Node 0 is the root.
type trie struct {
	child []uint32
	piece []int32 // the piece that ends at the node, or -1
	label []byte
	root  [256]uint32 // the root's child for each byte, 0 for none: the root has too many to search
}

// sound says whether every number of a trie that was read leads somewhere; it also fills in root.
func (t *trie) sound(pieces int) bool {
	nodes := uint32(len(t.label))
	if nodes == 0 || t.child[0] != 1 || t.child[nodes] != nodes {
		return false
	}
	for n := range nodes {
		if t.child[n] > t.child[n+1] || int(t.piece[n]) >= pieces || t.piece[n] < -1 {
			return false
		}
	}
	for c := t.child[0]; c < t.child[1]; c++ {
		t.root[t.label[c]] = c
	}
	return true
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

// next gives the child of a node for a byte, 0 for none.
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
