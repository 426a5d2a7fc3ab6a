package app

import (
	"errors"
	"os"
	"testing"
	"time"

	"ibid/ingest"
	"ibid/store"
)

// A module that is removed can be had back for a while: by undoing it, or by adding its folder again.
func TestRemovalCanBeTakenBack(t *testing.T) {
	a := open(t, Options{})
	dir := course(t, memoryCourse)
	m, err := a.AddFolder(dir, "Memory", false)
	if err != nil {
		t.Fatal(err)
	}
	for name, back := range map[string]func() (ModuleInfo, error){
		"undone": func() (ModuleInfo, error) {
			if err := a.UndoRemove(m.Module); err != nil {
				return ModuleInfo{}, err
			}
			return a.module(m.Module)
		},
		"added again": func() (ModuleInfo, error) { return a.AddFolder(dir, "", false) },
	} {
		gone, err := a.RemoveModule(m.Module)
		if err != nil {
			t.Fatal(err)
		}
		if left := time.Until(time.UnixMilli(gone.RemoveAt)); gone.State != "removing" || left <= 0 || left > removalPause {
			t.Errorf("%s: the module is %s, and goes in %v", name, gone.State, left)
		}
		got, err := back()
		if err != nil || got.Module != m.Module || got.RemoveAt != 0 || got.State == "removing" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	// A name that the student gave must be free; one that is the folder's gets a number.
	other := course(t, memoryCourse)
	if _, err := a.AddFolder("", "", false); ProblemOf(err, a.log).Code != "not_a_folder" {
		t.Errorf("no path: %v", err)
	}
	if _, err := a.AddFolder(other, "Memory", false); ProblemOf(err, a.log).Code != "exists" {
		t.Errorf("a name that is taken: %v", err)
	}
}

// A process that finds another one reading the folders goes on where that ends.
func TestReadingIsTakenOver(t *testing.T) {
	data := t.TempDir()
	other, err := store.LockIngest(data)
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, Options{DataDir: data})
	m, err := a.AddFolder(course(t, memoryCourse), "Memory", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.LockIngest(data); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("the lock of the other process is gone: %v", err)
	}
	waited := 0
	m, err = a.WaitReady(t.Context(), m.Module, func(info ModuleInfo) {
		if info.Documents > 0 && waited < 2 {
			t.Errorf("%d documents are listed while the other process reads", info.Documents)
		}
		if waited++; waited == 2 {
			if err := other.Unlock(); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil || m.Documents != 2 {
		t.Errorf("%+v, %v", m, err)
	}
}

// Another process may make a module of the same folder between the look and the making.
func TestSameFolderAtOnceIsGoneOnWith(t *testing.T) {
	a := open(t, Options{})
	dir := course(t, memoryCourse)
	other, err := a.store.CreateModule(t.Context(), "Memory", dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []bool{false, true} {
		if m, err := a.createModule("Memory", dir, given); err != nil || m.Module != other.ID {
			t.Errorf("given %v: %+v, %v", given, m, err)
		}
	}
	for name, in := range map[string]string{"Memory": t.TempDir(), "Another name": dir} {
		if m, err := a.createModule(name, in, true); ProblemOf(err, a.log).Code != "exists" {
			t.Errorf("%s in %s: %+v, %v", name, in, m, err)
		}
	}
}

// A folder that 'add' finds gone, or cannot list any more, is told as such from then on.
func TestFolderThatIsLostIsNoted(t *testing.T) {
	for code, lose := range map[string]func(a *App, dir string) error{
		ingest.FolderMissing: func(a *App, dir string) error {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			_, err := a.AddFolder(dir, "", false)
			return err
		},
		ingest.FolderDenied: func(a *App, dir string) error { // root may read everything
			m, _ := a.moduleIn(dir)
			why := &ingest.FolderError{Code: ingest.FolderDenied, Module: m}
			a.noteMissing(why)
			return why
		},
	} {
		a := open(t, Options{})
		dir := course(t, memoryCourse)
		m, err := a.AddFolder(dir, "Memory", false)
		if err != nil {
			t.Fatal(err)
		}
		if err := lose(a, dir); ProblemOf(err, a.log).Code != code {
			t.Errorf("%s: %v", code, err)
		}
		if m, err = a.module(m.Module); err != nil || m.State != "missing" || len(m.Problems) == 0 {
			t.Errorf("%s: %+v, %v", code, m, err)
		}
	}
}
