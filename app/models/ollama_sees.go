package models

import (
	"context"
	"slices"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"
)

// Sees finds out whether a model takes pictures. The server is asked once for each model; one that does not say what its models can do
// has none that see.
func (o *Ollama) Sees(ctx context.Context, name string) (bool, error) {
	m, err := o.find(ctx, name)
	if err != nil {
		return false, err
	}
	name = o.model(m).Name
	key := withTag(name) + " " + m.Digest
	o.mu.Lock()
	sees, known := o.sighted[key]
	o.mu.Unlock()
	if known {
		return sees, nil
	}
	err = o.ask(ctx, lookTime, func(ctx context.Context) error {
		reply, err := o.api.Show(ctx, &api.ShowRequest{Model: name})
		if err == nil {
			sees = slices.Contains(reply.Capabilities, model.CapabilityVision)
		}
		return err
	})
	if err != nil {
		return false, err
	}
	o.mu.Lock()
	o.sighted[key] = sees
	o.mu.Unlock()
	return sees, nil
}
