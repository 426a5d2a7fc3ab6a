package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"ibid/app/models"
	"ibid/ingest"
	"ibid/store"
)

// textEmbedder turns texts into vectors. Both implementations are in app/models.
type textEmbedder interface {
	Identity(ctx context.Context) (identity string, dim int, err error)
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
	Close() error
}

// embedders makes each embedder when it is first needed: unpacking the models takes a moment the first time, and most commands do
// without. One that the settings do not name any more stays, since a batch or a question may be on its way through it and the
// vectors that are searched may still be its own; a model that nobody uses lets go of its memory by itself.
type embedders struct {
	app *App

	mu   sync.Mutex // guards what follows
	made map[string]textEmbedder
}

func newEmbedders(a *App) *embedders { return &embedders{app: a, made: map[string]textEmbedder{}} }

// named returns the embedder of a setting: "local" or "ollama:NAME".
func (e *embedders) named(name string) (textEmbedder, error) {
	key := name
	if name != "local" {
		key += " at " + e.app.Settings().OllamaURL
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if made, ok := e.made[key]; ok {
		return made, nil
	}
	made, err := e.make(name)
	if err != nil {
		return nil, err
	}
	e.made[key] = made
	return made, nil
}

func (e *embedders) make(name string) (textEmbedder, error) {
	if model, ok := strings.CutPrefix(name, "ollama:"); ok {
		client, err := e.app.ollamaClient()
		if err != nil {
			return nil, err
		}
		return models.NewOllamaEmbedder(client, model), nil
	}
	dir, err := e.app.unpackedModels()
	if err != nil {
		return nil, err
	}
	return models.NewLocal(models.LocalOptions{Dir: dir, Gate: &e.app.gate}), nil
}

// unpackedModels is the folder of the models in the binary, which are there when it returns.
func (a *App) unpackedModels() (dir string, err error) {
	dir = filepath.Join(a.dataDir, "models")
	return dir, models.Unpack(a.options.Assets, dir)
}

// chosen is the embedder of the settings.
func (e *embedders) chosen() (textEmbedder, error) { return e.named(e.app.Settings().Embedder) }

// EmbedderFails says whether passages go without vectors though there should be some. A build without models never has any.
func (a *App) EmbedderFails() bool {
	why, err := ingest.EmbedderFailure(a.ctx, a.store)
	return err == nil && why != "" && !strings.Contains(why, models.ErrNoModels.Error())
}

func (e *embedders) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for name, made := range e.made {
		if err := made.Close(); err != nil {
			e.app.log.Warn("close embedder", "name", name, "error", err)
		}
	}
}

// indexEmbedder embeds what is indexed with the embedder of the settings. Another choice takes hold when Identity is asked the
// next time, never in between: a batch goes into the space that Identity named, and vectors of two models must not meet there.
type indexEmbedder struct {
	*embedders
	now textEmbedder // since Identity was asked; one goroutine at a time
}

// Identity names the vector space: model, hash of its file, dimension and prefix.
func (e *indexEmbedder) Identity(ctx context.Context) (string, int, error) {
	chosen, err := e.chosen()
	if err != nil {
		return "", 0, err
	}
	e.now = chosen
	return chosen.Identity(ctx)
}

// EmbedPassages gives the vectors of passages, in their order.
func (e *indexEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	if e.now == nil {
		return nil, errors.New("the vector space is not known")
	}
	return e.now.EmbedPassages(ctx, texts)
}

// queryEmbedder embeds questions with the embedder whose vectors are searched now. After another choice in the settings that is
// the one before, until the new vectors are complete.
type queryEmbedder struct{ *embedders }

func (e queryEmbedder) searched(ctx context.Context) (textEmbedder, error) {
	space, err := e.app.store.ActiveSpace(ctx)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if name := models.EmbedderOf(space.Identity); name != "" {
		return e.named(name)
	}
	return e.chosen()
}

// Identity names the vector space that questions are embedded for.
func (e queryEmbedder) Identity(ctx context.Context) (string, int, error) {
	searched, err := e.searched(ctx)
	if err != nil {
		return "", 0, err
	}
	return searched.Identity(ctx)
}

// EmbedQuery gives the vector of a question, ahead of any passages that wait.
func (e queryEmbedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	searched, err := e.searched(ctx)
	if err != nil {
		return nil, err
	}
	return searched.EmbedQuery(ctx, text)
}

// EmbedPassages gives the vectors of passages, in their order.
func (e queryEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	searched, err := e.searched(ctx)
	if err != nil {
		return nil, err
	}
	return searched.EmbedPassages(ctx, texts)
}

// Pieces says into how many pieces of the embedder's vocabulary a text is cut; 0 for an embedder that does not tell.
func (e queryEmbedder) Pieces(ctx context.Context, text string) int {
	searched, err := e.searched(ctx)
	if err != nil {
		return 0
	}
	if counter, ok := searched.(interface{ CountTokens(text string) int }); ok {
		return counter.CountTokens(text)
	}
	return 0
}
