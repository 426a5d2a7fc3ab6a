package ask

import (
	"context"
	"slices"

	"ibid/store"
	"ibid/store/alike"
)

const (
	overlaps = 0.5 // of the shorter of two neighbouring passages from which the later in rank adds nothing
	// alsoMost bounds the places that are named beside a result: what stands in more is on every slide.
	alsoMost = 8
)

// distinct keeps the best of passages that say the same and notes the others as its Also. Passages of one document that overlap
// by more than half count as one.
func (e *Engine) distinct(ctx context.Context, results []candidate) ([]candidate, error) {
	same, err := e.likeness(ctx, results)
	if err != nil {
		return nil, err
	}
	var out []candidate
	var kept []int // where those of out stand in results
next:
	for i, r := range results {
		for k, j := range kept {
			if out[k].Document.RowID == r.Document.RowID && out[k].Passage.Page == r.Passage.Page && overlap(out[k].Passage, r.Passage) >= overlaps {
				continue next
			}
			if same(j, i) {
				if len(out[k].Also) < alsoMost {
					out[k].Also = append(out[k].Also, r.Found)
				}
				continue next
			}
		}
		out, kept = append(out, r), append(kept, i)
	}
	return out, nil
}

// likeness tells of two of the results whether they say the same: they were found to when they were read, or they do by the same
// measures. Passages that cannot be found by meaning yet were not compared, and those of two modules never are.
func (e *Engine) likeness(ctx context.Context, results []candidate) (func(i, j int) bool, error) {
	rows := make([]int64, len(results))
	prints := make([]alike.Print, len(results))
	for i, r := range results {
		rows[i], prints[i] = r.Passage.RowID, alike.PrintOf(r.Passage.Text)
	}
	originals, err := e.Store.Originals(ctx, rows)
	if err != nil {
		return nil, err
	}
	original := func(row int64) int64 {
		if o, ok := originals[row]; ok {
			return o
		}
		return row
	}
	vectors := map[int64][]float32{}
	if space, err := e.Store.ActiveSpace(ctx); err == nil {
		var wanted []int64
		for i, p := range prints {
			for j, other := range prints {
				if i != j && p.Share(other) > 0 {
					wanted = append(wanted, rows[i])
					break
				}
			}
		}
		if vectors, err = e.Store.VectorsOf(ctx, space.RowID, wanted); err != nil {
			return nil, err
		}
	}
	return func(i, j int) bool {
		return original(rows[i]) == original(rows[j]) || prints[i].Same(prints[j]) ||
			prints[i].Near(prints[j], alike.Cosine(vectors[rows[i]], vectors[rows[j]]))
	}, nil
}

// also completes the places beside each result by those of its copies that were not found, within what is looked through.
func (e *Engine) also(ctx context.Context, sc scope, results []Result) error {
	for i := range results {
		r := &results[i]
		if len(r.Also) >= alsoMost {
			continue
		}
		copies, err := e.Store.Alike(ctx, r.Passage.RowID, sc.documents, alsoMost)
		if err != nil {
			return err
		}
		for _, c := range copies {
			known := slices.ContainsFunc(r.Also, func(f store.Found) bool { return f.Passage.RowID == c.Passage.RowID })
			if !known && len(r.Also) < alsoMost {
				r.Also = append(r.Also, c)
			}
		}
	}
	return nil
}

// overlap is the part of the shorter passage that both share.
func overlap(a, b store.Passage) float64 {
	shared := min(a.To, b.To) - max(a.From, b.From)
	shorter := min(a.To-a.From, b.To-b.From)
	if shared <= 0 || shorter <= 0 {
		return 0
	}
	return float64(shared) / float64(shorter)
}
