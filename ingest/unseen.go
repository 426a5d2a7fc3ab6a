package ingest

import (
	"sync"
	"time"
)

// unseen holds documents whose pages are not looked at for a while, as that failed: they must not keep the model from all the others.
type unseen struct {
	mu    sync.Mutex // guards what follows
	until map[int64]time.Time
	tries map[int64]int
}

// longestUnseen is the longest that a document is left alone.
const longestUnseen = 24 * time.Hour

// put leaves a document alone for a time, which is doubled each time.
func (u *unseen) put(row int64, now time.Time, wait time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.until == nil {
		u.until, u.tries = make(map[int64]time.Time), make(map[int64]int)
	}
	for range u.tries[row] {
		wait = min(2*wait, longestUnseen)
	}
	u.until[row] = now.Add(wait)
	u.tries[row]++
}

// rows are those of the documents that are left alone now.
func (u *unseen) rows(now time.Time) []int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	var rows []int64
	for row, until := range u.until {
		if until.After(now) {
			rows = append(rows, row)
		}
	}
	return rows
}

// wait is how long it is to the next document that may be looked at again; 0 when there is none.
func (u *unseen) wait(now time.Time) time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	var next time.Duration
	for _, until := range u.until {
		if d := until.Sub(now); d > 0 && (next == 0 || d < next) {
			next = d
		}
	}
	return next
}
