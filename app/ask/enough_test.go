package ask

import (
	"slices"
	"testing"

	"ibid/store"
)

// The cosines of another model than the one that the borders were fitted to, or none, must not stand in for words.
func TestEnoughWithAnotherEmbedder(t *testing.T) {
	far := []candidate{{Result: Result{Found: store.Found{Document: store.Document{Lang: "en"}}}}}
	cosines := []float64{0.99, 0.2, 0.2, 0.2, 0.2}
	for _, tt := range []struct {
		identity string
		enough   bool
	}{
		{"multilingual-e5-small/0123456789abcdef/384/passage: ", true},
		{"ollama:all-minilm:latest/0123456789abcdef/384/", false},
	} {
		q := newQuestion("Who won the football world cup?", "Who won the football world cup?")
		q.cosines, q.fitted = cosines, isFitted(tt.identity)
		if _, enough := q.enough(far); enough != tt.enough {
			t.Errorf("%s: enough is %v", tt.identity, enough)
		}
		lead, near := q.lead()
		if !tt.enough && (lead != someLead || near != 0) {
			t.Errorf("%s: lead %v, near %v", tt.identity, lead, near)
		}
	}
}

// Across languages the words cannot be expected: what stands out by its meaning is enough, what does not is not, and a rare word
// that is nowhere asks for more.
func TestEnoughAcrossLanguages(t *testing.T) {
	german := []candidate{{Result: Result{Found: store.Found{Document: store.Document{Lang: "de"}}}}}
	for _, tt := range []struct {
		name    string
		lead    float64
		foreign bool
		enough  bool
	}{
		{"stands out", 0.013, false, true},
		{"does not", 0.011, false, false},
		{"stands out, with a name that is nowhere", 0.013, true, false},
		{"stands out far, with such a name", 0.018, true, true},
	} {
		q := newQuestion("When is the final exam?", "When is the final exam?")
		q.cosines, q.fitted = []float64{0.85, 0.85 - tt.lead, 0.85 - tt.lead, 0.85 - tt.lead}, true
		for i := range q.terms {
			q.terms[i].absent, q.terms[i].foreign = 1, tt.foreign && i == 0
		}
		if _, enough := q.enough(german); enough != tt.enough {
			t.Errorf("%s: enough is %v", tt.name, enough)
		}
	}
}

// Whether a word is rare is asked of the word as it is spelt: without its accents everyday German looks strange.
func TestRareIsAskedOfTheSpelling(t *testing.T) {
	q := newQuestion("Was ist der Vorteil gegenüber Bäumen?", "Was ist der Vorteil gegenüber Bäumen?")
	var asked []string
	q.weigh([]map[string]bool{{}}, func() map[string]string { return nil }, lexicon{
		elsewhere: func(string) bool { return false },
		pieces:    func(word string) int { asked = append(asked, word); return 2 },
	})
	if !slices.Contains(asked, "gegenüber") || slices.Contains(asked, "gegenuber") {
		t.Errorf("asked of %q", asked)
	}
}
