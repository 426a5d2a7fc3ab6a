// Package app is what the window and the command line can call: one noun a file, each method a check, a call and a result.
//
// It wires the parts below it: folders are read by ingest, kept by store, searched and answered by app/ask with the models of
// app/models. Nothing below imports it. Errors leave it as Problem, with words for the student.
package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/app/settings"
	"ibid/ingest"
	"ibid/ingest/extract"
	"ibid/store"
)

// Options says how an App is opened.
type Options struct {
	DataDir string // holds ibid.db, models, logs and prompts; it is made when it is not there
	Version string
	Offline bool  // refuse every connection that is not to this machine, and every model that runs elsewhere
	Assets  fs.FS // the models and runtimes in the binary; see models.Unpack
	Shell   Shell // nil on the command line
	// Sample is a folder with the sample course, one sub-folder a module; nil = none.
	Sample fs.FS
}

// App is Ibid without its window. Its methods may be called from several goroutines at once.
type App struct {
	options   Options
	dataDir   string
	log       *slog.Logger
	logFile   io.Closer
	shell     Shell
	store     *store.Store
	pdf       *extract.PDF
	ocr       *recogniser
	guard     *models.Guard
	keys      models.Keys // of OpenRouter
	router    *models.OpenRouter
	pages     *http.Client // fetches web pages
	embedders *embedders
	gate      models.Gate // questions go before passages and recordings
	listener  *listener
	battery   *battery
	viewer    *viewer
	engine    *ask.Engine
	ingester  *ingest.Ingester
	emitter   *emitter
	journal   *journal
	passwords *passwords

	ctx    context.Context // of the whole App; ends in Stop
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu         sync.Mutex // guards what follows
	settings   settings.Settings
	ollama     *models.Ollama
	asks       map[string]*running // those in the making
	lock       *store.IngestLock   // held while this process reads folders
	started    bool
	unwritable error // why the data folder cannot be written
}

// SecondReader is the hidden command of this program that reads PDF in a limited child process.
const SecondReader = "second-reader"

// DefaultDataDir is IBID_DATA, or the system's own place for the data of programs.
func DefaultDataDir() string {
	if dir := os.Getenv("IBID_DATA"); dir != "" {
		return dir
	}
	return filepath.Join(xdg.DataHome, "ibid")
}

// stopWithin bounds how long Stop waits for work in hand: a document or an answer notices the end within a second, and what
// does not is stuck and loses at most itself.
const stopWithin = 10 * time.Second

// Open opens the data folder and gets everything ready; it starts no goroutine and loads no model.
// Its errors are Problems. The caller calls Stop in the end.
func Open(ctx context.Context, o Options) (*App, error) {
	a := &App{}
	if err := a.open(ctx, o); err != nil {
		return nil, err
	}
	return a, nil
}

// open is Open for an App that is there already; after a failure it may be called again.
func (a *App) open(ctx context.Context, o Options) error {
	if o.Shell == nil {
		o.Shell = noShell{}
	}
	a.options, a.shell, a.dataDir = o, o.Shell, absolute(o.DataDir)
	a.asks, a.keys, a.battery = map[string]*running{}, models.SystemKeys{}, newBattery()
	a.log, a.logFile = Log(a.dataDir)
	a.ctx, a.cancel = context.WithCancel(ctx)
	var err error
	if a.store, err = store.Open(a.ctx, a.dataDir); err != nil {
		defer a.logFile.Close()
		a.cancel()
		return ProblemOf(err, a.log)
	}
	a.unwritable = a.store.Writable()
	a.loadSettings()
	a.guard = models.NewGuard(a.policy)
	a.router = models.NewOpenRouter(models.OpenRouterOptions{Guard: a.guard, Keys: a.keys})
	a.pages = a.guard.Client(models.UsePage)
	a.embedders = newEmbedders(a)
	a.listener = &listener{app: a}
	a.ocr = &recogniser{app: a}
	a.viewer = &viewer{app: a}
	a.emitter = newEmitter(o.Shell, a.progress)
	a.pdf = extract.NewPDF(filepath.Join(xdg.CacheHome, "ibid"))
	a.engine = &ask.Engine{Store: a.store, Embedder: queryEmbedder{a.embedders}, Choose: a.chooseWriters, Prompts: os.DirFS(filepath.Join(a.dataDir, "prompts")), Options: a.askOptions}
	a.ingester = ingest.New(a.ingestDeps())
	a.passwords = newPasswords(a.store, a.log)
	a.journal = newJournal(a.dataDir, a.store, a.log, func() { a.shell.Emit(EventConversations, struct{}{}) })
	return nil
}

// absolute is a path from the root where that can be told.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func (a *App) ingestDeps() ingest.Deps {
	if self, err := os.Executable(); err == nil {
		a.pdf.Second.Command = []string{self, SecondReader}
	}
	reader := extract.NewReader(extract.Options{PDF: a.pdf, OCR: a.ocr, Speech: a.listener})
	return ingest.Deps{
		Store: a.store, Embedder: &indexEmbedder{embedders: a.embedders}, Extract: reader.ReadBy,
		Glance: reader.Glance, With: a.withPassword, Readers: a.options.Version, Viewer: a.viewer, Saving: a.saving, Notify: a.onIngest, Log: a.log,
	}
}

// onIngest passes what the ingester says on to the page.
func (a *App) onIngest(ev ingest.Event) {
	if ev.Kind == ingest.ModuleRemoved || ev.Kind == ingest.Scanned {
		a.passwords.ring()
	}
	if ev.Kind != ingest.DocumentChanged || ev.ModuleID == 0 { // 0: documents of all modules
		a.emitter.modulesChanged()
		return
	}
	m, err := a.store.ModuleByRow(a.ctx, ev.ModuleID)
	if err != nil {
		return // it has gone since
	}
	a.emitter.documentChanged(m.ID, ev.DocumentID)
}

// progress counts how far a module has come.
func (a *App) progress(module string) (Progress, error) {
	m, err := a.store.Module(a.ctx, module)
	if err != nil {
		return Progress{}, err
	}
	p, err := a.ingester.Progress(a.ctx, m.RowID)
	return progressOf(m, p), err
}

// Start begins to read the folders, unless another process on the same data does so already; it then tries again every few
// seconds, so that the work goes on when the other one ends.
func (a *App) Start() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.ctx.Err(); err != nil || a.started {
		return a.fail(err)
	}
	a.started = true
	a.wg.Go(func() { a.emitter.run(a.ctx) })
	a.wg.Go(func() { a.passwords.run(a.ctx) })
	a.wg.Go(a.ingest)
	return nil
}

// takeOver is how often a process that only watches asks for the lock.
const takeOver = 2 * time.Second

// ingest runs the ingester for as long as this process holds the lock.
func (a *App) ingest() {
	for {
		lock, err := store.LockIngest(a.dataDir)
		if err == nil {
			a.mu.Lock()
			a.lock = lock
			a.mu.Unlock()
			a.journal.takeUp()
			if err := os.RemoveAll(a.soundsDir()); err != nil {
				a.log.Warn("sweep sounds", "error", err)
			}
			err = a.ingester.Run(a.ctx)
			a.mu.Lock()
			a.lock = nil
			a.mu.Unlock()
			if err := lock.Unlock(); err != nil {
				a.log.Error("unlock", "error", err)
			}
		}
		if a.ctx.Err() != nil {
			return
		}
		if !errors.Is(err, store.ErrLocked) {
			a.log.Error("ingest", "error", err)
		}
		select {
		case <-a.ctx.Done():
			return
		case <-time.After(takeOver):
		}
		// The other process writes to the same database; what it did is shown by reading it again.
		a.emitter.modulesChanged()
	}
}

// Stop ends all work, waits for it and closes the data folder. What was in hand is taken up again at the next start.
func (a *App) Stop() {
	a.mu.Lock() // nothing is added to wg from here on
	a.cancel()
	a.mu.Unlock()
	done := make(chan struct{})
	go func() { a.wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(stopWithin):
		a.log.Error("stop: work did not end in time")
	}
	a.embedders.close()
	a.listener.close()
	a.ocr.close()
	a.pdf.Close()
	a.router.Close()
	if err := a.store.Close(); err != nil {
		a.log.Error("close store", "error", err)
	}
	_ = a.logFile.Close() // nothing is left to be told
}

// fail turns an error into a Problem; nil stays nil.
func (a *App) fail(err error) error {
	if err == nil {
		return nil
	}
	return ProblemOf(err, a.log)
}

func isExists(err error) bool {
	var e *store.ExistsError
	return errors.As(err, &e)
}

// waitStep is how often WaitReady looks at the database.
const waitStep = 250 * time.Millisecond

// failingLooks is after how many looks that find no progress, as the index cannot be written, WaitReady gives up: who waits on
// the command line is to be told.
const failingLooks = 20

// WaitReady waits until everything in a module is ready, failed or skipped, whichever process does the work; on battery, until the rest
// waits for power.
// on is told how far it is.
func (a *App) WaitReady(ctx context.Context, module string, on func(ModuleInfo)) (ModuleInfo, error) {
	m, err := a.store.Module(ctx, module)
	if err != nil {
		return ModuleInfo{}, a.fail(err)
	}
	a.ingester.Look(m.RowID)
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	waiting, failing := -1, 0
	err = ingest.Wait(ctx, a.store, m.RowID, waitStep, a.saving, func() {
		if info, err := a.module(m.ID); err == nil {
			on(info)
			if info.Waiting != waiting {
				waiting, failing = info.Waiting, 0 // it goes on all the same
			}
		}
		if p, fails := a.storeProblem(); fails {
			if failing++; failing == failingLooks {
				giveUp(p)
			}
		}
	})
	if err != nil {
		return ModuleInfo{}, a.fail(cmp.Or(context.Cause(ctx), err))
	}
	return a.module(m.ID)
}
