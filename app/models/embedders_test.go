package models_test

import (
	"testing"

	"ibid/app/models"
)

func TestEmbedderOf(t *testing.T) {
	for identity, want := range map[string]string{
		"multilingual-e5-small/0123456789abcdef/384/passage: ":                  "local",
		"ollama:nomic-embed-text:latest/0123456789abcdef/768/search_document: ": "ollama:nomic-embed-text",
		"ollama:hf.co/some/model:Q4/0123456789abcdef/768/":                      "ollama:hf.co/some/model:Q4",
		"storetest":  "",
		"ollama:a/b": "",
		"":           "",
	} {
		if got := models.EmbedderOf(identity); got != want {
			t.Errorf("%q: %q, want %q", identity, got, want)
		}
	}
}

func TestEmbedderName(t *testing.T) {
	for identity, want := range map[string]string{
		"multilingual-e5-small/0123456789abcdef/384/passage: ":                  "multilingual-e5-small (in Ibid)",
		"ollama:nomic-embed-text:latest/0123456789abcdef/768/search_document: ": "nomic-embed-text (Ollama)",
		"storetest": "storetest",
	} {
		if got := models.EmbedderName(identity); got != want {
			t.Errorf("%q: %q, want %q", identity, got, want)
		}
	}
}
