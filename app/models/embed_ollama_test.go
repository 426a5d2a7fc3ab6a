package models_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

// embedServer answers /api/tags and /api/embed as Ollama does, and knows no /api/show; a token is a word.
type embedServer struct {
	digest string
	limit  int                              // words that a text may have
	vector func(text string) []float32      // the vector of a text
	reply  func(w http.ResponseWriter) bool // answers in the place of embed

	mu       sync.Mutex
	requests [][]string
	body     map[string]any
}

func newEmbedServer() *embedServer {
	return &embedServer{digest: "0123456789abcdef0123456789abcdef", limit: 512, vector: wordVector}
}

// wordVector gives each text a direction of its own.
func wordVector(text string) []float32 {
	h := fnv.New64a()
	h.Write([]byte(text))
	v := make([]float32, 8)
	for i, sum := 0, h.Sum64(); i < len(v); i, sum = i+1, sum>>8 {
		v[i] = float32(sum&255) - 127.5
	}
	return v
}

func (s *embedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api/tags" {
		fmt.Fprintf(w, `{"models":[{"name":"words:latest","model":"words:latest","digest":%q},{"name":"nomic-embed-text:v1.5"},{"name":"far:cloud","model":"far:cloud","remote_host":"https://ollama.com","remote_model":"far"}]}`, s.digest)
		return
	}
	if r.URL.Path != "/api/embed" {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var asked struct{ Input []string }
	var body json.RawMessage
	if err := errors.Join(json.NewDecoder(r.Body).Decode(&body), json.Unmarshal(body, &asked), json.Unmarshal(body, &s.body)); err != nil {
		http.Error(w, `{"error":"bad"}`, http.StatusBadRequest)
		return
	}
	s.requests = append(s.requests, asked.Input)
	if s.reply != nil && s.reply(w) {
		return
	}
	var vectors [][]float32
	for _, text := range asked.Input {
		if len(strings.Fields(text)) > s.limit {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":"the input length exceeds the context length"}`)
			return
		}
		vectors = append(vectors, s.vector(text))
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
}

func (s *embedServer) embedder(t *testing.T, model string) *models.OllamaEmbedder {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := models.NewOllama(models.OllamaOptions{URL: address, Guard: models.NewGuard(func() models.Policy { return models.Policy{} })})
	t.Cleanup(o.Close)
	return models.NewOllamaEmbedder(o, model)
}

func TestOllamaIdentity(t *testing.T) {
	s := newEmbedServer()
	e := s.embedder(t, "words")
	for range 2 {
		identity, dim, err := e.Identity(t.Context())
		if err != nil || dim != 8 || identity != "ollama:words:latest/0123456789abcdef/8/" {
			t.Fatalf("identity %q, dimension %d, error %v", identity, dim, err)
		}
	}
	if len(s.requests) != 1 {
		t.Errorf("tried %d times", len(s.requests))
	}
	s.digest = "ffff456789abcdef0123456789abcdef" // pulled anew, and it is another model
	s.vector = func(text string) []float32 { return append(wordVector(text), 1) }
	if identity, dim, err := e.Identity(t.Context()); err != nil || dim != 9 || identity != "ollama:words:latest/ffff456789abcdef/9/" {
		t.Errorf("identity %q, error %v", identity, err)
	}
}

func TestOllamaEmbedderThatKnowsNoAccents(t *testing.T) {
	s := newEmbedServer()
	s.vector = func(text string) []float32 {
		if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
			text = "[UNK]"
		}
		return wordVector(text)
	}
	_, _, err := s.embedder(t, "words").Identity(t.Context())
	if !errors.Is(err, models.ErrUnfitVectors) || !strings.Contains(err.Error(), "Größe and Übung") {
		t.Errorf("error %v", err)
	}
}

func TestOllamaBatchesAreBoundedAndInOrder(t *testing.T) {
	s := newEmbedServer()
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprint(i, strings.Repeat(" word", 100)))
	}
	vectors, err := s.embedder(t, "words").EmbedPassages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if !slices.Equal(vectors[i], wordVector(text)) {
			t.Fatalf("vector %d is not that of its text", i)
		}
	}
	for _, r := range s.requests {
		if tokens := models.EstimateTokens(strings.Join(r, "")); tokens > 2048+200 {
			t.Errorf("%d tokens in a request", tokens)
		}
	}
	if s.body["truncate"] != false {
		t.Errorf("truncate is %v: long texts would be cut without a word", s.body["truncate"])
	}
}

func TestOllamaTextsThatAreTooLong(t *testing.T) {
	s := newEmbedServer()
	s.limit = 20
	long := strings.TrimSpace(strings.Repeat("größe ", 100))
	vectors, err := s.embedder(t, "words").EmbedPassages(t.Context(), []string{"a", long, "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range map[int]string{0: "a", 2: "b", 3: "c"} {
		if !slices.Equal(vectors[i], wordVector(text)) {
			t.Errorf("vector %d is not that of its text", i)
		}
	}
	whole := 0
	for _, r := range s.requests {
		if len(r) == 1 && strings.HasPrefix(long, r[0]) && len(strings.Fields(r[0])) <= s.limit {
			whole = len(strings.Fields(r[0]))
		}
	}
	if whole < 10 {
		t.Errorf("the long text was cut to %d words", whole)
	}
	s.limit = 0
	if _, err := s.embedder(t, "words").EmbedQuery(t.Context(), "a"); !errors.Is(err, models.ErrContextTooLong) {
		t.Errorf("a model that takes nothing: %v", err)
	}
}

func TestOllamaEmbedderFails(t *testing.T) {
	answer := func(status int, text string) func(http.ResponseWriter) bool {
		return func(w http.ResponseWriter) bool {
			w.WriteHeader(status)
			fmt.Fprint(w, text)
			return true
		}
	}
	for _, c := range []struct {
		name, model string
		reply       func(http.ResponseWriter) bool
		want        error
	}{
		{"no such model", "other", nil, models.ErrModelMissing},
		{"in a cloud", "far:cloud", nil, models.ErrRemoteModel},
		{"fewer vectors", "words", answer(200, `{"embeddings":[]}`), models.ErrBadReply},
		{"no length", "words", answer(200, `{"embeddings":[[0,0]]}`), models.ErrBadReply},
		{"no JSON", "words", answer(200, `<html>`), models.ErrBadReply},
		{"no embedder", "words", answer(501, `{"error":"this model does not support embeddings"}`), models.ErrModelUnfit},
		{"failed", "words", answer(500, `{"error":"runner died"}`), models.ErrServer},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newEmbedServer()
			s.reply = c.reply
			if _, err := s.embedder(t, c.model).EmbedQuery(t.Context(), "a"); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newEmbedServer().embedder(t, "words").EmbedPassages(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOllamaEmbedderPrefixes(t *testing.T) {
	s := newEmbedServer()
	e := s.embedder(t, "nomic-embed-text:v1.5")
	_, errA := e.EmbedQuery(t.Context(), "a")
	_, errB := e.EmbedPassages(t.Context(), []string{"b"})
	identity, _, errC := e.Identity(t.Context())
	if err := errors.Join(errA, errB, errC); err != nil {
		t.Fatal(err)
	}
	if s.requests[0][0] != "search_query: a" || s.requests[1][0] != "search_document: b" || !strings.HasSuffix(identity, "/search_document: ") {
		t.Errorf("asked %q, identity %q", s.requests, identity)
	}
}

func TestRealOllamaEmbeds(t *testing.T) {
	e := models.NewOllamaEmbedder(realClient(t, modelstest.RealOllama(t)), modelstest.RealEmbedder)
	// This model is known to take every word with an accent for the same unknown one.
	if _, _, err := e.Identity(t.Context()); !errors.Is(err, models.ErrUnfitVectors) {
		t.Errorf("identity of %s: %v", modelstest.RealEmbedder, err)
	}
	texts := []string{"sleep protects memory", strings.Repeat("spaced practice ", 600), "x"}
	vectors, err := e.EmbedPassages(t.Context(), texts)
	if err != nil || len(vectors) != 3 || len(vectors[1]) != 384 {
		t.Fatalf("%d vectors, error %v", len(vectors), err)
	}
}
