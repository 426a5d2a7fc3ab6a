package ask

import (
	"context"
	"slices"

	"ibid/store"
)

// neighbour is a passage beside one that was found.
type neighbour = store.Found

// defaultNeighbours says how many passages on each side a writer gets besides the one found. Speech says things over a minute
// or two, so that a cut in the middle loses the half; a slide or a section stands by itself, and what is sent costs time.
var defaultNeighbours = map[store.Kind]int{store.Transcript: 1}

// withNeighbours adds to each result its neighbours in reading order. A passage that is a result itself is never a neighbour,
// and none is sent twice.
func (e *Engine) withNeighbours(ctx context.Context, results []Result, count map[store.Kind]int) ([]source, error) {
	taken := map[int64]bool{}
	for _, r := range results {
		taken[r.Passage.RowID] = true
	}
	out := make([]source, len(results))
	for i, r := range results {
		out[i].Result = r
		n := count[r.Document.Kind]
		if n <= 0 {
			continue
		}
		around, err := e.Store.Around(ctx, r.Passage.RowID, n, n)
		if err != nil {
			return nil, err
		}
		for _, f := range around {
			if taken[f.Passage.RowID] || f.Document.RowID != r.Document.RowID {
				continue
			}
			taken[f.Passage.RowID] = true
			if f.Passage.Ordinal < r.Passage.Ordinal {
				out[i].before = append(out[i].before, f)
			} else {
				out[i].after = append(out[i].after, f)
			}
		}
		out[i].before, out[i].after = inOrder(out[i].before), inOrder(out[i].after)
	}
	return out, nil
}

func inOrder(n []neighbour) []neighbour {
	slices.SortFunc(n, func(a, b neighbour) int { return a.Passage.Ordinal - b.Passage.Ordinal })
	return n
}
