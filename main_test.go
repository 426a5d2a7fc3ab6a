package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// The page says itself what it may load and run: its own files, and nothing else.
func TestPageCarriesItsPolicy(t *testing.T) {
	html, err := page.ReadFile("frontend/dist/index.html")
	if err != nil || !bytes.Contains(html, []byte("<script")) {
		t.Skip("the page is not built")
	}
	policy := regexp.MustCompile(`<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"`).FindSubmatch(html)
	if policy == nil {
		t.Fatalf("the page has no policy:\n%s", html)
	}
	for _, rule := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'"} {
		if !slices.Contains(strings.Split(string(policy[1]), "; "), rule) {
			t.Errorf("the policy lacks %s: %s", rule, policy[1])
		}
	}
	if script := bytes.Index(html, []byte("<script")); bytes.Index(html, []byte("Content-Security-Policy")) > script {
		t.Error("a script stands before the policy, which does not hold for it")
	}
}

// What the window serves is taken for what it says it is, and names no page to others.
func TestStrict(t *testing.T) {
	served := httptest.NewRecorder()
	file := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	strict(file).ServeHTTP(served, httptest.NewRequest(http.MethodGet, "/", nil))
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
		if got := served.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if served.Code != http.StatusTeapot {
		t.Errorf("status %d: the handler behind was not asked", served.Code)
	}
}
