package app

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pkg/browser"
)

// Window is the App as a window has it. The page opens the App, once it stands: a second start, which hands its arguments to the
// window that is there and leaves, touches no data, and a data folder that cannot be opened is told in the window.
type Window struct {
	// App is bound to the page beside the Window. None of it is called before Open has opened it.
	App *App

	ctx     context.Context // until Stop
	cancel  context.CancelFunc
	options Options
	opened  atomic.Bool

	opening sync.Mutex // held while the App is opened or stopped
	problem error      // why it could not be opened the last time

	mu      sync.Mutex // guards what follows
	arrived Arrived
}

// Opened says whether the data folder is open.
type Opened struct {
	Folder   string   `json:"folder"`
	Problem  *Problem `json:"problem"`  // why it is not
	TryAgain bool     `json:"tryAgain"` // Open may do better after what Problem says to do
}

// Arrived is what came from outside: with the command line, with that of a second start, or dropped on the window.
type Arrived struct {
	Paths []string `json:"paths"` // folders, and files that were dropped
	Link  string   `json:"link"`  // the last ibid: address
}

// NewWindow is a window over a data folder, which is not touched yet. The caller calls Stop in the end.
func NewWindow(ctx context.Context, o Options) *Window {
	w := &Window{App: &App{}, options: o}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

// Open opens the App and begins to read the folders. Once it is open, another call does nothing.
func (w *Window) Open() Opened {
	w.opening.Lock()
	defer w.opening.Unlock()
	out := Opened{Folder: absolute(w.options.DataDir)}
	if w.opened.Load() {
		return out
	}
	w.problem = w.App.open(w.ctx, w.options)
	if w.problem == nil {
		w.opened.Store(true)
		w.problem = w.App.Start()
	}
	if w.problem != nil {
		p := ProblemOf(w.problem, w.App.log)
		out.Problem = &p
		out.TryAgain = p.Code != "newer_database" && p.Code != "unsafe_folder"
	}
	return out
}

// Stop ends all work and returns why the App was never opened, if it was not.
func (w *Window) Stop() error {
	w.cancel()
	w.opening.Lock()
	defer w.opening.Unlock()
	if w.opened.Load() {
		w.App.Stop()
	}
	return w.problem
}

// Preview serves the pictures of pages, see App.Preview, once the App is open.
func (w *Window) Preview(next http.Handler) http.Handler {
	pictures := w.App.Preview(next)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.opened.Load() {
			pictures.ServeHTTP(rw, r)
		} else {
			next.ServeHTTP(rw, r)
		}
	})
}

// ShowFolder shows the data folder, or what is there of the way to it, in the system's file manager.
func (w *Window) ShowFolder() error {
	dir := absolute(w.options.DataDir)
	for info, err := os.Stat(dir); (err != nil || !info.IsDir()) && dir != filepath.Dir(dir); info, err = os.Stat(dir) {
		dir = filepath.Dir(dir)
	}
	if err := browser.OpenFile(dir); err != nil {
		return problem("not_shown", dir)
	}
	return nil
}

// Quit closes the window.
func (w *Window) Quit() { w.options.Shell.Quit() }

// Started takes the folders and links of a command line that was written in workDir.
func (w *Window) Started(args []string, workDir string) {
	var a Arrived
	for _, arg := range args {
		if strings.HasPrefix(arg, "ibid:") {
			a.Link = arg
			continue
		}
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(workDir, arg)
		}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			a.Paths = append(a.Paths, arg)
		}
	}
	w.arrive(a)
}

// Dropped takes what was dropped on the window. A link that was dropped comes as a path of nothing; the page has its address.
func (w *Window) Dropped(paths []string) {
	if paths = slices.DeleteFunc(paths, func(path string) bool { return path == "" }); len(paths) > 0 {
		w.arrive(Arrived{Paths: paths})
	}
}

// arrive keeps what has come until the page fetches it, which may not be there yet.
func (w *Window) arrive(a Arrived) {
	w.mu.Lock()
	w.arrived.Paths = append(w.arrived.Paths, a.Paths...)
	if a.Link != "" {
		w.arrived.Link = a.Link
	}
	w.mu.Unlock()
	w.options.Shell.Emit(EventArrived, struct{}{})
}

// Arrived hands out, once, what has come since the last call.
func (w *Window) Arrived() Arrived {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.arrived
	out.Paths = nonNil(out.Paths)
	w.arrived = Arrived{}
	return out
}
