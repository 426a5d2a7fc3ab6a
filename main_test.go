package main

import (
	"net/http"
	"net/http/httptest"
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

// What the window serves is taken for what it says it is, and names no page to others.
func TestStrict(t *testing.T) {
	served := httptest.NewRecorder()
	strict(http.NotFoundHandler()).ServeHTTP(served, httptest.NewRequest(http.MethodGet, "/", nil))
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
		if got := served.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if served.Code != http.StatusNotFound {
		t.Errorf("status %d: the handler behind was not asked", served.Code)
	}
}
