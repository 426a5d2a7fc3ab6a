package app

import (
	"context"
	"fmt"
	"testing"

	"ibid/store/storetest"
)

// fakeEmbedder is an embedder without a model that counts what it is asked.
type fakeEmbedder struct {
	name    string
	began   chan struct{} // gets a token when passages come, unless it is nil
	hold    chan struct{} // passages wait for it, unless it is nil
	queries int
}

func (e *fakeEmbedder) Identity(context.Context) (string, int, error) {
	return fmt.Sprintf("ollama:%s:latest/0123456789abcdef/16/", e.name), 16, nil
}

func (e *fakeEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	if e.hold != nil {
		select {
		case e.began <- struct{}{}:
		default:
		}
		select {
		case <-e.hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	var out [][]float32
	for _, t := range texts {
		out = append(out, storetest.Embed(t, 16))
	}
	return out, nil
}

func (e *fakeEmbedder) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	e.queries++
	return storetest.Embed(text, 16), nil
}

func (e *fakeEmbedder) Close() error { return nil }

// Another embedder builds its vectors beside those that are searched: questions go on through the one before, and its batch under way
// ends with it.
func TestAnotherEmbedderBuildsBeside(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	before := &fakeEmbedder{name: "before"}
	after := &fakeEmbedder{name: "after", began: make(chan struct{}, 1), hold: make(chan struct{})}
	a.embedders.made["ollama:before at "], a.embedders.made["ollama:after at "] = before, after
	choose := func(name string) {
		t.Helper()
		s := a.Settings()
		s.Embedder = name
		if err := a.SaveSettings(s); err != nil {
			t.Fatal(err)
		}
	}
	search := func() {
		t.Helper()
		found, err := a.Search(SearchRequest{Question: "What does spacing mean?"})
		if err != nil || len(found.Results) == 0 || len(found.Notices) > 0 {
			t.Errorf("found %+v, %v", found, err)
		}
	}
	choose("ollama:before")
	add(t, a, course(t, memoryCourse), "Memory")
	search()
	choose("ollama:after")
	<-after.began
	search()
	if before.queries != 2 || after.queries != 0 {
		t.Errorf("while the new vectors come, %d questions went to the one before and %d to the new one", before.queries, after.queries)
	}
	close(after.hold)
	for want, _, _ := after.Identity(t.Context()); ; <-shell.came {
		if space, err := a.store.ActiveSpace(t.Context()); err != nil {
			t.Fatal(err)
		} else if space.Identity == want {
			break
		}
	}
	search()
	if before.queries != 2 || after.queries != 1 {
		t.Errorf("after the change, %d questions in all went to the one before and %d to the new one", before.queries, after.queries)
	}
}

// A batch goes into the space that was named for it, whatever is chosen in between.
func TestIndexEmbedderKeepsToItsSpace(t *testing.T) {
	a := open(t, Options{})
	first, second := &fakeEmbedder{name: "first"}, &fakeEmbedder{name: "second", hold: make(chan struct{})}
	a.embedders.made["ollama:first at "], a.embedders.made["ollama:second at "] = first, second
	index := &indexEmbedder{embedders: a.embedders}
	s := a.Settings()
	s.Embedder = "ollama:first"
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	named, _, err := index.Identity(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Embedder = "ollama:second"
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the second one would wait and fail
	if _, err := index.EmbedPassages(ctx, []string{"text"}); err != nil {
		t.Errorf("passages for %s went to another embedder: %v", named, err)
	}
	if now, _, _ := index.Identity(t.Context()); now == named {
		t.Error("the new choice does not take hold")
	}
}
