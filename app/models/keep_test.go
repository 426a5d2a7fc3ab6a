package models

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fakeEngine stands for a loaded model; embed holds on until hold is closed.
type fakeEngine struct {
	hold   chan struct{}
	closed *atomic.Int32
}

func (e fakeEngine) embed(texts [][]int32) ([][]float32, error) {
	if e.hold != nil {
		<-e.hold
	}
	return make([][]float32, len(texts)), nil
}

func (e fakeEngine) close() error {
	e.closed.Add(1)
	return nil
}

func TestKeeperLetsGoWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loaded := 0
		var closed atomic.Int32
		k := keeper[engine]{idle: time.Minute, load: func() (engine, error) {
			loaded++
			return fakeEngine{closed: &closed}, nil
		}}
		use := func() {
			if err := k.with(t.Context(), func(engine) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		use()
		time.Sleep(59 * time.Second)
		use() // the wait begins again
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if loaded != 1 || closed.Load() != 0 {
			t.Fatalf("loaded %d, closed %d before the wait is over", loaded, closed.Load())
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if closed.Load() != 1 {
			t.Fatalf("closed %d after the wait", closed.Load())
		}
		use()
		if loaded != 2 {
			t.Fatalf("loaded %d after it was let go", loaded)
		}
		if err := k.close(); err != nil || closed.Load() != 2 {
			t.Fatalf("closed %d, error %v", closed.Load(), err)
		}
		if err := k.with(t.Context(), func(engine) error { return nil }); !errors.Is(err, ErrClosed) {
			t.Fatalf("use after close: %v", err)
		}
	})
}

func TestKeeperDoesNotLetGoWhatIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var closed atomic.Int32
		hold := make(chan struct{})
		k := keeper[engine]{idle: time.Second, load: func() (engine, error) { return fakeEngine{hold, &closed}, nil }}
		var users sync.WaitGroup
		users.Go(func() {
			_ = k.with(t.Context(), func(e engine) error { _, err := e.embed(nil); return err })
		})
		synctest.Wait()
		if err := k.with(t.Context(), func(engine) error { return nil }); err != nil { // a short user beside it
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		done := false
		users.Go(func() { _ = k.close(); done = true })
		synctest.Wait()
		if closed.Load() != 0 || done {
			t.Fatalf("closed %d while in use, close returned: %v", closed.Load(), done)
		}
		close(hold)
		users.Wait()
		if closed.Load() != 1 {
			t.Fatalf("closed %d", closed.Load())
		}
	})
}

func TestKeeperTriesAgainAfterAFailedLoad(t *testing.T) {
	fail := errors.New("no memory")
	var closed atomic.Int32
	k := keeper[engine]{idle: time.Hour, load: func() (engine, error) { return nil, fail }}
	if err := k.with(context.Background(), func(engine) error { return nil }); !errors.Is(err, fail) {
		t.Fatalf("error %v", err)
	}
	k.load = func() (engine, error) { return fakeEngine{closed: &closed}, nil }
	if err := k.with(context.Background(), func(engine) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := k.close(); err != nil || closed.Load() != 1 {
		t.Fatalf("closed %d, error %v", closed.Load(), err)
	}
}

func TestGateLetsQuestionsGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Gate
		first, second := g.enter(), g.enter()
		through := false
		go func() {
			through = g.wait(context.Background()) == nil
		}()
		first()
		synctest.Wait()
		if through {
			t.Fatal("a batch went on while a question was under way")
		}
		second()
		synctest.Wait()
		if !through {
			t.Fatal("the batch still waits")
		}

		leave := g.enter()
		defer leave()
		ctx, cancel := context.WithCancel(context.Background())
		var err error
		go func() { err = g.wait(ctx) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("a cancelled wait: %v", err)
		}
	})
}

// Where one model begins long work, the others let go of their memory, unless they are at work.
func TestMakeRoom(t *testing.T) {
	var gate Gate
	made := func() (*keeper[engine], *atomic.Int32) {
		closed := new(atomic.Int32)
		k := &keeper[engine]{idle: time.Hour, load: func() (engine, error) { return fakeEngine{closed: closed}, nil }}
		gate.share(k)
		t.Cleanup(func() { _ = k.close() })
		return k, closed
	}
	idle, idleClosed := made()
	busy, busyClosed := made()
	next, nextClosed := made()
	none := func(engine) error { return nil }
	if err := idle.with(t.Context(), none); err != nil {
		t.Fatal(err)
	}
	if err := next.with(t.Context(), none); err != nil {
		t.Fatal(err)
	}
	err := busy.with(t.Context(), func(engine) error {
		gate.makeRoom(next)
		return nil
	})
	if err != nil || idleClosed.Load() != 1 || busyClosed.Load() != 0 || nextClosed.Load() != 0 {
		t.Errorf("closed: idle %d, busy %d, next %d times, %v", idleClosed.Load(), busyClosed.Load(), nextClosed.Load(), err)
	}
	if err := idle.with(t.Context(), none); err != nil {
		t.Errorf("it is not loaded again: %v", err)
	}
}
