package models

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/ollama/ollama/api"
)

// listFresh is how long a listing stands for the next: one question looks at the models several times. What is written
// elsewhere all the same says so in its reply.
const listFresh = 10 * time.Second

// A listing is what the server said that it has.
type listing struct {
	models []api.ListModelResponse
	at     time.Time
}

// elsewhere is where a model runs if that is not the server; the zero value means there.
type elsewhere struct{ model, host string }

// list asks the server for its models.
func (o *Ollama) list(ctx context.Context) ([]api.ListModelResponse, error) {
	var reply *api.ListResponse
	err := o.ask(ctx, lookTime, func(ctx context.Context) (err error) {
		reply, err = o.api.List(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	o.listed = listing{models: reply.Models, at: time.Now()}
	o.mu.Unlock()
	return reply.Models, nil
}

// find looks a model up by its name, in what was listed just now or, where it is not in that, in a new list.
func (o *Ollama) find(ctx context.Context, name string) (api.ListModelResponse, error) {
	o.mu.Lock()
	last := o.listed
	o.mu.Unlock()
	if time.Since(last.at) < listFresh {
		if m, ok := named(last.models, name); ok {
			return m, nil
		}
	}
	models, err := o.list(ctx)
	if err != nil {
		return api.ListModelResponse{}, err
	}
	m, ok := named(models, name)
	if !ok {
		return m, o.fail(ErrModelMissing, name, "")
	}
	return m, nil
}

func named(models []api.ListModelResponse, name string) (api.ListModelResponse, bool) {
	for _, m := range models {
		if sameModel(m.Name, name) || sameModel(m.Model, name) {
			return m, true
		}
	}
	return api.ListModelResponse{}, false
}

// where finds out where a model runs. Some that run elsewhere are only called so when the server shows them, which it is asked
// for once for each model; one that cannot show models runs its own.
func (o *Ollama) where(ctx context.Context, m api.ListModelResponse) (elsewhere, error) {
	e := elsewhere{m.RemoteModel, m.RemoteHost}
	if o.target(e.model, e.host).Leaves() {
		return e, nil
	}
	name := o.model(m).Name
	key := withTag(name) + " " + m.Digest
	o.mu.Lock()
	known, ok := o.shown[key]
	o.mu.Unlock()
	if ok {
		return known, nil
	}
	err := o.ask(ctx, lookTime, func(ctx context.Context) error {
		reply, err := o.api.Show(ctx, &api.ShowRequest{Model: name})
		if err == nil {
			e = elsewhere{reply.RemoteModel, reply.RemoteHost}
		}
		return err
	})
	var failed *Error
	if errors.As(err, &failed) && (failed.Status == http.StatusNotFound || failed.Status == http.StatusMethodNotAllowed) {
		err = nil
	}
	if err != nil {
		return e, err
	}
	o.mu.Lock()
	o.shown[key] = e
	o.mu.Unlock()
	return e, nil
}

// Find is the model of a name, or, for "", the one that Choose picks, with where it really runs. It may take what was listed a
// few seconds ago.
func (o *Ollama) Find(ctx context.Context, name string) (Model, error) {
	if name == "" {
		models, err := o.recent(ctx)
		if err != nil {
			return Model{}, err
		}
		chosen, ok := Choose(models)
		if !ok {
			return Model{}, o.fail(ErrModelMissing, "", "")
		}
		name = chosen.Name
	}
	listed, err := o.find(ctx, name)
	if err != nil {
		return Model{}, err
	}
	e, err := o.where(ctx, listed)
	if err != nil {
		return Model{}, err
	}
	listed.RemoteModel, listed.RemoteHost = e.model, e.host
	return o.model(listed), nil
}

// recent is List, or what it said a few seconds ago if there is a model to write answers among that.
func (o *Ollama) recent(ctx context.Context) ([]Model, error) {
	o.mu.Lock()
	last := o.listed
	o.mu.Unlock()
	if time.Since(last.at) < listFresh {
		var models []Model
		for _, m := range last.models {
			models = append(models, o.model(m))
		}
		if _, ok := Choose(models); ok {
			return models, nil
		}
	}
	return o.List(ctx)
}
