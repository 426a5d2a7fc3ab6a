package extract

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The time in which something with a limit of its own runs does not count.
func TestLimitStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := withLimit(t.Context(), time.Minute)
		defer cancel()
		time.Sleep(50 * time.Second)
		outer, inner := pauseLimit(ctx), pauseLimit(ctx)
		time.Sleep(time.Hour)
		inner()
		time.Sleep(time.Hour)
		outer()
		time.Sleep(9 * time.Second)
		synctest.Wait()
		if ctx.Err() != nil {
			t.Fatal("it ended too soon")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			t.Errorf("ended with %v", context.Cause(ctx))
		}
	})
}

func TestPauseWithoutLimit(t *testing.T) { pauseLimit(t.Context())() }
