package app

import (
	"errors"
	"testing"
	"time"

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
