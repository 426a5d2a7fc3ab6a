package ask

import (
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
