package models

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// While Ollama embeds a question no batch begins its next request; passages hold nobody.
func TestOllamaQuestionsGoFirst(t *testing.T) {
	var e *OllamaEmbedder
	questions := -1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		e.gate.mu.Lock()
		questions = e.gate.questions
		e.gate.mu.Unlock()
		_, _ = io.WriteString(w, `{"embeddings":[[1,0]]}`)
	}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := NewOllama(OllamaOptions{URL: address, Guard: NewGuard(func() Policy { return Policy{AllowRemote: true} })})
	defer o.Close()
	e = NewOllamaEmbedder(o, "words")
	if _, err := e.EmbedQuery(t.Context(), "What is memory?"); err != nil || questions != 1 {
		t.Errorf("%d questions hold the batches while one is embedded (%v)", questions, err)
	}
	if _, err := e.EmbedPassages(t.Context(), []string{"Memory fades."}); err != nil || questions != 0 {
		t.Errorf("%d questions hold the batches when none is embedded (%v)", questions, err)
	}
}
