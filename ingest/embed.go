package ingest

import (
	"context"
	"errors"
	"fmt"

	"ibid/store"
)

const (
	// A batch is what is lost when the program is killed, and what a question may have to wait for: about a second of work at the
	// 17 texts of 256 tokens a second that two cores embed.
	batchTokens = 4096
	batchTexts  = 64
	// How many passages are looked up at once. Batches are cut from them in the order of the queue.
	pendingLimit = 256
	// Tokens that title, heading and the model's own marks add to a passage, roughly.
	tokensAround = 24
)

// embedderStateKey is the setting in which a failing embedder is noted, for the other processes that wait for it.
const embedderStateKey = "ingest.embedder"

// runEmbedder has passages embedded whenever there are documents that lack vectors and none that could be read: being found by words
// a minute later is worse than being found by meaning a minute later.
func (in *Ingester) runEmbedder(ctx context.Context) error {
	if in.Embedder == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	backoff := in.times.backoff
	for {
		more, err := in.embedSome(ctx)
		if in.embedding.Swap(more) && !more {
			in.view.ring() // it waits for that
		}
		var broken *storeError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && more:
			backoff = in.times.backoff
			continue
		case err == nil:
			backoff = in.times.backoff
			if busy, err := in.reading(ctx); err != nil || !busy && !in.saving.Load() { // else more will come
				in.slowMay()
			}
			if _, err := in.embed.wait(ctx, 0); err != nil {
				return err
			}
			continue
		case errors.As(err, &broken):
			in.storeFails(err)
		default:
			if err := in.noteEmbedder(ctx, err); err != nil {
				in.storeFails(err)
			}
		}
		in.slowMay()
		// A ring may mean that the student has mended it: look then, but not more often than the shortest wait.
		if err := pause(ctx, in.times.backoff); err != nil {
			return err
		}
		if backoff > in.times.backoff {
			if _, err := in.embed.wait(ctx, backoff-in.times.backoff); err != nil {
				return err
			}
		}
		backoff = min(2*backoff, in.times.maxBack)
	}
}

// slowMay has slow documents read, as no passage waits for a vector or none can get one.
func (in *Ingester) slowMay() {
	if in.embeds.Swap(false) {
		in.read[0].ring()
	}
}

// noteEmbedder notes that the embedder fails (or, with nil, that it works again), here and for other processes.
func (in *Ingester) noteEmbedder(ctx context.Context, why error) error {
	if why == nil {
		old, err := in.store.Setting(ctx, embedderStateKey)
		if err == nil && old != nil {
			err = in.store.SetSetting(ctx, embedderStateKey, nil)
		}
		in.ends(0, EmbedderFailing)
		return err
	}
	if in.Embedder != nil && !in.begins(0, EmbedderFailing, why) {
		return nil // said and noted already
	}
	return in.store.SetSetting(ctx, embedderStateKey, []byte(why.Error()))
}

// embedSome embeds what is pending, up to pendingLimit passages, and reports whether there may be more. Errors of the store are
// of type *storeError, the others are the embedder's.
func (in *Ingester) embedSome(ctx context.Context) (more bool, err error) {
	wanted, err := in.wantsVectors(ctx)
	if err != nil || !wanted || in.saving.Load() {
		return false, err
	}
	identity, dim, err := in.Embedder.Identity(ctx)
	if err != nil {
		return false, fmt.Errorf("ask the embedder: %w", err)
	}
	space, err := in.store.EnsureSpace(ctx, identity, dim)
	if err != nil {
		return false, stored(err)
	}
	if err := in.findCopies(ctx, space, true); err != nil {
		return false, err
	}
	pending, err := in.store.Pending(ctx, space.RowID, in.looked.Load(), pendingLimit+in.aside.count(identity))
	if err != nil {
		return false, stored(err)
	}
	var left error // why some passages never will be
	if len(pending) > 0 {
		left = in.aside.why
	}
	if pending = in.aside.without(pending); len(pending) == 0 {
		return false, in.embeddedAll(ctx, space, left)
	}
	in.embeds.Store(true)
	reused, err := in.reuse(ctx, space, pending)
	if err != nil || reused {
		return true, stored(err)
	}
	for _, batch := range batches(pending) {
		if busy, err := in.reading(ctx); busy || in.saving.Load() || err != nil {
			return false, stored(err) // the reader rings when it is done
		}
		err := in.embedBatch(ctx, space, batch)
		var broken *storeError
		if err != nil && ctx.Err() == nil && !errors.As(err, &broken) && in.embedderWorks(ctx) {
			err = in.embedHalves(ctx, space, batch, err)
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// Embed has all passages embedded that lack a vector, and reads no file. It is for an Ingester that does not Run, by the holder of the
// store's IngestLock. on is told how many documents lack vectors.
func (in *Ingester) Embed(ctx context.Context, on func(documents int)) error {
	in.onlyEmbeds = true
	for more := true; more; {
		left := 0
		modules, err := in.store.Modules(ctx)
		for _, m := range modules {
			c, errCount := in.store.Counts(ctx, m.RowID)
			err = errors.Join(err, errCount)
			left += c.KeywordReady
		}
		if err != nil {
			return fmt.Errorf("embed: %w", err)
		}
		if on(left); left == 0 {
			return nil // no model is loaded for nothing
		}
		if more, err = in.embedSome(ctx); err != nil {
			return fmt.Errorf("embed: %w", err)
		}
	}
	return nil
}

// wantsVectors says whether there may be work for the embedder. It keeps a program that has none from loading a model.
func (in *Ingester) wantsVectors(ctx context.Context) (bool, error) {
	if busy, err := in.reading(ctx); busy || err != nil {
		return false, stored(err)
	}
	modules, err := in.store.Modules(ctx)
	if err != nil {
		return false, stored(err)
	}
	for _, m := range modules {
		if m.Paused || m.RemoveAt > 0 {
			continue
		}
		c, err := in.store.Counts(ctx, m.RowID)
		if err != nil {
			return false, stored(err)
		}
		if c.Passages > 0 {
			return true, nil
		}
	}
	return false, nil
}

// reading says whether documents are read, or could be: embedding waits for that, but not for those that take hours.
func (in *Ingester) reading(ctx context.Context) (bool, error) {
	if in.onlyEmbeds {
		return false, nil
	}
	q, err := in.store.Queue(ctx, false)
	return q.Open, err
}

// embeddedAll ends a spell of work: a space that was built beside the active one takes its place, and copies are looked for. left says why some passages
// were left out, if there are such.
func (in *Ingester) embeddedAll(ctx context.Context, space store.Space, left error) error {
	if err := in.noteEmbedder(ctx, left); err != nil {
		return stored(err)
	}
	if space.State != store.Active {
		if err := in.store.ActivateSpace(ctx, space.RowID); err != nil {
			return stored(err)
		}
		in.notify(Event{Kind: DocumentChanged})
	}
	return in.findCopies(ctx, space, false)
}

// EmbedderFailure is why the process that ingests has noted that its embedder does not work; "" when it has not.
func EmbedderFailure(ctx context.Context, st *store.Store) (string, error) {
	why, err := st.Setting(ctx, embedderStateKey)
	return string(why), err
}
