package app

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"ibid/app/models"
)

// textEmbedder turns texts into vectors. Both implementations are in app/models.
type textEmbedder interface {
	Identity(ctx context.Context) (identity string, dim int, err error)
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
	Close() error
}

// embedder is the one that the settings name, made when it is first needed: unpacking the models takes a moment the first
// time, and most commands do without. Another choice in the settings takes hold at the next use.
type embedder struct {
	app *App

	mu      sync.Mutex // guards what follows
	name    string     // what current was made for: settings.Embedder and Ollama's address
	current textEmbedder
}

func newEmbedder(a *App) *embedder { return &embedder{app: a} }

// use returns the embedder of the settings.
func (e *embedder) use() (textEmbedder, error) {
	s := e.app.Settings()
	name := s.Embedder + " " + s.OllamaURL
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil && e.name == name {
		return e.current, nil
	}
	next, err := e.open(s.Embedder)
	if err != nil {
		return nil, err
	}
	if e.current != nil {
		if err := e.current.Close(); err != nil {
			e.app.log.Warn("close embedder", "error", err)
		}
	}
	e.name, e.current = name, next
	return next, nil
}

func (e *embedder) open(name string) (textEmbedder, error) {
	if model, ok := strings.CutPrefix(name, "ollama:"); ok {
		client, err := e.app.ollamaClient()
		if err != nil {
			return nil, err
		}
		return models.NewOllamaEmbedder(client, model), nil
	}
	dir := filepath.Join(e.app.dataDir, "models")
	if err := models.Unpack(e.app.options.Assets, dir); err != nil {
		return nil, err
	}
	return models.NewLocal(models.LocalOptions{Dir: dir}), nil
}

// Identity names the vector space: model, hash of its file, dimension and prefix.
func (e *embedder) Identity(ctx context.Context) (string, int, error) {
	current, err := e.use()
	if err != nil {
		return "", 0, err
	}
	return current.Identity(ctx)
}

// EmbedPassages gives the vectors of passages, in their order.
func (e *embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	current, err := e.use()
	if err != nil {
		return nil, err
	}
	return current.EmbedPassages(ctx, texts)
}

// EmbedQuery gives the vector of a question, ahead of any passages that wait.
func (e *embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	current, err := e.use()
	if err != nil {
		return nil, err
	}
	return current.EmbedQuery(ctx, text)
}

func (e *embedder) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current == nil {
		return
	}
	if err := e.current.Close(); err != nil {
		e.app.log.Warn("close embedder", "error", err)
	}
}
