package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"ibid/ingest/chunk"
	"ibid/ingest/extract"
	"ibid/store"
)

// maxTries is how often a document is tried before it fails for good.
const maxTries = 3

// largeFile is the size above which a file is glanced at before it is hashed: up to it that takes a moment.
const largeFile = 64 << 20

// errChanged says that a file is being written: it changed just now, or since its reading began. The document is read when that has
// ended, and nobody needs to know.
var errChanged = errors.New("the file is being written")

// readDocument reads a claimed document and writes what it says, or that it says nothing new. It fills in what it learns about the
// file in job, also when it fails.
func (in *Ingester) readDocument(ctx context.Context, job *store.Job) error {
	folder, path := in.store.FileOf(job.Document, job.Dir)
	before, err := statInside(folder, path)
	if errors.Is(err, fs.ErrNotExist) && job.Snapshot != "" {
		return &extract.Error{Code: SnapshotGone}
	}
	if errors.Is(err, fs.ErrNotExist) && hasStandIn(path) {
		return &extract.Error{Code: CloudOnly}
	}
	if err != nil {
		return err
	}
	if in.onlyInCloud(before) {
		return &extract.Error{Code: CloudOnly}
	}
	if age := in.now().Sub(before.ModTime()); age >= 0 && age < in.times.quiet && job.Snapshot == "" {
		return errChanged // somebody may still be writing it
	}
	known := job.SHA256
	job.Size, job.ModTime, job.SHA256 = before.Size(), before.ModTime().UnixNano(), ""
	if before.Size() > largeFile && in.Glance != nil {
		if err := in.glance(path); err != nil {
			return cmp.Or(unchanged(path, before), err)
		}
	}
	if job.SHA256, err = hashFile(ctx, path); err != nil {
		return err
	}
	release, err := in.takeBytes(ctx, job.SHA256)
	if err != nil {
		return err
	}
	defer release()
	if done, err := in.sameBytes(ctx, job, known, path, before); done || err != nil {
		return err
	}
	text, err := in.textOf(ctx, path, job, before)
	if err != nil {
		return err
	}
	if text.Later {
		return in.later(ctx, job, text)
	}
	return in.write(ctx, job, known, path, text)
}

// later puts a document back of which something takes long, to be read when nothing else waits. What was read of it already is
// searchable until then, unless an earlier version of it is.
func (in *Ingester) later(ctx context.Context, job *store.Job, text extract.Text) error {
	defer in.ringWorkers()
	job.Slow, job.Unseen = true, text.Unseen
	if text.Unseen == 0 || job.Passages > 0 {
		return stored(in.store.Slow(ctx, job.RowID, text.Unseen))
	}
	doc, passages, err := in.describe(job.Document, text)
	if err != nil {
		return err
	}
	if len(passages) == 0 {
		return stored(in.store.Slow(ctx, job.RowID, text.Unseen))
	}
	in.embeds.Store(in.Embedder != nil)
	return stored(in.store.WriteContent(ctx, doc, text.Pages, passages))
}

// glance looks at the beginning of a file.
func (in *Ingester) glance(path string) (err error) {
	defer in.notPanicking(path, &err)
	return in.Glance(path)
}

// sameBytes deals with a file whose bytes have been read before: it only has another time, or it is a copy.
func (in *Ingester) sameBytes(ctx context.Context, job *store.Job, known, path string, before os.FileInfo) (bool, error) {
	if job.ReadAt > 0 && job.Unseen == 0 && job.SHA256 == known {
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

// textOf is what the file says: as an earlier try has read it, as it was read in another module, or as it is read now.
func (in *Ingester) textOf(ctx context.Context, path string, job *store.Job, before os.FileInfo) (extract.Text, error) {
	text, kept, err := in.keptText(ctx, job)
	if err == nil && !kept {
		text, kept, err = in.elsewhere(ctx, job)
	}
	if err != nil {
		return extract.Text{}, err
	}
	started := in.now()
	if !kept {
		text, err = in.extract(ctx, path, job)
	}
	if err := unchanged(path, before); err != nil {
		return extract.Text{}, err
	}
	if err == nil && !kept && !text.Later && in.now().Sub(started) >= in.times.keep {
		err = in.keepText(ctx, job, text)
	}
	return text, err
}

// elsewhere returns what was read of the same bytes in another module. The end of the name has to be the same, since that decides
// how some texts are read.
func (in *Ingester) elsewhere(ctx context.Context, job *store.Job) (extract.Text, bool, error) {
	d, pages, err := in.store.ReadElsewhere(ctx, job.ModuleID, job.SHA256)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return extract.Text{}, false, nil
	case err != nil:
		return extract.Text{}, false, stored(err)
	case !strings.EqualFold(filepath.Ext(d.Path), filepath.Ext(job.Path)):
		return extract.Text{}, false, nil
	}
	title := d.Title
	if title == fileTitle(d.Path) {
		title = "" // its own name may be another one
	}
	return extract.Text{Format: d.Format, Unit: d.Unit, Title: title, Pages: pages, ReadBy: d.ReadBy}, true, nil
}

// takeBytes waits a little for another reader that has the same bytes in hand: what it does may take hours.
func (in *Ingester) takeBytes(ctx context.Context, sha256 string) (release func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, in.times.quiet)
	defer cancel()
	release, err = in.inHand.take(waiting, sha256)
	if err != nil && ctx.Err() == nil {
		return nil, errChanged
	}
	return release, err
}

// extract reads the file.
func (in *Ingester) extract(ctx context.Context, path string, job *store.Job) (text extract.Text, err error) {
	defer in.notPanicking(path, &err)
	return in.Extract(in.with(ctx, job.Document), path, extract.Way{Memory: in.memory(job), Quick: !job.Slow})
}

// with is the context in which a document is opened.
func (in *Ingester) with(ctx context.Context, doc store.Document) context.Context {
	if in.With == nil {
		return ctx
	}
	return in.With(ctx, doc)
}

// notPanicking makes an error of a panic: the file has something in it that a reader did not expect.
func (in *Ingester) notPanicking(path string, err *error) {
	if p := recover(); p != nil {
		in.log.Error("reader panicked", "file", filepath.Base(path), "panic", p, "stack", string(debug.Stack()))
		*err = &extract.Error{Code: extract.Damaged, Detail: fmt.Sprintf("reader failed: %v", p)}
	}
}

// describe tells what the text says about a document, and makes passages of it.
func (in *Ingester) describe(doc store.Document, text extract.Text) (_ store.Document, passages []store.Passage, err error) {
	defer in.notPanicking(doc.Path, &err)
	doc.Title = titleOf(doc, text)
	doc.Format, doc.Unit, doc.ReadBy = text.Format, text.Unit, text.ReadBy
	doc.Kind = kindOf(doc, text)
	doc.Lang = languageOf(text.Pages)
	doc.Week = weekOf(doc.Path)
	doc.SameAs, doc.ReadAt, doc.Doubtful, doc.Unseen = 0, 0, nil, text.Unseen
	doc.Described, doc.DescribedBy = nil, ""
	for _, p := range text.Pages {
		if p.Doubtful {
			doc.Doubtful = append(doc.Doubtful, p.Number)
		}
	}
	return doc, chunk.Split(text, chunk.Options{Title: doc.Title, Lang: doc.Lang}), nil
}

// write makes passages of the text and commits them, unless less than before came out of a file that is not whole.
func (in *Ingester) write(ctx context.Context, job *store.Job, known, path string, text extract.Text) error {
	doc, passages, err := in.describe(job.Document, text)
	if err == nil && len(passages) < job.Passages {
		err = whole(path, text.Format)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	if err := in.store.WriteContent(ctx, doc, text.Pages, passages); err != nil {
		return stored(err)
	}
	in.embeds.Store(in.Embedder != nil)
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
