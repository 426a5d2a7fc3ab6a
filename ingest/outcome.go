package ingest

import (
	"context"
	"errors"
	"io/fs"

	"ibid/ingest/extract"
	"ibid/store"
)

// conclude writes what becomes of a document that could not be read. With errHeld, that could not be written either.
func (in *Ingester) conclude(ctx, end context.Context, job store.Job, why error) error {
	if errors.Is(why, store.ErrNotFound) {
		return why
	}
	if err := in.decide(ctx, end, job, why); err != nil && !errors.Is(err, store.ErrNotFound) {
		return errors.Join(errHeld, err)
	}
	var broken *storeError
	if errors.As(why, &broken) && broken.passing() && ctx.Err() == nil {
		return why
	}
	return nil
}

// decide is what becomes of a document for each reason why it could not be read.
func (in *Ingester) decide(ctx, end context.Context, job store.Job, why error) error {
	var broken *storeError
	switch code := extract.Code(why); {
	case ctx.Err() != nil:
		return in.store.Release(end, job.RowID, 0)
	case errors.As(why, &broken):
		if broken.passing() {
			return in.store.Release(end, job.RowID, 0)
		}
		in.log.Error("write document", "document", job.RowID, "error", why)
		return in.again(end, job, store.Failure{Code: Internal, Detail: why.Error()})
	case errors.Is(why, errPutBack):
		return in.store.Release(end, job.RowID, 0)
	case errors.Is(why, errChanged):
		return in.store.Release(end, job.RowID, in.now().Add(in.times.quiet).UnixMilli())
	case errors.Is(why, fs.ErrNotExist):
		// The scan finds out whether it was deleted or moved, or whether the whole folder went.
		in.hint(ctx, hint{module: job.ModuleID, gone: true})
		return in.store.Release(end, job.RowID, in.now().Add(2*in.times.quiet).UnixMilli())
	case errors.Is(why, fs.ErrPermission):
		return in.store.Fail(end, job.Document, store.Failed, store.Failure{Code: Denied, Detail: why.Error()})
	case code == extract.TimedOut, code == extract.NotRecognised:
		return in.again(end, job, store.Failure{Code: code, Detail: detail(why)})
	case code == extract.Unsupported, code == extract.Empty, code == extract.NeedsFFmpeg, code == LinkOutside, code == CloudOnly:
		return in.store.Fail(end, job.Document, store.Skipped, store.Failure{Code: code, Detail: detail(why)})
	case code != "":
		return in.store.Fail(end, job.Document, store.Failed, store.Failure{Code: code, Detail: detail(why)})
	}
	return in.again(end, job, store.Failure{Code: Unreadable, Detail: why.Error()})
}

// again puts a document back for another try, or fails it when there were enough.
func (in *Ingester) again(ctx context.Context, job store.Job, why store.Failure) error {
	if job.Tries >= maxTries {
		return in.store.Fail(ctx, job.Document, store.Failed, why)
	}
	wait := in.times.again
	for range job.Tries - 1 {
		wait *= 5
	}
	return in.store.TryAgain(ctx, job.RowID, why, in.now().Add(wait).UnixMilli())
}

// detail is what an extract.Error says beside its code.
func detail(err error) string {
	var e *extract.Error
	if errors.As(err, &e) {
		return e.Detail
	}
	return err.Error()
}

// storeError is an error of the store, which says nothing about the file.
type storeError struct{ err error }

func (e *storeError) Error() string { return e.err.Error() }

func (e *storeError) Unwrap() error { return e.err }

// passing says whether the reason lies outside the document, so that trying the next one would be of no use.
func (e *storeError) passing() bool {
	for _, known := range []error{store.ErrDiskFull, store.ErrReadOnly, store.ErrCorrupt} {
		if errors.Is(e.err, known) {
			return true
		}
	}
	return false
}

// stored marks an error as the store's.
func stored(err error) error {
	if err == nil {
		return nil
	}
	return &storeError{err}
}
