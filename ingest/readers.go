package ingest

import (
	"context"
	"errors"
	"time"

	"ibid/store"
)

// runReader reads one waiting document after the other, if it is patient also those that are slow, when no passage waits for a vector:
// what was read is to be found by its meaning before a scan is read for minutes, and two large models at once take much memory.
func (in *Ingester) runReader(ctx context.Context, b bell, patient bool) error {
	backoff := in.times.backoff
	for {
		slow := patient && !in.embeds.Load() && !in.saving.Load()
		job, ok, err := in.store.NextWaiting(ctx, in.looked.Load(), slow)
		if err == nil && ok {
			in.notify(Event{Kind: DocumentChanged, ModuleID: job.ModuleID, DocumentID: job.RowID})
			err = in.process(ctx, job)
			if job.Problem.Code == Crashed {
				in.ringWorkers() // they had to leave it alone
			}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			in.storeFails(err)
			if err := in.letGo(ctx, job.RowID, backoff, errors.Is(err, errHeld)); err != nil {
				return err
			}
			backoff = min(2*backoff, in.times.maxBack)
		case ok:
			in.storeWorks()
			backoff = in.times.backoff
		default:
			in.embed.ring() // they wait for the reading to be done
			in.view.ring()
			if _, err := b.wait(ctx, in.untilNext(ctx, slow)); err != nil {
				return err
			}
		}
	}
}

// errHeld says that a document is still claimed, as not even that could be written.
var errHeld = errors.New("the document is still claimed")

// letGo waits until the store may work again, and until a document that is still claimed has been put back.
func (in *Ingester) letGo(ctx context.Context, row int64, backoff time.Duration, held bool) error {
	for {
		if err := pause(ctx, backoff); err != nil || !held {
			return err
		}
		if err := in.store.Release(ctx, row, 0); err == nil || errors.Is(err, store.ErrNotFound) {
			return nil
		}
		backoff = min(2*backoff, in.times.maxBack)
	}
}

// untilNext is how long it is to the next document that waits for another try, or has come to its time since we looked; 0 when
// there is none.
func (in *Ingester) untilNext(ctx context.Context, slow bool) time.Duration {
	q, err := in.store.Queue(ctx, slow)
	switch {
	case err != nil:
		return in.times.backoff
	case q.Ready:
		return time.Millisecond
	case q.NextAt == 0:
		return 0
	}
	return max(time.UnixMilli(q.NextAt).Sub(in.now()), 0) + time.Millisecond
}

// process takes a claimed document to its next state. Whatever is wrong with the file ends there; an error is the store's, or the
// context's.
func (in *Ingester) process(ctx context.Context, job store.Job) error {
	started := in.now()
	in.begun.Store(job.RowID, started)
	defer in.begun.Delete(job.RowID)
	err := in.readDocument(ctx, &job)
	// What is decided about the document is written also when the program ends.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err == nil {
		if !job.Slow { // those have a rate of their own
			in.rates.read(job.Size, in.now().Sub(started))
		}
	} else {
		err = in.conclude(ctx, end, job, err)
	}
	if err == nil {
		err = in.subtitlesDone(end, job)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil // excluded or removed meanwhile
	case err == nil:
		in.notify(Event{Kind: DocumentChanged, ModuleID: job.ModuleID, DocumentID: job.RowID})
	}
	return err
}
