package ask_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/store"
	"ibid/store/storetest"
)

// A passage is sent once, though it was found and is the neighbour of two others that were found.
func TestNoPassageIsSentTwice(t *testing.T) {
	w := &fakeWriter{name: "ollama:small", says: "An enzyme lowers the activation energy of a reaction [1]."}
	e := engine(t, w)
	var events collected
	_, err := e.Ask(t.Context(), ask.Request{Question: "What do enzymes lower in a reaction?", Filter: ask.Filter{Docs: []string{"lecture.vtt"}}}, events.on)
	if err != nil {
		t.Fatal(err)
	}
	if len(events.sources) < 2 {
		t.Fatalf("%d passages were found: this test sees nothing", len(events.sources))
	}
	for _, r := range events.sources {
		if n := strings.Count(said(w.seen[0]), r.Passage.Text); n != 1 {
			t.Errorf("%q is sent %d times", r.Passage.Text, n)
		}
	}
}

// said is what a writer is told.
func said(r models.Request) string {
	var all strings.Builder
	for _, m := range r.Messages {
		all.WriteString(m.Content + "\n")
	}
	return all.String()
}

// Of a long conversation the writer is told the last turns, without the numbers of their citations.
func TestHistoryIsTheEndOfTheConversation(t *testing.T) {
	w := &fakeWriter{name: "ollama:small", says: "The nucleus holds the DNA [1]."}
	r := ask.Request{Question: "What holds the DNA of the cell?"}
	for i := range 6 {
		r.History = append(r.History, ask.Turn{Question: fmt.Sprintf("Question %d?", i), Answer: fmt.Sprintf("Answer %d [%d].", i, i+70)})
	}
	if _, err := engine(t, w).Ask(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	_, told, _ := strings.Cut(said(w.seen[0]), "Earlier in this conversation")
	for i := range 6 {
		if got := strings.Contains(told, fmt.Sprintf("Question %d?\nAnswer: Answer %d.", i, i)); got != (i >= 3) {
			t.Errorf("turn %d is told: %v", i, got)
		}
	}
}

// narrow finds its first prompts too long.
type narrow struct {
	*fakeWriter
	refuses int
}

func (w narrow) Generate(ctx context.Context, r models.Request, onText func(string) error) (models.Usage, error) {
	if len(w.seen) < w.refuses {
		w.seen = append(w.seen, r)
		return models.Usage{}, &models.Error{Kind: models.ErrContextTooLong}
	}
	return w.fakeWriter.Generate(ctx, r, onText)
}

// A prompt that a model finds too long is sent again with fewer passages, each of them whole.
func TestPromptThatIsTooLongGetsShorter(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	var texts []string
	for i := range 6 {
		text := fmt.Sprintf("The cell has organelle number %d, of which much can be said.", i)
		for n := range 40 {
			text += fmt.Sprintf(" Remark%d%c%c of the organelle.", i, 'a'+n/26, 'a'+n%26)
		}
		texts = append(texts, text)
	}
	storetest.Document(t, s, m, store.Document{Path: "cells.pdf"}, texts...)
	storetest.EmbedAll(t, s, dim)
	w := narrow{&fakeWriter{name: "ollama:small", says: "The cell has organelle number 1 [1]."}, 2}
	e := &ask.Engine{Store: s, Embedder: wordEmbedder{}, Choose: func(context.Context, string) ([]ask.Generator, error) { return []ask.Generator{w}, nil }}
	if _, err := e.Ask(t.Context(), ask.Request{Question: "Which organelle has the cell?"}, nil); err != nil {
		t.Fatal(err)
	}
	if len(w.seen) != 3 {
		t.Fatalf("the writer was asked %d times, want 3", len(w.seen))
	}
	before := 7
	for _, r := range w.seen {
		whole := 0
		for _, text := range texts {
			if strings.Contains(said(r), text) {
				whole++
			}
		}
		if n := strings.Count(said(r), "The cell has organelle number"); n != whole || whole == 0 || whole >= before {
			t.Errorf("a prompt with %d passages, %d of them whole, after one with %d", n, whole, before)
		}
		before = whole
	}
}

// elsewhere is an embedder of another space than the vectors that are there.
type elsewhere struct{ wordEmbedder }

func (elsewhere) Identity(context.Context) (string, int, error) { return "another model", dim, nil }

// Vectors of two embedders are never compared: until the new ones are there the words have to do, and the answer says so.
func TestVectorsOfAnotherEmbedderAreNotSearched(t *testing.T) {
	e := engine(t)
	e.Embedder = elsewhere{}
	f, err := e.Search(t.Context(), ask.Query{Question: "Which organelle holds the DNA?"})
	if err != nil || f.Degraded == nil || f.WordsOff || len(f.Results) == 0 {
		t.Errorf("degraded by %v, %d results, %v", f.Degraded, len(f.Results), err)
	}
	a, err := e.Ask(t.Context(), ask.Request{Question: "What holds the DNA of the cell?", Model: ask.Local}, nil)
	if err != nil || !a.Answered || !slices.ContainsFunc(a.Notices, func(n ask.Notice) bool { return n.Code == ask.NoticeNoVector }) {
		t.Errorf("answer %+v, %v", a, err)
	}
}

// counter counts many more tokens than we estimate.
type counter struct{ *fakeWriter }

func (w counter) Generate(ctx context.Context, r models.Request, onText func(string) error) (models.Usage, error) {
	usage, err := w.fakeWriter.Generate(ctx, r, onText)
	usage.PromptTokens = 2 * models.EstimatePrompt(r.Messages)
	return usage, err
}

// What a model counted of one prompt is taken into account in the next.
func TestNextPromptKeepsToWhatTheModelCounted(t *testing.T) {
	w := counter{&fakeWriter{name: "ollama:small", context: 1700, says: "The nucleus holds the DNA [1]."}}
	e := engine(t)
	e.Choose = func(context.Context, string) ([]ask.Generator, error) { return []ask.Generator{w}, nil }
	r := ask.Request{Question: "What holds the DNA of the cell?"}
	r.History = []ask.Turn{{Question: "What is a cell?", Answer: strings.Repeat("It has been said before. ", 20)}}
	for range 2 {
		if _, err := e.Ask(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.seen) != 2 {
		t.Fatalf("the writer was asked %d times, want 2", len(w.seen))
	}
	if first, second := len(said(w.seen[0])), len(said(w.seen[1])); second >= first {
		t.Errorf("the prompt has %d bytes after one with %d of which the model counted twice the tokens", second, first)
	}
}

// The search by meaning goes on alone when the index of words is broken, and the answer says so.
func TestSearchWithoutTheIndexOfWords(t *testing.T) {
	e := engine(t)
	db, err := sql.Open("sqlite3", filepath.Join(e.Store.Dir(), store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`DROP TABLE passage_fts`); err != nil {
		t.Fatal(err)
	}
	q := ask.Query{Question: "Which organelle holds the DNA of the cell?"}
	f, err := e.Search(t.Context(), q)
	if err != nil || f.Degraded == nil || !f.WordsOff || len(f.Results) == 0 {
		t.Errorf("%d results, degraded by %v, %v", len(f.Results), f.Degraded, err)
	}
	var events collected
	if _, err := e.Ask(t.Context(), ask.Request{Question: q.Question, Model: ask.Local}, events.on); err != nil || !slices.Contains(events.notices, ask.NoticeNoWords) {
		t.Errorf("notices %q, %v", events.notices, err)
	}
	e.Embedder = nil
	if _, err := e.Search(t.Context(), q); err == nil {
		t.Error("nothing was searched, and no error says so")
	}
}

// A module that is about to be removed is not searched, nor counted among what is.
func TestLeavingModuleIsNotSearched(t *testing.T) {
	e := engine(t)
	law, err := e.Store.Module(t.Context(), "law")
	if err == nil {
		err = e.Store.ScheduleRemoval(t.Context(), law.RowID, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, filter := range []ask.Filter{{}, {Docs: []string{"*"}}} {
		f, err := e.Search(t.Context(), ask.Query{Question: "What is a tort?", Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range f.Results {
			if r.Module.RowID == law.RowID {
				t.Errorf("found %q", r.Passage.Text)
			}
		}
		if f.Searched.Documents != 3 || f.Searched.Passages != 7 {
			t.Errorf("searched %+v, want the other module's 3 documents", f.Searched)
		}
	}
}
