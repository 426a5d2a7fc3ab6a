package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"ibid/ingest/chunk"
	"ibid/ingest/extract"
	"ibid/store"
)

// maxTries is how often a document is tried before it fails for good.
const maxTries = 3

// Files above this size are too large for any reader, so that nothing is gained by hashing a film before it is refused.
const maxHashed = 1 << 30

// errChanged says that a file is being written: it changed just now, or since its reading began. The document is read when that has
// ended, and nobody needs to know.
var errChanged = errors.New("the file is being written")

// runReader reads one waiting document after the other.
func (in *Ingester) runReader(ctx context.Context, b bell) error {
	backoff := in.times.backoff
	for {
		job, ok, err := in.store.NextWaiting(ctx)
		if err == nil && ok {
			in.notify(Event{Kind: DocumentChanged, ModuleID: job.ModuleID, DocumentID: job.RowID, State: store.Reading})
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
			in.embed.ring() // it waits for the reading to be done
			if _, err := b.wait(ctx, in.untilNext(ctx)); err != nil {
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

// untilNext is how long it is to the next document that waits for another try; 0 when there is none.
func (in *Ingester) untilNext(ctx context.Context) time.Duration {
	q, err := in.store.Queue(ctx)
	if err != nil || q.NextAt == 0 {
		return 0
	}
	return max(time.UnixMilli(q.NextAt).Sub(in.now()), 0) + time.Millisecond
}

// process takes a claimed document to its next state. Whatever is wrong with the file ends there; an error is the store's, or the
// context's.
func (in *Ingester) process(ctx context.Context, job store.Job) error {
	started := in.now()
	err := in.readDocument(ctx, &job)
	// What is decided about the document is written also when the program ends.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err == nil {
		in.rates.read(job.Size, in.now().Sub(started))
	} else {
		err = in.conclude(ctx, end, job, err)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil // excluded or removed meanwhile
	case err == nil:
		in.notify(Event{Kind: DocumentChanged, ModuleID: job.ModuleID, DocumentID: job.RowID})
	}
	return err
}

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
	case errors.Is(why, errChanged):
		return in.store.Release(end, job.RowID, in.now().Add(in.times.quiet).UnixMilli())
	case errors.Is(why, fs.ErrNotExist):
		// The scan finds out whether it was deleted or moved, or whether the whole folder went.
		in.hint(ctx, hint{module: job.ModuleID, gone: true})
		return in.store.Release(end, job.RowID, in.now().Add(2*in.times.quiet).UnixMilli())
	case errors.Is(why, fs.ErrPermission):
		return in.store.Fail(end, job.Document, store.Failed, store.Failure{Code: Denied, Detail: why.Error()})
	case code == extract.TimedOut:
		return in.again(end, job, store.Failure{Code: code, Detail: detail(why)})
	case code == extract.Unsupported, code == extract.Empty, code == LinkOutside:
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

// readDocument reads a claimed document and writes what it says, or that it says nothing new. It fills in what it learns about the
// file in job, also when it fails.
func (in *Ingester) readDocument(ctx context.Context, job *store.Job) error {
	path := filepath.Join(job.Dir, filepath.FromSlash(job.Path))
	before, err := statInside(job.Dir, path)
	if err != nil {
		return err
	}
	if age := in.now().Sub(before.ModTime()); age >= 0 && age < in.times.quiet {
		return errChanged // somebody may still be writing it
	}
	known := job.SHA256
	job.Size, job.ModTime, job.SHA256 = before.Size(), before.ModTime().UnixNano(), ""
	if before.Size() <= maxHashed {
		if job.SHA256, err = hashFile(ctx, path); err != nil {
			return err
		}
		release, err := in.inHand.take(ctx, job.ModuleID, job.SHA256)
		if err != nil {
			return err
		}
		defer release()
		if done, err := in.sameBytes(ctx, job, known, path, before); done || err != nil {
			return err
		}
	}
	text, err := in.extract(ctx, path)
	if err := unchanged(path, before); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	return in.write(ctx, job, known, text)
}

// sameBytes deals with a file whose bytes have been read before: it only has another time, or it is a copy.
func (in *Ingester) sameBytes(ctx context.Context, job *store.Job, known, path string, before os.FileInfo) (bool, error) {
	if job.ReadAt > 0 && job.SHA256 == known {
		if err := unchanged(path, before); err != nil {
			return false, err
		}
		return true, stored(in.store.Unchanged(ctx, job.Document))
	}
	first, err := in.store.ReadWithHash(ctx, job.ModuleID, job.SHA256, job.RowID)
	if err != nil || first == 0 {
		return false, stored(err)
	}
	if err := unchanged(path, before); err != nil {
		return false, err
	}
	return true, stored(in.store.NoteCopy(ctx, job.Document, first))
}

// extract reads the file; a reader that panics has met a damaged file.
func (in *Ingester) extract(ctx context.Context, path string) (text extract.Text, err error) {
	defer func() {
		if p := recover(); p != nil {
			in.log.Error("reader panicked", "file", filepath.Base(path), "panic", p, "stack", string(debug.Stack()))
			err = &extract.Error{Code: extract.Damaged, Detail: fmt.Sprintf("reader failed: %v", p)}
		}
	}()
	return in.Extract(ctx, path)
}

// write makes passages of the text and commits them.
func (in *Ingester) write(ctx context.Context, job *store.Job, known string, text extract.Text) error {
	doc := job.Document
	doc.Title = titleOf(doc.Path, text)
	doc.Format, doc.Unit, doc.ReadBy = text.Format, text.Unit, text.ReadBy
	doc.Kind = kindOf(doc.Path, text)
	doc.Lang = languageOf(text.Pages)
	doc.Week = weekOf(doc.Path)
	doc.SameAs, doc.ReadAt, doc.Doubtful = 0, 0, nil
	for _, p := range text.Pages {
		if p.Doubtful {
			doc.Doubtful = append(doc.Doubtful, p.Number)
		}
	}
	passages := chunk.Split(text, chunk.Options{Lang: doc.Lang})
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := in.store.WriteContent(ctx, doc, text.Pages, passages); err != nil {
		return stored(err)
	}
	if known != "" && known != doc.SHA256 {
		n, err := in.store.ReleaseCopies(ctx)
		if err != nil {
			return stored(err)
		}
		if n > 0 {
			in.ringWorkers()
		}
	}
	in.embed.ring()
	return nil
}
