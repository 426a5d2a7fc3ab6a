package ingest

import (
	"context"

	"ibid/store"
	"ibid/store/alike"
)

// textsAtOnce is how many passages are taken from the store at once for the search for copies.
const textsAtOnce = 1000

// findCopies compares passages that have their vectors by now with those of their module, and notes which say what others said before.
// It reads all texts of such a module, which are compared in 8 s where there are 100,000 (see store/alike): it is done when the module
// is embedded, or all is that can be.
func (in *Ingester) findCopies(ctx context.Context, space store.Space, whole bool) error {
	modules, err := in.store.ModulesToCompare(ctx, space.RowID, whole)
	if err != nil {
		return stored(err)
	}
	for _, m := range modules {
		if err := in.compareModule(ctx, space.RowID, m); err != nil {
			return stored(err)
		}
		in.notify(Event{Kind: DocumentChanged, ModuleID: m})
	}
	return nil
}

// toCompare is a passage that was not compared yet.
type toCompare struct {
	row   int64
	print alike.Print
}

func (in *Ingester) compareModule(ctx context.Context, space, module int64) error {
	var known alike.Finder
	var fresh []toCompare
	for after := int64(0); ; {
		texts, err := in.store.TextsToCompare(ctx, space, module, after, textsAtOnce)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if print := alike.PrintOf(t.Text); t.Compared {
				known.Add(t.RowID, print)
			} else {
				fresh = append(fresh, toCompare{t.RowID, print})
			}
		}
		if len(texts) < textsAtOnce {
			break
		}
		after = texts[len(texts)-1].RowID
	}
	for len(fresh) > 0 {
		some := fresh[:min(len(fresh), textsAtOnce)]
		fresh = fresh[len(some):]
		copies := make([]store.Copy, 0, len(some))
		for _, p := range some {
			c, err := in.original(ctx, space, &known, p)
			if err != nil {
				return err
			}
			copies = append(copies, c)
		}
		if err := in.store.PutCopies(ctx, copies); err != nil {
			return err
		}
	}
	return nil
}

// original says what a passage is a copy of. When of nothing it may be an original for others.
func (in *Ingester) original(ctx context.Context, space int64, known *alike.Finder, p toCompare) (store.Copy, error) {
	c := store.Copy{Passage: p.row}
	if same, ok := known.Same(p.print); ok {
		c.Original, c.Level = same, store.SameText
		return c, nil
	}
	for _, other := range known.Candidates(p.print) {
		vectors, err := in.store.VectorsOf(ctx, space, []int64{p.row, other.ID})
		if err != nil {
			return c, err
		}
		if p.print.Near(other.Print, alike.Cosine(vectors[p.row], vectors[other.ID])) {
			c.Original, c.Level = other.ID, store.NearlySame
			return c, nil
		}
	}
	known.Add(p.row, p.print)
	return c, nil
}
