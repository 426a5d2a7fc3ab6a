package app

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recorder is a window that writes down what the page would be told.
type recorder struct {
	program string // that the student picks

	mu     sync.Mutex
	events []event
	came   chan struct{} // gets a token for each event, and drops it when nobody waits
}

type event struct {
	name    string
	payload any
}

func newRecorder() *recorder { return &recorder{came: make(chan struct{}, 1)} }

func (r *recorder) Emit(name string, payload any) {
	r.mu.Lock()
	r.events = append(r.events, event{name, payload})
	r.mu.Unlock()
	select {
	case r.came <- struct{}{}:
	default:
	}
}

func (r *recorder) PickFolder() (string, error)  { return "", nil }
func (r *recorder) PickProgram() (string, error) { return r.program, nil }
func (r *recorder) Quit()                        {}
func (r *recorder) OpenURL(string)               {}

// all returns the events so far.
func (r *recorder) all() []event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]event(nil), r.events...)
}

// asked returns the steps of one answer so far.
func (r *recorder) asked(id string) []AskEvent {
	var steps []AskEvent
	for _, e := range r.all() {
		if step, ok := e.payload.(AskEvent); ok && step.Ask == id {
			steps = append(steps, step)
		}
	}
	return steps
}

// streamed is the text of one answer so far.
func (r *recorder) streamed(id string) string {
	text := ""
	for _, step := range r.asked(id) {
		text += step.Text
	}
	return text
}

// ask returns the steps of one answer once its last has come.
func (r *recorder) ask(t *testing.T, id string) []AskEvent {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		steps := r.asked(id)
		if n := len(steps); n > 0 && (steps[n-1].Type == "done" || steps[n-1].Type == "failed") {
			return steps
		}
		select {
		case <-r.came:
		case <-deadline:
			t.Fatalf("the answer %s has no end: %+v", id, steps)
		}
	}
}

// noAssets is a build without models: what is found is found by words.
func noAssets() fs.FS { return fstest.MapFS{} }

// open opens an App on a folder of its own; Stop is called at the end of the test.
func open(t *testing.T, o Options) *App {
	t.Helper()
	t.Setenv("OLLAMA_HOST", "127.0.0.1:9") // nothing answers on the discard port
	if o.DataDir == "" {
		o.DataDir = t.TempDir()
	}
	if o.Assets == nil {
		o.Assets = noAssets()
	}
	a, err := Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Stop)
	return a
}

// course writes files into a folder of their own.
func course(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lieStill makes files look as if nobody had written them just now: such files are left alone for two seconds.
func lieStill(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) > time.Minute {
			return err
		}
		before := info.ModTime().Add(-time.Hour)
		return os.Chtimes(path, before, before)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// add makes a module of a folder and waits until it is ready.
func add(t *testing.T, a *App, dir, name string) ModuleInfo {
	t.Helper()
	lieStill(t, dir)
	m, err := a.AddFolder(dir, name, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(); err != nil {
		t.Fatal(err)
	}
	// On a machine that has not run it before, PDFium is compiled first: that takes minutes under the race detector.
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	m, err = a.WaitReady(ctx, m.Module, func(ModuleInfo) {})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// text is the JSON of a value.
func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
