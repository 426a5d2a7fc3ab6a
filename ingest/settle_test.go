package ingest

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// flushed is a call of settle's flush, with the seconds since the start.
type flushed struct {
	at      float64
	modules []int64
}

func runSettle(t *testing.T, play func(send func(hint)), wait time.Duration) []flushed {
	t.Helper()
	var got []flushed
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in := make(chan hint)
		done := make(chan struct{})
		start := time.Now()
		go func() {
			defer close(done)
			settle(ctx, in, func(m []int64) {
				got = append(got, flushed{time.Since(start).Seconds(), m})
			}, 2*time.Second, 30*time.Second)
		}()
		play(func(h hint) { in <- h })
		time.Sleep(wait) // of the fake clock
		cancel()
		<-done
	})
	return got
}

func TestSettleWaitsForQuiet(t *testing.T) {
	got := runSettle(t, func(send func(hint)) {
		for range 5 {
			send(hint{module: 1})
			time.Sleep(time.Second)
		}
	}, time.Minute)
	if len(got) != 1 || got[0].at != 6 || !slices.Equal(got[0].modules, []int64{1}) {
		t.Errorf("five hints a second apart were passed on as %v, want once at 6 s", got)
	}
}

func TestSettleHasALimit(t *testing.T) {
	got := runSettle(t, func(send func(hint)) {
		for range 45 {
			send(hint{module: 1})
			time.Sleep(time.Second)
		}
	}, time.Minute)
	if len(got) != 2 || got[0].at != 30 || got[1].at != 46 {
		t.Errorf("hints for 45 s were passed on as %v, want at 30 s and 46 s", got)
	}
}

func TestSettleKeepsModulesApart(t *testing.T) {
	got := runSettle(t, func(send func(hint)) {
		send(hint{module: 2})
		for range 10 {
			send(hint{module: 1})
			time.Sleep(time.Second)
		}
	}, time.Minute)
	if len(got) != 2 || got[0].at != 2 || got[0].modules[0] != 2 || got[1].modules[0] != 1 {
		t.Errorf("a busy module held up a quiet one: %v", got)
	}
}

func TestSettlePassesDeletionsLast(t *testing.T) {
	got := runSettle(t, func(send func(hint)) {
		send(hint{module: 1, gone: true})
		send(hint{module: 2})
	}, time.Minute)
	if len(got) != 1 || !slices.Equal(got[0].modules, []int64{2, 1}) {
		t.Errorf("passed on %v, want module 2 before 1, where something went", got)
	}

	got = runSettle(t, func(send func(hint)) {
		send(hint{module: 1, gone: true})
		for range 5 {
			send(hint{module: 2})
			time.Sleep(time.Second)
		}
	}, time.Minute)
	var order []int64
	for _, f := range got {
		order = append(order, f.modules...)
	}
	if !slices.Equal(order, []int64{2, 1}) {
		t.Errorf("passed on %v, want module 1 to wait for module 2", got)
	}
}

func TestSettleDeletionsDoNotWaitForEver(t *testing.T) {
	got := runSettle(t, func(send func(hint)) {
		send(hint{module: 1, gone: true})
		for range 100 {
			send(hint{module: 2})
			time.Sleep(time.Second)
		}
	}, time.Minute)
	for _, f := range got {
		if slices.Contains(f.modules, 1) {
			if f.at > 30 {
				t.Errorf("the deletion was held back for %v s, want at most 30", f.at)
			}
			return
		}
	}
	t.Errorf("the deletion was never passed on: %v", got)
}
