package app

import (
	"context"
	"errors"
	"os"
	"strings"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/app/settings"
)

// writer is one model of a service.
type writer struct {
	service string // "ollama" or "openrouter"
	model   string
	remote  bool
	context int // tokens
	models.Generator
}

func (w writer) Name() string { return w.service + ":" + w.model }
func (w writer) Remote() bool { return w.remote }
func (w writer) Context() int { return w.context }

func (w writer) Generate(ctx context.Context, r models.Request, onText func(string) error) (models.Usage, error) {
	return w.Generator.Generate(ctx, w.model, r, onText)
}

// modelFor is the model of a request: what it asks for, else what the settings say.
func (a *App) modelFor(asked string) string {
	if asked != "" && asked != "auto" {
		return asked
	}
	return a.Settings().AnswerModel
}

// chooseWriters returns the models to try for a model setting, the best first. "auto" takes Ollama, then, if switched on,
// OpenRouter; where both are absent the list is empty and the answer is made of quotes.
func (a *App) chooseWriters(ctx context.Context, setting string) ([]ask.Generator, error) {
	service, name, named := strings.Cut(setting, ":")
	switch {
	case named && service == "openrouter":
		return []ask.Generator{a.openRouterWriter(name)}, nil
	case named && service == "ollama":
		w, err := a.ollamaWriter(ctx, name)
		if err != nil {
			return nil, err
		}
		return append([]ask.Generator{w}, a.fallback()...), nil
	case setting == "" || setting == "auto":
		w, err := a.ollamaWriter(ctx, "")
		if err != nil {
			a.log.Info("no answer model at Ollama", "error", err)
			broken := errors.Is(err, models.ErrBadReply) || errors.Is(err, context.DeadlineExceeded)
			if broken && len(a.fallback()) == 0 {
				return nil, err // something is there and does not work: that is said, where absence goes without saying
			}
			return a.fallback(), nil
		}
		return append([]ask.Generator{w}, a.fallback()...), nil
	}
	return nil, noSuchModel(setting)
}

// permit refuses a model that the request names and that may not be used: another writer in its place would hide that.
func (a *App) permit(ctx context.Context, model string) error {
	if model != "" && !KnownModel(model) {
		return noSuchModel(model)
	}
	service, name, _ := strings.Cut(model, ":")
	switch service {
	case "openrouter":
		return a.policy().Check(models.Target{Use: models.UseOpenRouter})
	case "ollama":
		o, err := a.ollamaClient()
		if err != nil {
			return err
		}
		w, err := a.ollamaWriter(ctx, name)
		if err == nil && w.Remote() && !o.Remote() {
			return a.policy().Check(models.Target{Use: models.UseOllama, RemoteModel: name})
		}
		if errors.Is(err, models.ErrOffline) || errors.Is(err, models.ErrRemoteModel) {
			return err
		}
	}
	return nil
}

// ModelProblem is why a model cannot write right now; nil when it can, as far as can be told without asking OpenRouter.
func (a *App) ModelProblem(ctx context.Context, model string) *Problem {
	err := a.permit(ctx, model)
	if name, ok := strings.CutPrefix(model, "ollama:"); ok && err == nil {
		_, err = a.ollamaWriter(ctx, name)
	}
	if err == nil {
		return nil
	}
	p := ProblemOf(err, a.log)
	return &p
}

// KnownModel says whether a model can be named so: "auto", "local", "ollama:NAME" or "openrouter:NAME".
func KnownModel(model string) bool {
	s := settings.Default()
	s.AnswerModel = model
	return s.Validate() == nil
}

func noSuchModel(model string) error {
	return problem("invalid_input", "no such model: "+model+"; use auto, local, ollama:NAME or openrouter:NAME")
}

// fallback is OpenRouter where it is switched on and may be used.
func (a *App) fallback() []ask.Generator {
	s := a.Settings()
	if !s.OpenRouter.Enabled || a.options.Offline || s.OpenRouter.Model == "" {
		return nil
	}
	return []ask.Generator{a.openRouterWriter(s.OpenRouter.Model)}
}

func (a *App) openRouterWriter(model string) ask.Generator {
	return writer{service: "openrouter", model: model, remote: true, context: a.Settings().Retrieval.ContextTokens, Generator: a.router}
}

// ollamaWriter finds a model of Ollama; name "" means the one that models.Choose picks.
func (a *App) ollamaWriter(ctx context.Context, name string) (ask.Generator, error) {
	o, err := a.ollamaClient()
	if err != nil {
		return nil, err
	}
	chosen, err := o.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	return writer{service: "ollama", model: chosen.Name, remote: chosen.Remote, context: a.Settings().Retrieval.ContextTokens, Generator: o}, nil
}

// ollamaClient is the client for the address in the settings.
func (a *App) ollamaClient() (*models.Ollama, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ollama != nil {
		return a.ollama, nil
	}
	u, err := models.OllamaURL(a.settings.OllamaURL, os.Getenv("OLLAMA_HOST"))
	if err != nil {
		return nil, problem("invalid_input", "Ollama's address: "+err.Error())
	}
	a.ollama = models.NewOllama(models.OllamaOptions{URL: u, Guard: a.guard})
	return a.ollama, nil
}
