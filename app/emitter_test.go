package app

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// half is a module that is read half.
func half(module string) (Progress, error) { return Progress{Module: module, Done: 1, Total: 2}, nil }

// A module whose documents change all the time is counted twice a second, and the last change is not lost.
func TestEmitterGathersDocuments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shell := newRecorder()
		var done atomic.Int64
		e := newEmitter(shell, func(module string) (Progress, error) {
			return Progress{Module: module, Done: int(done.Load()), Total: 100}, nil
		})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go e.run(ctx)
		for id := range int64(101) {
			done.Store(id)
			e.documentChanged("m", id+1)
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		counts, last := map[string]int{}, Progress{}
		for _, ev := range shell.all() {
			counts[ev.name]++
			if p, ok := ev.payload.(Progress); ok {
				last = p
			}
		}
		if n := counts[EventProgress]; n < 3 || n > 7 || counts[EventDocuments] != n {
			t.Errorf("two seconds of changes were sent as %v", counts)
		}
		if last.Done != 100 || counts[EventModules] != 1 {
			t.Errorf("the end was not told: %+v, %v", last, counts)
		}
	})
}

func TestEmitterGathers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shell := newRecorder()
		e := newEmitter(shell, half)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { e.run(ctx); close(done) }()
		for i := range 1000 {
			e.documentChanged("m", int64(i%150))
			e.modulesChanged()
			e.answerText("1", "word ")
		}
		time.Sleep(2 * emitEvery)
		synctest.Wait()
		counts := map[string]int{}
		var words strings.Builder
		for _, ev := range shell.all() {
			counts[ev.name]++
			if step, ok := ev.payload.(AskEvent); ok {
				words.WriteString(step.Text)
			}
			if n := len(text(t, ev.payload)); n > 4096 {
				t.Errorf("%s has %d bytes", ev.name, n)
			}
		}
		if counts[EventModules] != 1 || counts[EventDocuments] != 1 || counts[EventAsk] != 2 {
			t.Errorf("1000 changes were sent as %v", counts)
		}
		if words.String() != strings.Repeat("word ", 1000) {
			t.Error("text was lost")
		}
		cancel()
		<-done
	})
}

// The end of an answer comes at once and after all of its text, also when nobody runs the emitter.
func TestEmitterEndsAnswers(t *testing.T) {
	shell := newRecorder()
	e := newEmitter(shell, half)
	e.answerText("7", "almost ")
	e.answerText("7", "done")
	e.answerEvent("7", AskEvent{Type: "done"})
	var got []string
	for i, ev := range shell.all() {
		step := ev.payload.(AskEvent)
		if step.Seq != i+1 {
			t.Errorf("step %d has the number %d", i+1, step.Seq)
		}
		got = append(got, step.Type+":"+step.Text)
	}
	if strings.Join(got, "|") != "text:almost done|done:" {
		t.Errorf("got %q", got)
	}
	e.answerText("8", "never")
	e.answerEvent("8", AskEvent{Type: "failed"})
	if len(e.answers) != 0 {
		t.Errorf("%d answers are held after their end", len(e.answers))
	}
}

func TestEmitterCutsAtCharacters(t *testing.T) {
	shell := newRecorder()
	e := newEmitter(shell, half)
	long := strings.Repeat("ü€𝑥", 2000)
	e.answerText("1", long)
	e.flush()
	var whole string
	for _, ev := range shell.all() {
		part := ev.payload.(AskEvent).Text
		if strings.ToValidUTF8(part, "") != part {
			t.Fatal("a character was cut")
		}
		whole += part
	}
	if whole != long {
		t.Error("text was lost")
	}
}

// So many documents that their numbers would make an event too large for the bridge are not named.
func TestEmitterDoesNotNameTooMany(t *testing.T) {
	for _, n := range []int64{maxNamed, maxNamed + 1, 20_000} {
		shell := newRecorder()
		e := newEmitter(shell, half)
		for id := range n {
			e.documentChanged("m", 1_000_000_000+id)
		}
		e.flush()
		ev := shell.all()[0].payload.(DocumentsChanged)
		if named := len(ev.IDs) > 0; named != (n <= maxNamed) || len(text(t, ev)) > 4096 {
			t.Errorf("of %d documents %d are named in %d bytes", n, len(ev.IDs), len(text(t, ev)))
		}
	}
}

// No event is over 4 kB, whatever the files, the models and the texts are called.
func TestNoEventIsOverFourKilobytes(t *testing.T) {
	path := strings.Repeat(strings.Repeat("\u0001", 255)+"/", 16) // what a file system allows at most
	module := strings.Repeat("𝑥", 40) + "-1000000"                // as long as an id gets
	words := strings.Repeat("<&\"\xff\u2028", 10_000)             // JSON writes each of them as several characters
	shell := newRecorder()
	e := newEmitter(shell, func(module string) (Progress, error) {
		left := math.MaxInt
		return Progress{Module: module, Done: math.MaxInt, Total: math.MaxInt, SecondsLeft: &left, CurrentLeft: &left, Current: path + words}, nil
	})
	ask := strconv.Itoa(math.MaxInt)
	e.answerEvent(ask, AskEvent{Type: "sources", Count: math.MaxInt})
	e.answerText(ask, words)
	e.answerEvent(ask, AskEvent{Type: "notice", Notice: words})
	p := Problem{Code: "model_failed", Title: "The model failed", Detail: words, Action: "Try again."}
	e.answerEvent(ask, AskEvent{Type: "failed", Problem: &p})
	for id := range int64(maxNamed) {
		e.documentChanged(module, math.MaxInt64-id)
	}
	e.modulesChanged()
	e.flush()
	kinds := map[string]bool{}
	for _, ev := range shell.all() {
		kinds[ev.name] = true
		if n := len(text(t, ev.payload)); n > 4096 {
			t.Errorf("%s has %d bytes: %.60s", ev.name, n, text(t, ev.payload))
		}
		if docs, ok := ev.payload.(DocumentsChanged); ok && len(docs.IDs) != maxNamed {
			t.Errorf("%d documents are named", len(docs.IDs))
		}
	}
	if len(kinds) != 4 {
		t.Errorf("this test sees only %v", kinds)
	}
	if p.Detail != words {
		t.Error("the problem itself was cut")
	}
}

// The page notices an event that it missed by the numbers, which leave none out.
func TestEmitterNumbersEvents(t *testing.T) {
	shell := newRecorder()
	e := newEmitter(shell, half)
	for _, module := range []string{"a", "b", "c"} {
		e.documentChanged(module, 1)
	}
	e.flush()
	var revs []int64
	for _, ev := range shell.all() {
		switch p := ev.payload.(type) {
		case DocumentsChanged:
			revs = append(revs, p.Rev)
		case Progress:
			revs = append(revs, p.Rev)
		}
	}
	if !slices.Equal(revs, []int64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("the events have the numbers %v", revs)
	}
}

func TestEmitterDoesNotNameSeveral(t *testing.T) {
	shell := newRecorder()
	e := newEmitter(shell, half)
	e.documentChanged("m", 3)
	e.documentChanged("m", 0)
	e.flush()
	if ev := shell.all()[0].payload.(DocumentsChanged); len(ev.IDs) != 0 {
		t.Errorf("ids %v, want none: the page is to read them all", ev.IDs)
	}
}
