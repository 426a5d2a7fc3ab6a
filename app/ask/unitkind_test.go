package ask

import (
	"strings"
	"testing"

	"ibid/store"
)

// quoteOf answers from the given passages, the best first.
func quoteOf(t *testing.T, question string, passages ...string) (string, []Citation) {
	t.Helper()
	var sources []source
	for i, p := range passages {
		sources = append(sources, source{Result: Result{Found: store.Found{
			Document: store.Document{RowID: 1, Lang: "en"}, Passage: store.Passage{Ordinal: i, Text: p},
		}}})
	}
	text, _, citations := (&Engine{}).extract(t.Context(), newQuestion(question, question), sources)
	for _, c := range citations {
		if c.Passage.Text[c.At[0].From:c.At[0].To] != c.Quote {
			t.Errorf("%q is not where it is said to stand", c.Quote)
		}
	}
	return text, citations
}

const grading = "Grading\nComponent | Weight\n4 × homework assignments (20% each) | 80%\n2 × short presentations (5% each) | 10%\n" +
	"1 × OSS contribution | 10%\nYou can swap out one homework assignment for a presentation of your own research."

// A table answers with its rows, under its head.
func TestTablesAreQuotedByRows(t *testing.T) {
	text, citations := quoteOf(t, "How is the grading done?", grading)
	if want := "Component | Weight\n4 × homework assignments (20% each) | 80%\n2 × short presentations (5% each) | 10%\n1 × OSS contribution | 10%"; !strings.Contains(text, want) {
		t.Errorf("got %q", text)
	}
	if len(citations) != 1 || strings.Count(citations[0].Quote, "\n") != quoteUnits-1 {
		t.Errorf("got %+v", citations)
	}
	prose := "All students are told " + strings.Repeat("and told ", 27) + "as follows."
	if text, _ := quoteOf(t, "Which weight are students told?", prose+"\n"+grading[len("Grading\n"):]); strings.Contains(text, "Weight”") {
		t.Errorf("a head without its rows: %q", text)
	}
}

// Headings, agendas and lists of links are quoted where nothing else is.
func TestWhatSaysNothingIsQuotedLast(t *testing.T) {
	const agenda = "Docker 101\nMotivation\nHave you ever..."
	const said = "Docker is by far the most widely used and best supported container technology."
	const links = "Docker \\[[**.html**](https://raw.githack.com/lectures/master/13-docker/13-docker.html) | [**.pdf**](https://raw.githack.com/lectures/master/13-docker/13-docker.pdf)\\]"
	for _, empty := range []string{agenda, links} {
		if text, citations := quoteOf(t, "What is Docker?", empty, said); len(citations) == 0 || citations[0].Quote != said {
			t.Errorf("got %q", text)
		}
		if _, citations := quoteOf(t, "What is Docker?", empty); len(citations) != 1 {
			t.Errorf("%q alone is not quoted", empty)
		}
	}
	if text, _ := quoteOf(t, "What is strong AI?", "Strong AI\nIntelligence by human measures\nConsciousness and emotions", said); !strings.Contains(text, "Consciousness") {
		t.Errorf("the points of a slide are taken for headings: %q", text)
	}
}
