package models

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed says that the embedder was closed.
var ErrClosed = errors.New("the embedder is closed")

// engine is what a keeper keeps: a loaded model.
type engine interface {
	embed(texts [][]int32) ([][]float32, error)
	close() error
}

// keeper loads a model when it is first needed and lets it go when nobody has used it for a while, so that an app that only
// stands open does not hold its memory.
type keeper struct {
	load func() (engine, error)
	idle time.Duration

	mu     sync.Mutex
	engine engine
	users  int
	closed bool
	timer  *time.Timer
	timers sync.WaitGroup // timers that are set or running
	gone   sync.WaitGroup // users
}

// with runs f on the loaded model. Calls may overlap.
func (k *keeper) with(ctx context.Context, f func(engine) error) error {
	e, err := k.take(ctx)
	if err != nil {
		return err
	}
	defer k.give()
	return f(e)
}

func (k *keeper) take(ctx context.Context) (engine, error) {
	k.mu.Lock() // also held while loading: a second caller wants the same model
	defer k.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if k.closed {
		return nil, ErrClosed
	}
	k.stop()
	if k.engine == nil {
		e, err := k.load()
		if err != nil {
			return nil, err
		}
		k.engine = e
	}
	k.users++
	k.gone.Add(1)
	return k.engine, nil
}

func (k *keeper) give() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.users--
	k.gone.Done()
	if k.users == 0 && !k.closed {
		k.timers.Add(1)
		k.timer = time.AfterFunc(k.idle, k.expire)
	}
}

// stop ends the wait for letting go, if one is on.
func (k *keeper) stop() {
	if k.timer != nil && k.timer.Stop() {
		k.timers.Done()
	}
	k.timer = nil
}

// expire lets the model go if it is still not used. A model that cannot be closed is dropped all the same.
func (k *keeper) expire() {
	defer k.timers.Done()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.users > 0 || k.timer == nil || k.engine == nil {
		return
	}
	k.timer = nil
	_ = k.engine.close()
	k.engine = nil
}

// close refuses new users, waits for those there are and lets the model go.
func (k *keeper) close() error {
	k.mu.Lock()
	k.closed = true
	k.stop()
	k.mu.Unlock()
	k.gone.Wait()
	k.timers.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.engine == nil {
		return nil
	}
	e := k.engine
	k.engine = nil
	return e.close()
}
