package models

import (
	"context"
	"sync"
)

// Gate lets questions go before everything else that the models in the program do: while a question is being embedded, no
// further piece of a batch of passages and no further step of a recording starts. Its zero value is ready for use.
type Gate struct {
	mu        sync.Mutex
	questions int
	open      chan struct{} // closed when the last question is through
}

// enter tells of a question; the returned function tells that it is through.
func (g *Gate) enter() (leave func()) {
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
func (g *Gate) wait(ctx context.Context) error {
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
