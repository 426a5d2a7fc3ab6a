package ingest

import (
	"context"
	"errors"

	"ibid/store"
)

// aside holds passages that an embedder cannot take though it works: they must not keep it from all the others. They stay aside for
// as long as the program runs and the embedder is the same; their documents stay keyword-ready. Only the embedding loop uses it.
type aside struct {
	identity string
	passages map[int64]bool
	why      error // of the last one
}

// count says how many passages are aside for an embedder.
func (a *aside) count(identity string) int {
	if a.identity != identity {
		*a = aside{identity: identity, passages: make(map[int64]bool)}
	}
	return len(a.passages)
}

// without returns the passages that are not aside.
func (a *aside) without(pending []store.PendingPassage) []store.PendingPassage {
	if len(a.passages) == 0 {
		return pending
	}
	var rest []store.PendingPassage
	for _, p := range pending {
		if !a.passages[p.RowID] {
			rest = append(rest, p)
		}
	}
	return rest
}

// embedderWorks tries the embedder with a text that any can take.
func (in *Ingester) embedderWorks(ctx context.Context) bool {
	vectors, err := in.Embedder.EmbedPassages(ctx, []string{"What is memory?"})
	return err == nil && len(vectors) == 1
}

// embedHalves embeds a batch that failed as a whole, with why, in smaller and smaller parts, until the passages that are to blame
// stand alone; those are put aside.
func (in *Ingester) embedHalves(ctx context.Context, space store.Space, batch []store.PendingPassage, why error) error {
	if len(batch) == 1 {
		in.aside.passages[batch[0].RowID] = true
		in.aside.why = why
		in.log.Warn("passage cannot be embedded", "passage", batch[0].ID, "document", batch[0].DocumentID, "error", why)
		return nil
	}
	for _, half := range [][]store.PendingPassage{batch[:len(batch)/2], batch[len(batch)/2:]} {
		err := in.embedBatch(ctx, space, half)
		var broken *storeError
		if err != nil && ctx.Err() == nil && !errors.As(err, &broken) {
			err = in.embedHalves(ctx, space, half, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
