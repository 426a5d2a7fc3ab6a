package ingest

import (
	"context"
	"errors"

	"ibid/ingest/extract"
	"ibid/store"
)

// errSlow says that reading a document turned out to take seconds a page. It is put back, to be read when no other waits.
var errSlow = errors.New("the document is slow to read")

// deferring has the reading of a document end with errSlow where it becomes slow, unless that is known.
func (in *Ingester) deferring(ctx context.Context, job *store.Job) context.Context {
	return extract.WithSlow(ctx, func() error {
		if job.Slow && !in.saving.Load() {
			return nil
		}
		return errSlow
	})
}
