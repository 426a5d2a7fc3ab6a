package app

import (
	"context"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/ingest"
	"ibid/store"
)

// Health is what Ibid found on this machine.
type Health struct {
	Version    string           `json:"version"`
	DataDir    string           `json:"dataDir"`
	Offline    bool             `json:"offline"`
	Ingest     string           `json:"ingest"` // "here", "elsewhere": which process reads the folders
	Embedder   EmbedderHealth   `json:"embedder"`
	Ollama     OllamaHealth     `json:"ollama"`
	OpenRouter OpenRouterHealth `json:"openrouter"`
	// TranscriberKey says where the key of the transcriber for its address is: "keyring", "variable", or "" for nowhere.
	TranscriberKey string   `json:"transcriberKey"`
	Prompts        []string `json:"prompts"` // the names of the templates that can be chosen
}

// EmbedderHealth is the state of the search by meaning.
type EmbedderHealth struct {
	Name     string   `json:"name"`
	Identity string   `json:"identity,omitempty"` // of its vectors: model file, dimension and prefix
	Ready    bool     `json:"ready"`
	Problem  *Problem `json:"problem,omitempty"`
}

// OllamaHealth is what answers at Ollama's address.
type OllamaHealth struct {
	Reachable bool           `json:"reachable"`
	URL       string         `json:"url"`
	Remote    bool           `json:"remote"` // on another computer
	Version   string         `json:"version,omitempty"`
	Models    []models.Model `json:"models"`
	Problem   *Problem       `json:"problem,omitempty"`
}

// OpenRouterHealth says whether the fallback could be used. The key itself never leaves the keyring.
type OpenRouterHealth struct {
	Enabled bool `json:"enabled"`
	HasKey  bool `json:"hasKey"`
}

// Health looks at what is there. It takes up to two seconds when nothing answers at Ollama's address.
func (a *App) Health() Health { return a.HealthContext(a.ctx) }

// HealthContext is Health for callers that can be cancelled.
func (a *App) HealthContext(ctx context.Context) Health {
	h := Health{Version: a.options.Version, DataDir: a.dataDir, Offline: a.options.Offline, Ingest: "elsewhere", Prompts: ask.Prompts(a.engine.Prompts)}
	a.mu.Lock()
	if a.lock != nil {
		h.Ingest = "here"
	}
	a.mu.Unlock()
	h.Embedder.Name = a.Settings().Embedder
	if identity, err := a.embedderIdentity(ctx); err != nil {
		a.log.Warn("embedder", "error", err)
		p := standingProblem(store.Failure{Code: ingest.EmbedderFailing, Detail: err.Error()})
		h.Embedder.Problem = &p
	} else {
		h.Embedder.Name, h.Embedder.Identity, h.Embedder.Ready = models.EmbedderName(identity), identity, true
	}
	h.Ollama = a.ollamaHealth(ctx)
	if a.Settings().Transcriber.With == "server" {
		if keys, err := a.transcriberKeys(); err == nil {
			h.TranscriberKey = keys.Place(ctx)
		}
	}
	h.OpenRouter = OpenRouterHealth{Enabled: a.Settings().OpenRouter.Enabled, HasKey: a.hasOpenRouterKey(ctx)}
	return h
}

// embedderIdentity names the vector space of the embedder in the settings.
func (a *App) embedderIdentity(ctx context.Context) (string, error) {
	chosen, err := a.embedders.chosen()
	if err != nil {
		return "", err
	}
	identity, _, err := chosen.Identity(ctx)
	return identity, err
}

func (a *App) ollamaHealth(ctx context.Context) OllamaHealth {
	h := OllamaHealth{Models: []models.Model{}}
	o, err := a.ollamaClient()
	if err == nil {
		h.URL, h.Remote = o.URL(), o.Remote()
		h.Version, err = o.Ping(ctx)
	}
	if err == nil {
		h.Reachable = true
		h.Models, err = o.List(ctx)
	}
	for i, m := range h.Models {
		if m.Embeds {
			continue
		}
		var unknown error
		if h.Models[i].Sees, unknown = o.Sees(ctx, m.Name); unknown != nil {
			a.log.Info("look up what a model can do", "model", m.Name, "error", unknown)
			break // one that hangs is not asked again for each
		}
	}
	if err != nil {
		p := ProblemOf(err, a.log)
		h.Problem = &p
	}
	return h
}
