// Package ingest turns folders into searchable passages: it watches the folders of the modules, keeps the store in line with
// them, reads what is new or changed, and has the passages embedded. It only ever reads the student's files.
//
// Events are hints and the scan is the truth: the watcher may miss anything, and that costs only time. The queue is a column in the
// database, so that whatever happens to the process nothing done is done again. One process at a time may run an Ingester on a
// store; it notices what the others write there.
package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sync/errgroup"

	"ibid/ingest/extract"
	"ibid/store"
)

// Embedder turns texts into vectors. It may be called from one goroutine at a time.
type Embedder interface {
	// Identity names the vector space: two embedders with the same identity give the same vectors. It is asked before each spell
	// of work, so that an embedder may change while the program runs.
	Identity(ctx context.Context) (identity string, dim int, err error)
	// EmbedPassages returns one vector of that dimension for each text.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
}

// Deps is what an Ingester works with.
type Deps struct {
	Store *store.Store
	// Extract reads the file at an absolute path. It is called from several goroutines. Its errors are *extract.Error for what is
	// wrong with the file, those of the way's memory, anything else counts as trouble that may pass.
	Extract func(ctx context.Context, path string, way extract.Way) (extract.Text, error)
	// Glance says why Extract would refuse the file at a path, as far as its beginning tells. It may be nil.
	Glance func(path string) error
	// With adds to the context that a document is opened in, such as its password. It may be nil.
	With func(ctx context.Context, doc store.Document) context.Context
	// Readers names what Extract can read. Documents that failed under another name are tried again: these readers may be better.
	Readers string
	// Embedder may be nil: documents then stay keyword-ready.
	Embedder Embedder
	// Saving says whether power is to be saved, as on battery. Nil = never.
	Saving func() bool
	// Viewer may be nil: pictures of pages are then looked at by nobody.
	Viewer Viewer
	// Notify is called for each Event, from several goroutines; it must not block. It may be nil.
	Notify func(Event)
	// Log may be nil.
	Log *slog.Logger
}

// readers is how many documents are read at once. Reading is parsing, which keeps a core busy: a second reader brings a course of
// small files in nearly twice as fast on two cores, a third one only takes the window's. Only the first one takes what is slow, so that
// nothing waits for an hour of listening or a book of scans.
const readers = 2

// times are the waits of an Ingester. Tests make them short.
type times struct {
	quiet    time.Duration // until a folder in which something changes is scanned
	limit    time.Duration // and at the latest
	poll     time.Duration // how often other processes' writes are looked for
	rescan   time.Duration // how often everything is scanned, whatever the watcher said
	tidy     time.Duration // how long words of earlier versions may stay in the index: writing it anew takes seconds in a large library
	returned time.Duration // how often a missing folder is looked for
	keep     time.Duration // what took this long to read is kept until its passages are in; the rest is read again as quickly
	power    time.Duration // how often is looked whether power is to be saved
	again    time.Duration // until the second try of a document; the third waits five times as long
	backoff  time.Duration // until the embedder or the store is tried again, doubled up to maxBackoff
	maxBack  time.Duration
}

var usualTimes = times{
	quiet:    2 * time.Second,
	limit:    30 * time.Second,
	poll:     500 * time.Millisecond,
	rescan:   5 * time.Minute,
	tidy:     time.Hour,
	returned: 5 * time.Second,
	keep:     time.Second,
	power:    10 * time.Second,
	again:    5 * time.Second,
	backoff:  time.Second,
	maxBack:  time.Minute,
}

// Ingester keeps a store in line with the folders of its modules.
type Ingester struct {
	Deps
	store *store.Store
	log   *slog.Logger
	times times
	now   func() time.Time

	newWatcher  func() (*fsnotify.Watcher, error)
	onlyInCloud func(os.FileInfo) bool
	onlyEmbeds  bool // documents that wait to be read are none of its business

	hints   chan hint
	watched chan watchOrder
	scans   scanQueue
	folders bell
	read    [readers]bell
	embed   bell
	power   bell
	saving  atomic.Bool // power is saved: vectors, speech and text recognition wait
	view    bell
	looked  atomic.Int64 // row of the module that the student looked at last, 0 = none
	embeds  atomic.Bool  // passages wait for vectors, or may do so: slow documents come after them
	inHand  inHand
	aside   aside
	unseen  unseen
	rates   rates
	begun   sync.Map // row of a document that is read -> time.Time
	trouble standing

	embedding atomic.Bool // there was something to embed when that was looked for last
}

// New makes an Ingester. Nothing happens before Run.
func New(deps Deps) *Ingester {
	in := &Ingester{
		Deps:       deps,
		store:      deps.Store,
		log:        deps.Log,
		times:      usualTimes,
		now:        time.Now,
		newWatcher: fsnotify.NewWatcher, onlyInCloud: onlyInCloud,
		hints:   make(chan hint),
		watched: make(chan watchOrder),
		scans:   scanQueue{bell: newBell()},
		folders: newBell(),
		embed:   newBell(),
		power:   newBell(),
		view:    newBell(),
	}
	for i := range in.read {
		in.read[i] = newBell()
	}
	if in.log == nil {
		in.log = slog.New(slog.DiscardHandler)
	}
	return in
}

// Run works until ctx ends or the store fails at the start, and returns when all of its goroutines have.
func (in *Ingester) Run(ctx context.Context) error {
	err := in.run(ctx)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("ingest: %w", err)
	}
	return nil
}

func (in *Ingester) run(ctx context.Context) error {
	if err := in.store.RecoverReading(ctx, maxTries); err != nil {
		return err
	}
	if _, err := in.store.RetryWith(ctx, in.Readers, extract.Unsupported); err != nil {
		return err
	}
	if _, err := in.store.ReleaseCopies(ctx); err != nil {
		return err
	}
	if err := in.store.SweepSnapshots(ctx); err != nil {
		in.log.Warn("sweep snapshots", "error", err) // a file that cannot be removed keeps nobody from reading
	}
	// What an earlier process noted about its embedder says nothing about ours.
	var why error
	if in.Embedder == nil {
		why = errors.New("there is no embedder")
	}
	if err := in.noteEmbedder(ctx, why); err != nil {
		return err
	}
	in.lookAtPower()
	in.embeds.Store(in.Embedder != nil)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return in.runWatch(ctx) })
	g.Go(func() error { settle(ctx, in.hints, in.scans.add, in.times.quiet, in.times.limit); return nil })
	g.Go(func() error { return in.runScans(ctx) })
	g.Go(func() error { return in.runFolders(ctx) })
	for i, b := range in.read {
		g.Go(func() error { return in.runReader(ctx, b, i == 0) })
	}
	g.Go(func() error { return in.runEmbedder(ctx) })
	g.Go(func() error { return in.runPower(ctx) })
	g.Go(func() error { return in.runViewer(ctx) })
	return g.Wait()
}

// Wake has the Ingester look for what this process changed: modules, documents to be read again, another embedder, whether power is to
// be saved. Changes of the store by other processes are noticed without it.
func (in *Ingester) Wake() {
	in.folders.ring()
	in.power.ring()
}

// Look has the documents of a module seen to before those of the others: the student looks at it, or asks about it.
func (in *Ingester) Look(moduleRow int64) { in.looked.Store(moduleRow) }

// hint passes on that something may have changed.
func (in *Ingester) hint(ctx context.Context, h hint) {
	select {
	case in.hints <- h:
	case <-ctx.Done():
	}
}

// ringWorkers tells readers, embedder and viewer to look at the queue.
func (in *Ingester) ringWorkers() {
	for _, b := range in.read {
		b.ring()
	}
	in.embed.ring()
	in.view.ring()
}
