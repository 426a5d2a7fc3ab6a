package ingest

import (
	"context"
	"errors"
	"fmt"
	"time"

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
		var broken *storeError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && more:
			backoff = in.times.backoff
			continue
		case err == nil:
			backoff = in.times.backoff
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
	if err != nil || !wanted {
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
	pending, err := in.store.Pending(ctx, space.RowID, pendingLimit)
	if err != nil {
		return false, stored(err)
	}
	if len(pending) == 0 {
		return false, in.embeddedAll(ctx, space)
	}
	if pending = in.aside.without(identity, pending); len(pending) == 0 {
		return false, stored(in.noteEmbedder(ctx, in.aside.why))
	}
	reused, err := in.reuse(ctx, space, pending)
	if err != nil || reused {
		return true, stored(err)
	}
	for _, batch := range batches(pending) {
		if busy, err := in.reading(ctx); busy || err != nil {
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

func (in *Ingester) reading(ctx context.Context) (bool, error) {
	q, err := in.store.Queue(ctx)
	return q.Open, err
}

// embeddedAll ends a spell of work: a space that was built beside the active one takes its place.
func (in *Ingester) embeddedAll(ctx context.Context, space store.Space) error {
	if err := in.noteEmbedder(ctx, nil); err != nil {
		return stored(err)
	}
	if space.State == store.Active {
		return nil
	}
	if err := in.store.ActivateSpace(ctx, space.RowID); err != nil {
		return stored(err)
	}
	in.notify(Event{Kind: DocumentChanged})
	return nil
}

// reuse gives documents the vectors that the same texts have elsewhere, and reports whether there were any.
func (in *Ingester) reuse(ctx context.Context, space store.Space, pending []store.PendingPassage) (bool, error) {
	any := false
	for _, doc := range documentsOf(pending) {
		n, err := in.store.ReuseVectors(ctx, space.RowID, doc.DocumentID)
		if err != nil {
			return any, err
		}
		if n > 0 {
			any = true
			in.notify(Event{Kind: DocumentChanged, ModuleID: doc.ModuleID, DocumentID: doc.DocumentID})
		}
	}
	return any, nil
}

// documentsOf returns the first passage of each document.
func documentsOf(pending []store.PendingPassage) []store.PendingPassage {
	var first []store.PendingPassage
	seen := make(map[int64]bool)
	for _, p := range pending {
		if !seen[p.DocumentID] {
			seen[p.DocumentID] = true
			first = append(first, p)
		}
	}
	return first
}

// batches cuts the passages into batches bounded by tokens and by number. A fixed number alone would make a batch of long
// passages take many times as long as one of short ones.
func batches(pending []store.PendingPassage) [][]store.PendingPassage {
	var all [][]store.PendingPassage
	start, tokens := 0, 0
	for i, p := range pending {
		cost := p.Tokens + tokensAround
		if i > start && (tokens+cost > batchTokens || i-start >= batchTexts) {
			all = append(all, pending[start:i])
			start, tokens = i, 0
		}
		tokens += cost
	}
	if start < len(pending) {
		all = append(all, pending[start:])
	}
	return all
}

// inputText is what is embedded for a passage. Title and heading tell a short passage from its likes in other documents.
func inputText(p store.PendingPassage) string { return p.Title + "\n" + p.Heading + "\n" + p.Text }

// embedBatch embeds one batch and commits its vectors. Equal texts are embedded once.
func (in *Ingester) embedBatch(ctx context.Context, space store.Space, batch []store.PendingPassage) error {
	started := in.now()
	var texts []string
	at := make(map[string]int, len(batch))
	for _, p := range batch {
		text := inputText(p)
		if _, ok := at[text]; !ok {
			at[text] = len(texts)
			texts = append(texts, text)
		}
	}
	values, err := in.Embedder.EmbedPassages(ctx, texts)
	if err != nil {
		return fmt.Errorf("embed %d passages: %w", len(texts), err)
	}
	if len(values) != len(texts) {
		return fmt.Errorf("embed %d passages: the embedder gave %d vectors", len(texts), len(values))
	}
	vectors := make([]store.Vector, len(batch))
	for i, p := range batch {
		vectors[i] = store.Vector{Passage: p.RowID, InputHash: p.InputHash, Values: values[at[inputText(p)]]}
	}
	err = in.store.PutVectors(ctx, space.RowID, vectors)
	if errors.Is(err, store.ErrBadVector) {
		return fmt.Errorf("embed %d passages: %w", len(texts), err)
	}
	if err != nil {
		return stored(err)
	}
	in.storeWorks()
	in.rates.embedded(len(batch), in.now().Sub(started))
	if err := in.noteEmbedder(ctx, in.aside.why); err != nil {
		return stored(err)
	}
	for _, doc := range documentsOf(batch) {
		in.notify(Event{Kind: DocumentChanged, ModuleID: doc.ModuleID, DocumentID: doc.DocumentID})
	}
	return nil
}

// embedderWaits says whether the process that ingests has noted that its embedder does not work.
func embedderWaits(ctx context.Context, st *store.Store) (bool, error) {
	why, err := st.Setting(ctx, embedderStateKey)
	return why != nil, err
}

// rates are how fast this machine has been, for the time that is left.
type rates struct {
	readRate  average // bytes a second
	embedRate average // passages a second
}

func (r *rates) read(bytes int64, took time.Duration) { r.readRate.add(float64(bytes), took) }
func (r *rates) embedded(n int, took time.Duration)   { r.embedRate.add(float64(n), took) }
