package main

import (
	"path/filepath"
	"testing"
)

func TestInstanceIsOneForEachDataFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(filepath.Dir(dir))
	name := filepath.Base(dir)
	for _, same := range []string{name, "./" + name + "/", filepath.Join("..", filepath.Base(filepath.Dir(dir)), name)} {
		if instance(same) != instance(dir) {
			t.Errorf("%q is another instance than %q", same, dir)
		}
	}
	if instance("") == instance(dir) {
		t.Error("two folders are one instance")
	}
}
