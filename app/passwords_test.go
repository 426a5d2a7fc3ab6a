package app

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"ibid/ingest"
	"ibid/store/storetest"
)

const lockedPassword = "Qx7-Flusspferd"

// lockedCourse is a folder with a PDF that its password opens.
func lockedCourse(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "ingest", "extract", "testdata", "pdf", "locked.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return course(t, map[string]string{"exam/locked.pdf": string(b), "notes.md": "# Sleep\nSleep is good for memory."})
}

func documentOf(t *testing.T, a *App, m ModuleInfo, path string) DocumentInfo {
	t.Helper()
	docs, err := a.Documents(m.Module)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if d.Doc == path {
			return d
		}
	}
	t.Fatalf("no %s in %+v", path, docs)
	return DocumentInfo{}
}

// pictured is the status with which the first page of a document is drawn.
func pictured(a *App, d DocumentInfo) int {
	w := httptest.NewRecorder()
	a.Preview(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/preview/page/"+strconv.FormatInt(d.ID, 10)+"/1?w=200", nil))
	return w.Code
}

// entryOf is what the keyring has of a document.
func entryOf(t *testing.T, a *App, d DocumentInfo) string {
	t.Helper()
	l, err := a.passwords.list(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	secret, err := keyring.Get("ibid", l.entry(d.ID))
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		t.Fatal(err)
	}
	return secret
}

// A password opens its document, and is in the keyring only: not in what the page is told, the data folder, the log or an error.
func TestPasswordOpensItsDocument(t *testing.T) {
	keyring.MockInit()
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	m := add(t, a, lockedCourse(t), "Memory")
	d := documentOf(t, a, m, "exam/locked.pdf")
	if d.State != "failed" || !d.Locked || d.Problem.Code != "encrypted" || !strings.Contains(d.Problem.Action, "--password-stdin") {
		t.Fatalf("%+v, %+v", d, d.Problem)
	}
	said := ""
	for _, wrong := range []string{"", "qx7-flusspferd", lockedPassword + "\x00", strings.Repeat("x", 200)} {
		_, err := a.Unlock(m.Module, d.Doc, wrong)
		var p Problem
		if !errors.As(err, &p) || p.Code != "wrong_password" {
			t.Errorf("%q: %v", wrong, err)
		}
		said += text(t, p)
	}
	if entryOf(t, a, d) != "" || documentOf(t, a, m, d.Doc).State != "failed" {
		t.Error("a wrong password changed something")
	}
	if _, err := a.Unlock(m.Module, "notes.md", lockedPassword); ProblemOf(err, a.log).Code != "not_locked" {
		t.Errorf("the password of a note: %v", err)
	}
	done, err := a.Unlock(m.Module, d.Doc, lockedPassword)
	if err != nil || done.Note != nil {
		t.Fatal(done, err)
	}
	m, err = a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {})
	if err != nil || m.Failed != 0 {
		t.Fatal(m, err)
	}
	found, err := a.Search(SearchRequest{Question: "what does the hippocampus bind"})
	if err != nil || len(found.Results) == 0 || found.Results[0].Doc != d.Doc {
		t.Errorf("not found: %s, %v", text(t, found), err)
	}
	if d = documentOf(t, a, m, d.Doc); d.Locked || pictured(a, d) != http.StatusOK {
		t.Errorf("its page is drawn with %d: %+v", pictured(a, d), d)
	}
	if entryOf(t, a, d) != lockedPassword {
		t.Error("the keyring does not have it")
	}

	said += text(t, d) + text(t, a.Settings()) + text(t, a.Health()) + text(t, found)
	for _, e := range shell.all() {
		said += text(t, e.payload)
	}
	if strings.Contains(said, lockedPassword) {
		t.Error("the password reaches the page")
	}
	err = filepath.WalkDir(a.dataDir, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(lockedPassword)) {
			t.Errorf("the password is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is forgotten takes its password along, whichever way it goes.
func TestPasswordGoesWithItsDocument(t *testing.T) {
	for name, forget := range map[string]func(*App, ModuleInfo, DocumentInfo) error{
		"left out":           func(a *App, m ModuleInfo, d DocumentInfo) error { return a.Exclude(m.Module, d.Doc) },
		"the module removed": func(a *App, m ModuleInfo, d DocumentInfo) error { return a.RemoveModuleNow(m.Module) },
		"found gone": func(a *App, m ModuleInfo, d DocumentInfo) error { // as the ingester does, which tells of it
			row, err := a.store.Module(a.ctx, m.Module)
			if err == nil {
				err = a.store.RemoveModule(a.ctx, row.RowID)
			}
			a.onIngest(ingest.Event{Kind: ingest.Scanned})
			select {
			case <-a.passwords.untidy:
				a.passwords.tidy(a.ctx)
			default:
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			keyring.MockInit()
			a := open(t, Options{})
			m, err := a.AddFolder(lockedCourse(t), "Memory", false)
			if err != nil {
				t.Fatal(err)
			}
			row, err := a.store.Module(t.Context(), m.Module)
			if err != nil {
				t.Fatal(err)
			}
			doc := storetest.Listed(t, a.store, row, "exam/locked.pdf")
			if _, err := a.Unlock(m.Module, doc.Path, lockedPassword); err != nil {
				t.Fatal(err)
			}
			d := DocumentInfo{ID: doc.RowID, Doc: doc.Path}
			if entryOf(t, a, d) == "" {
				t.Fatal("the keyring does not have it")
			}
			a.passwords.tidy(t.Context())
			if entryOf(t, a, d) == "" {
				t.Fatal("it went while its document is there")
			}
			if err := forget(a, m, d); err != nil {
				t.Fatal(err)
			}
			if entryOf(t, a, d) != "" {
				t.Error("the keyring still has it")
			}
			if l, err := a.passwords.list(t.Context()); err != nil || len(l.Documents) != 0 {
				t.Errorf("still listed: %+v, %v", l, err)
			}
		})
	}
}

// Without a keyring a password holds until the program ends, which is told.
func TestPasswordWithoutAKeyring(t *testing.T) {
	keyring.MockInitWithError(errors.New("no D-Bus"))
	t.Cleanup(keyring.MockInit)
	data := t.TempDir()
	a := open(t, Options{DataDir: data})
	m := add(t, a, lockedCourse(t), "Memory")
	d := documentOf(t, a, m, "exam/locked.pdf")
	done, err := a.Unlock(m.Module, d.Doc, lockedPassword)
	if err != nil || done.Note == nil || done.Note.Code != "password_not_kept" {
		t.Fatal(done, err)
	}
	if m, err = a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {}); err != nil || m.Failed != 0 {
		t.Fatal(m, err)
	}
	if got := pictured(a, d); got != http.StatusOK {
		t.Errorf("its page is drawn with %d", got)
	}
	b := open(t, Options{DataDir: data})
	if got := pictured(b, d); got == http.StatusOK {
		t.Error("another program knows the password")
	}
	if found, err := b.Search(SearchRequest{Question: "hippocampus"}); err != nil || len(found.Results) == 0 {
		t.Errorf("what was read is lost: %v", err)
	}
	if err := a.Exclude(m.Module, d.Doc); err != nil || a.passwords.of(t.Context(), d.ID) != "" {
		t.Errorf("the password outlives its document: %v", err)
	}
}
