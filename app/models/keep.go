package models

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed says that the model was closed.
var ErrClosed = errors.New("the model is closed")

// loaded is what a keeper keeps: a model that is ready for work.
type loaded interface{ close() error }

// keeper loads a model when it is first needed and lets it go when nobody has used it for a while, so that an app that only
// stands open does not hold its memory.
type keeper[M loaded] struct {
	load func() (M, error)
	idle time.Duration

	mu     sync.Mutex
	model  M
	ready  bool // model is there
	users  int
	closed bool
	timer  *time.Timer
	timers sync.WaitGroup // timers that are set or running
	gone   sync.WaitGroup // users
}

// with runs f on the loaded model. Calls may overlap.
func (k *keeper[M]) with(ctx context.Context, f func(M) error) error {
	m, err := k.take(ctx)
	if err != nil {
		return err
	}
	defer k.give()
	return f(m)
}

func (k *keeper[M]) take(ctx context.Context) (none M, err error) {
	k.mu.Lock() // also held while loading: a second caller wants the same model
	defer k.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if k.closed {
		return none, ErrClosed
	}
	k.stop()
	if !k.ready {
		if k.model, err = k.load(); err != nil {
			return none, err
		}
		k.ready = true
	}
	k.users++
	k.gone.Add(1)
	return k.model, nil
}

func (k *keeper[M]) give() {
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
func (k *keeper[M]) stop() {
	if k.timer != nil && k.timer.Stop() {
		k.timers.Done()
	}
	k.timer = nil
}

// expire lets the model go if it is still not used. A model that cannot be closed is dropped all the same.
func (k *keeper[M]) expire() {
	defer k.timers.Done()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.users > 0 || k.timer == nil || !k.ready {
		return
	}
	k.timer = nil
	_ = k.drop()
}

// rest lets the model go now if nobody uses it. One that is being loaded is used.
func (k *keeper[M]) rest() {
	if !k.mu.TryLock() {
		return
	}
	defer k.mu.Unlock()
	if k.users > 0 || !k.ready || k.closed {
		return
	}
	k.stop()
	_ = k.drop()
}

// close refuses new users, waits for those there are and lets the model go.
func (k *keeper[M]) close() error {
	k.mu.Lock()
	k.closed = true
	k.stop()
	k.mu.Unlock()
	k.gone.Wait()
	k.timers.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.ready {
		return nil
	}
	return k.drop()
}

// drop lets the model go and keeps nothing of it.
func (k *keeper[M]) drop() error {
	m, none := k.model, *new(M)
	k.model, k.ready = none, false
	return m.close()
}
