package models

import (
	"context"
	"sync"
)

// Gate is shared by the models in the program. It lets questions go before everything else that they do: while a question is being
// embedded, no further piece of a batch of passages and no further step of a recording starts. And where one of them begins long work, it has the
// others let go of their memory. Its zero value is ready for use.
type Gate struct {
	mu        sync.Mutex // guards what follows
	questions int
	open      chan struct{} // closed when the last question is through
	keepers   []rester
}

// rester is a keeper of any model.
type rester interface{ rest() }

// share tells of a keeper that is to make room for others.
func (g *Gate) share(k rester) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keepers = append(g.keepers, k)
}

// makeRoom has all keepers but one let go of models that nobody uses at this moment.
func (g *Gate) makeRoom(but rester) {
	g.mu.Lock()
	keepers := g.keepers
	g.mu.Unlock()
	for _, k := range keepers {
		if k != but {
			k.rest()
		}
	}
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
