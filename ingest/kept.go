package ingest

import (
	"context"
	"encoding/json"
	"fmt"

	"ibid/ingest/extract"
	"ibid/store"
)

// textSource names the bytes of a document and the readers of its text.
func (in *Ingester) textSource(job *store.Job) string { return job.SHA256 + " text " + in.Readers }

// keepText keeps what was read of a claimed document until its passages are in, so that a try that fails after the reading need not
// be begun again with it: first what is said of the whole, then each page.
func (in *Ingester) keepText(ctx context.Context, job *store.Job, text extract.Text) error {
	whole := text
	whole.Pages = nil
	parts := make([][]byte, 1+len(text.Pages))
	var err error
	parts[0], err = json.Marshal(whole)
	for i := range text.Pages {
		if err == nil {
			parts[i+1], err = json.Marshal(text.Pages[i])
		}
	}
	if err != nil {
		return fmt.Errorf("keep the text: %w", err)
	}
	if err := in.store.KeepText(ctx, job.RowID, in.textSource(job), parts); err != nil {
		return stored(err)
	}
	job.Tries, job.Problem = min(job.Tries, 1), store.Failure{}
	return nil
}

// keptText is what an earlier try has read of a claimed document. What does not make sense is read again.
func (in *Ingester) keptText(ctx context.Context, job *store.Job) (text extract.Text, kept bool, err error) {
	parts, err := in.store.Parts(ctx, job.RowID, in.textSource(job))
	if err != nil || len(parts) == 0 {
		return extract.Text{}, false, stored(err)
	}
	if err := json.Unmarshal(parts[0], &text); err != nil {
		return extract.Text{}, false, nil
	}
	text.Pages = make([]store.Page, len(parts)-1)
	for i, part := range parts[1:] {
		if err := json.Unmarshal(part, &text.Pages[i]); err != nil {
			return extract.Text{}, false, nil
		}
	}
	return text, true, nil
}
