package app

import (
	"context"
	"fmt"

	"ibid/app/models"
	"ibid/ingest"
)

// Check is one thing that the doctor looked at.
type Check struct {
	Name    string   `json:"name"`
	Found   string   `json:"found"`
	Needed  bool     `json:"needed"` // Ibid does not work well without it
	Problem *Problem `json:"problem,omitempty"`
}

// Doctor says what works on this machine and what does not. With repair it rebuilds the search index from what was read.
func (a *App) Doctor(ctx context.Context, repair bool) ([]Check, error) {
	if repair {
		if err := a.store.RebuildIndex(ctx); err != nil {
			return nil, a.fail(err)
		}
	}
	h := a.HealthContext(ctx)
	index := Check{Name: "index", Needed: true, Found: a.dataDir}
	if err := a.store.CheckIndex(ctx); err != nil {
		a.log.Error("check index", "error", err)
		p := problem("corrupt", "")
		p.Action = "Run `ibid doctor --repair`; if that does not help, move ibid.db out of the data folder and add your folders once more."
		index.Problem = &p
	}
	meaning := Check{Name: "search by meaning", Needed: true, Found: h.Embedder.Name, Problem: h.Embedder.Problem}
	folders := Check{Name: "changes in folders", Found: "noticed at once"}
	if why, err := ingest.NotWatched(ctx, a.store); err != nil {
		return nil, a.fail(err)
	} else if why != "" {
		p := problem(ingest.WatchLimit, "")
		folders.Problem = &p
	}
	ollama := Check{Name: "Ollama", Found: fmt.Sprintf("%s, %d models", h.Ollama.URL, len(h.Ollama.Models)), Problem: h.Ollama.Problem}
	return []Check{index, folders, meaning, ollama}, nil
}

// PullModel has Ollama download a model, which the student started.
func (a *App) PullModel(ctx context.Context, name string, on func(models.Progress)) error {
	o, err := a.ollamaClient()
	if err == nil {
		err = o.Pull(ctx, name, on)
	}
	return a.fail(err)
}
