package app

import (
	"testing"
	"time"
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
