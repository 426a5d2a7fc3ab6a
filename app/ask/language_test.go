package ask_test

import (
	"context"
	"strings"
	"testing"

	"ibid/app/ask"
)

// A writer is told to answer in the language of the question, whatever the material is in.
func TestAskInTheLanguageOfTheQuestion(t *testing.T) {
	for question, want := range map[string][2]string{
		"What makes the energy of the cell?":                   {"English", "Your material does not seem to answer this question."},
		"Wie makes das mitochondrion die energy für die cell?": {"German", "Dein Material scheint diese Frage nicht zu beantworten."},
	} {
		w := &fakeWriter{name: "ollama:small", context: 4096, says: "The mitochondrion makes the energy of the cell [1]."}
		if _, err := engine(t, w).Ask(t.Context(), ask.Request{Question: question}, func(ask.Event) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if len(w.seen) == 0 {
			t.Errorf("%s: no writer was asked", question)
			continue
		}
		told := ""
		for _, m := range w.seen[0].Messages {
			told += m.Content
		}
		if !strings.Contains(told, "Write in "+want[0]) {
			t.Errorf("%s: the writer is not told to write in %s", question, want[0])
		}
		if !strings.Contains(told, want[1]) {
			t.Errorf("%s: the writer is not told to refuse with %q", question, want[1])
		}
	}
}

// Looking for a model may take seconds; the sources are there before it.
func TestSourcesComeBeforeAModelIsLookedFor(t *testing.T) {
	e := engine(t)
	var events collected
	early := false
	e.Choose = func(context.Context, string) ([]ask.Generator, error) {
		early = len(events.sources) > 0
		return nil, nil
	}
	if _, err := e.Ask(t.Context(), ask.Request{Question: "What makes the energy of the cell?"}, events.on); err != nil {
		t.Fatal(err)
	}
	if !early {
		t.Error("a model was looked for before the sources were shown")
	}
}
