package app

import (
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func window(t *testing.T, o Options) *Window {
	t.Helper()
	t.Setenv("OLLAMA_HOST", "127.0.0.1:9")
	if o.Shell == nil {
		o.Shell = newRecorder()
	}
	o.Assets = noAssets()
	w := NewWindow(t.Context(), o)
	t.Cleanup(func() { _ = w.Stop() })
	return w
}

// newerDatabase makes a data folder as a later version of this program may leave it.
func newerDatabase(t *testing.T, dir string) {
	t.Helper()
	open(t, Options{DataDir: dir}).Stop()
	db, err := sql.Open("sqlite3", filepath.Join(dir, "ibid.db"))
	if err == nil {
		_, err = db.Exec(`PRAGMA user_version = 9999`)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A data folder that cannot be opened is told with what to do, and the program lives on to be told that it was done.
func TestWindowTellsWhyItIsNotOpen(t *testing.T) {
	mend := func(t *testing.T, dir string) {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, folder, code string
		breakIt            func(t *testing.T, dir string)
		again              bool
	}{
		{"corrupt", "data", "corrupt", func(t *testing.T, dir string) {
			if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "ibid.db"), []byte("this is no database at all"), 0o600)); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"a file in its place", "data", "data_no_folder", func(t *testing.T, dir string) {
			if err := os.WriteFile(dir, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"newer", "data", "newer_database", newerDatabase, false},
		{"synced", "Dropbox", "unsafe_folder", func(*testing.T, string) {}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), tt.folder)
			tt.breakIt(t, dir)
			w := window(t, Options{DataDir: dir})
			got := w.Open()
			if got.Problem == nil || got.Problem.Code != tt.code || got.Problem.Action == "" || got.Folder != dir || got.TryAgain != tt.again {
				t.Fatalf("%s", text(t, got))
			}
			if tt.again {
				mend(t, dir)
				if got := w.Open(); got.Problem != nil {
					t.Fatalf("once it is mended: %s", text(t, got))
				}
				if _, err := w.App.Modules(); err != nil {
					t.Error(err)
				}
				if err := w.Stop(); err != nil {
					t.Errorf("it was open in the end: %v", err)
				}
			} else if p := (Problem{}); !errors.As(w.Stop(), &p) || p.Code != tt.code {
				t.Errorf("the command line is not told: %v", w.Stop())
			}
		})
	}
}

func TestWindowOpensOnce(t *testing.T) {
	w := window(t, Options{DataDir: t.TempDir()})
	for range 2 { // the page was loaded again
		if got := w.Open(); got.Problem != nil {
			t.Fatalf("%s", text(t, got))
		}
	}
	if err := w.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := w.App.Start(); err == nil {
		t.Error("the App goes on after Stop")
	}
}

// A start that finds another window has a Window as well until Wails ends it.
func TestWindowTouchesNothingUntilItIsOpened(t *testing.T) {
	dir, course := filepath.Join(t.TempDir(), "data"), t.TempDir()
	w := window(t, Options{DataDir: dir})
	w.Started([]string{course}, "/")
	answer := httptest.NewRecorder()
	w.Preview(http.NotFoundHandler()).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/preview/page/1/1", nil))
	if answer.Code != http.StatusNotFound {
		t.Errorf("a picture: %d", answer.Code)
	}
	if err := w.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("there is a data folder: %v", err)
	}
}

func TestWindowHandsOutWhatArrivedOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	shell := newRecorder()
	w := window(t, Options{DataDir: filepath.Join(dir, "data"), Shell: shell})
	w.Started([]string{"a", "nothing", "ibid:///open?doc=x"}, dir)
	w.Started([]string{filepath.Join(dir, "b")}, "/")
	w.Dropped([]string{"/home/robin/slides.pdf"}) // the page says that it is no folder
	w.Dropped([]string{""})                       // a link
	got := w.Arrived()
	want := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b"), "/home/robin/slides.pdf"}
	if !slices.Equal(got.Paths, want) || got.Link != "ibid:///open?doc=x" {
		t.Errorf("%s", text(t, got))
	}
	if n := len(shell.all()); n != 3 {
		t.Errorf("the page was told %d times", n)
	}
	if again := w.Arrived(); len(again.Paths) != 0 || again.Link != "" {
		t.Errorf("a second time: %s", text(t, again))
	}
}
