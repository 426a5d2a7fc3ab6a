package models

import (
	"context"
	"sync"
)

// gate lets questions go before passages: while a question is being embedded, no further piece of a batch starts.
type gate struct {
	mu        sync.Mutex
	questions int
	open      chan struct{} // closed when the last question is through
}

// enter tells of a question; the returned function tells that it is through.
func (g *gate) enter() (leave func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.questions == 0 {
		g.open = make(chan struct{})
	}
	g.questions++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.questions--
		if g.questions == 0 {
			close(g.open)
		}
	}
}

// wait returns when no question is in the way.
func (g *gate) wait(ctx context.Context) error {
	for {
		g.mu.Lock()
		free, open := g.questions == 0, g.open
		g.mu.Unlock()
		if free {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-open:
		}
	}
}
