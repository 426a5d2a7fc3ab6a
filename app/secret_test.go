package app

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/zalando/go-keyring"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/app/models/modelstest"
)

func quiet(ask.Event) error { return nil }

// The key of OpenRouter stays in the keyring: not in what the page gets, the data folder, the log or an error.
func TestKeyStaysInTheKeyring(t *testing.T) {
	keyring.MockInit()
	const secret = "sk-or-v1-0123456789abcdef"
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	if err := a.SetOpenRouterKey(secret); err != nil {
		t.Fatal(err)
	}
	s := a.Settings()
	s.OpenRouter.Enabled = true
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	seen := text(t, a.Settings()) + text(t, a.Health())
	if !a.Health().OpenRouter.HasKey {
		t.Fatal("the key was not kept")
	}
	server := modelstest.NewOpenRouter(t)
	server.Answer("Revision is spread over several days [1].")
	a.router = models.NewOpenRouter(models.OpenRouterOptions{URL: server.URL(), Guard: a.guard, Keys: a.keys})
	x, err := a.Ask(t.Context(), AskRequest{Question: "What does spacing mean?", Model: "openrouter:a/b"}, quiet)
	seen += text(t, x)
	if err != nil {
		t.Fatal(err)
	}
	if x.Model != "openrouter:a/b" || len(x.Notices) == 0 {
		t.Errorf("the answer does not say that it left the laptop: %s", text(t, x))
	}
	told := false
	for _, e := range shell.all() {
		seen += text(t, e.payload)
		told = told || e.name == EventHealth
	}
	if !told {
		t.Error("the page is not told that there is a key now")
	}
	if bytes.Contains([]byte(seen), []byte(secret)) {
		t.Error("the key reaches the page")
	}
	a.log.Error("settings", "settings", a.Settings(), "keys", a.keys, "error", err)
	err = filepath.WalkDir(a.dataDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.ClearOpenRouterKey(); err != nil || a.Health().OpenRouter.HasKey {
		t.Errorf("the key cannot be removed: %v", err)
	}
}
