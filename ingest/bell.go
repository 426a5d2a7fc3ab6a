package ingest

import (
	"context"
	"slices"
	"sync"
	"time"
)

// bell wakes one goroutine. Rings that nobody has answered yet are one.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// wait returns true after a ring, false after d (0 = never), or the error of ctx when it ends.
func (b bell) wait(ctx context.Context, d time.Duration) (bool, error) {
	var after <-chan time.Time
	if d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		after = timer.C
	}
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case <-b:
		return true, nil
	case <-after:
		return false, nil
	}
}

// pause waits for d; it returns the error of ctx when that ends before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// scanQueue holds the modules that are to be scanned, each once, in the order they were asked for.
type scanQueue struct {
	bell bell

	mu      sync.Mutex // guards what follows
	modules []int64
}

func (q *scanQueue) add(modules []int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range modules {
		if !slices.Contains(q.modules, m) {
			q.modules = append(q.modules, m)
		}
	}
	q.bell.ring()
}

func (q *scanQueue) next() (int64, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.modules) == 0 {
		return 0, false
	}
	m := q.modules[0]
	q.modules = q.modules[1:]
	return m, true
}
