package ingest

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// hint says that something may have changed in a module. It is no more than that: the scan finds out what.
type hint struct {
	module int64
	gone   bool // something was deleted or renamed away
}

// restless is a module with hints that have not been passed on yet.
type restless struct {
	module      int64
	first, last time.Time
	gone        bool // every hint so far was about something that went
}

// due is when the hints are passed on: after some quiet, but not later than the limit after the first one,
// because a file that is being downloaded for an hour would otherwise hide all the others.
func (r restless) due(quiet, limit time.Duration) time.Time {
	if end := r.first.Add(limit); end.Before(r.last.Add(quiet)) {
		return end
	}
	return r.last.Add(quiet)
}

// settle collects hints and passes on each module once it has been quiet. Modules where something only went come after those
// where something came, so that a file moved from one module to the other is there again before it is forgotten.
// It returns when ctx ends; flush must not block.
func settle(ctx context.Context, in <-chan hint, flush func(modules []int64), quiet, limit time.Duration) {
	pending := make(map[int64]restless)
	timer := time.NewTimer(limit)
	timer.Stop()
	for {
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case h := <-in:
			now := time.Now()
			r, known := pending[h.module]
			if !known {
				r = restless{module: h.module, first: now, gone: true}
			}
			r.last = now
			r.gone = r.gone && h.gone
			pending[h.module] = r
		case <-timer.C:
			ready := takeDue(pending, time.Now(), quiet, limit)
			if len(ready) > 0 {
				flush(ready)
			}
		}
		if next, ok := nextDue(pending, quiet, limit); ok {
			timer.Reset(time.Until(next))
		}
	}
}

// takeDue removes the modules that are due from pending and returns them, deletions last. A module with nothing but deletions
// stays for as long as another one is still changing, within its own limit.
func takeDue(pending map[int64]restless, now time.Time, quiet, limit time.Duration) []int64 {
	var due []restless
	changing := false
	for _, r := range pending {
		if !r.due(quiet, limit).After(now) {
			due = append(due, r)
		} else if !r.gone {
			changing = true
		}
	}
	slices.SortFunc(due, func(a, b restless) int {
		if a.gone != b.gone {
			if a.gone {
				return 1
			}
			return -1
		}
		return cmp.Or(a.first.Compare(b.first), cmp.Compare(a.module, b.module))
	})
	var ready []int64
	for _, r := range due {
		if r.gone && changing && now.Before(r.first.Add(limit)) {
			r.last = now // look again after another quiet spell
			pending[r.module] = r
			continue
		}
		delete(pending, r.module)
		ready = append(ready, r.module)
	}
	return ready
}

func nextDue(pending map[int64]restless, quiet, limit time.Duration) (time.Time, bool) {
	var next time.Time
	for _, r := range pending {
		if d := r.due(quiet, limit); next.IsZero() || d.Before(next) {
			next = d
		}
	}
	return next, !next.IsZero()
}
