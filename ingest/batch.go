package ingest

import (
	"context"
	"errors"
	"fmt"

	"ibid/store"
)

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
	if err := in.noteEmbedder(ctx, nil); err != nil {
		return stored(err)
	}
	for _, doc := range documentsOf(batch) {
		in.notify(Event{Kind: DocumentChanged, ModuleID: doc.ModuleID, DocumentID: doc.DocumentID})
	}
	return nil
}
