package extract

import (
	"context"
	"sync"
	"time"
)

// limit ends a context when a time is used up. It stands still while something runs that has a limit of its own.
type limit struct {
	mu     sync.Mutex // guards what follows
	left   time.Duration
	since  time.Time // when the timer was set
	timer  *time.Timer
	paused int
	cancel context.CancelCauseFunc
}

type limitKey struct{}

// withLimit is context.WithTimeout with a time that pauseLimit stops. Its end is that of a deadline in context.Cause only.
func withLimit(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	l := &limit{left: d, cancel: cancel}
	l.start()
	return context.WithValue(ctx, limitKey{}, l), func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.timer.Stop()
		cancel(context.Canceled)
	}
}

func (l *limit) start() {
	l.since = time.Now()
	l.timer = time.AfterFunc(l.left, func() { l.cancel(context.DeadlineExceeded) })
}

// pauseLimit stops the clock of ctx until resume is called.
func pauseLimit(ctx context.Context) (resume func()) {
	l, ok := ctx.Value(limitKey{}).(*limit)
	if !ok {
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paused++; l.paused == 1 {
		l.timer.Stop()
		l.left = max(l.left-time.Since(l.since), 0)
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.paused--; l.paused == 0 {
			l.start()
		}
	}
}
