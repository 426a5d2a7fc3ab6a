package models

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

func TestBatches(t *testing.T) {
	text := func(n int) []int32 { return make([]int32, n) }
	for _, c := range []struct {
		name  string
		texts [][]int32
		limit int
		want  [][]int
	}{
		{"none", nil, 10, nil},
		{"by length", [][]int32{text(5), text(2), text(4), text(2)}, 10, [][]int{{1, 3}, {2, 0}}},
		{"padding counts", [][]int32{text(1), text(9)}, 10, [][]int{{0}, {1}}},
		{"longer than the limit", [][]int32{text(12), text(1)}, 10, [][]int{{1}, {0}}},
		{"exactly full", [][]int32{text(5), text(5), text(5)}, 10, [][]int{{0, 1}, {2}}},
	} {
		got := batches(c.texts, c.limit)
		if !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// countingEngine gives each text its own length back as its vector.
type countingEngine struct {
	runs   int
	before func(run int)
}

func (e *countingEngine) embed(texts [][]int32) ([][]float32, error) {
	e.runs++
	if e.before != nil {
		e.before(e.runs)
	}
	var out [][]float32
	for _, t := range texts {
		out = append(out, []float32{float32(len(t))})
	}
	return out, nil
}

func (e *countingEngine) close() error { return nil }

// fakeLocal is a Local over another engine and a vocabulary of single letters.
func fakeLocal(e engine) *Local {
	l := NewLocal(LocalOptions{Threads: 1})
	tok := &tokenizer{unknown: 3, end: 2, pieces: trie{label: []byte{0}, piece: []int32{-1}, child: []uint32{1, 1}}}
	l.tokens = func() (*tokenizer, error) { return tok, nil }
	l.keeper.load = func() (engine, error) { return e, nil }
	return l
}

func TestPassagesComeBackInOrder(t *testing.T) {
	l := fakeLocal(&countingEngine{})
	defer l.Close()
	var texts []string
	for i := range 40 {
		words := ""
		for range (i * 7 % 40) * 12 {
			words += "x "
		}
		texts = append(texts, words)
	}
	vectors, err := l.EmbedPassages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		// Each word is one unknown piece; the prefix, the blank at the end and the two marks make four.
		if want := min(len(text)/2+4, localTokens); int(vectors[i][0]) != want {
			t.Fatalf("text %d of %d characters has the vector of %v tokens, want %d", i, len(text), vectors[i][0], want)
		}
	}
}

func TestCancelStopsBetweenRuns(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := &countingEngine{before: func(run int) {
		if run == 2 {
			cancel()
		}
	}}
	l := fakeLocal(e)
	defer l.Close()
	long := ""
	for range 600 {
		long += "x "
	}
	_, err := l.EmbedPassages(ctx, slices.Repeat([]string{long}, 40))
	if !errors.Is(err, context.Canceled) || e.runs != 2 {
		t.Errorf("error %v after %d runs", err, e.runs)
	}
	if _, err := l.EmbedQuery(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question: %v", err)
	}
}

func TestQuestionGoesBeforeTheRestOfABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started, release := make(chan struct{}), make(chan struct{})
		var order []string
		e := &countingEngine{}
		e.before = func(run int) {
			switch run {
			case 1: // the first piece of the batch
				order = append(order, "piece")
				close(started)
				<-release
			case 2:
				close(release)
				synctest.Wait() // while the question is in hand the next piece does not begin
				order = append(order, "question")
			default:
				order = append(order, "piece")
			}
		}
		l := fakeLocal(e)
		defer l.Close()
		long := ""
		for range 600 {
			long += "x "
		}
		var batch error
		go func() { _, batch = l.EmbedPassages(t.Context(), slices.Repeat([]string{long}, 12)) }()
		<-started
		if _, err := l.EmbedQuery(t.Context(), "x"); err != nil { // does not wait for the piece that runs
			t.Fatal(err)
		}
		synctest.Wait()
		if want := []string{"piece", "question", "piece", "piece"}; batch != nil || !slices.Equal(order, want) {
			t.Errorf("order %v, want %v, error %v", order, want, batch)
		}
	})
}
