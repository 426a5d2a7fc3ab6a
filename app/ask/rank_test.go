package ask

import (
	"strings"
	"testing"

	"ibid/store"
)

// TestMeasures: each measure lifts a passage over one that is alike in all others.
func TestMeasures(t *testing.T) {
	text := func(n int) Result {
		return Result{Found: store.Found{Passage: store.Passage{Text: strings.Repeat("a", n)}}}
	}
	tests := []struct {
		name          string
		better, worse candidate
		beside        float64 // the better one's neighbour
	}{
		{name: "covered", better: candidate{covered: 1}, worse: candidate{covered: 0.5}},
		{name: "headed", better: candidate{headed: 1}, worse: candidate{headed: 0.5}},
		{name: "close", better: candidate{close: 1}, worse: candidate{close: 0.5}},
		{name: "beside", beside: 0.5},
		{name: "words and meaning agree", better: candidate{scored: scored{keyword: 0.5, meaning: 0.5}}, worse: candidate{scored: scored{keyword: 1}}},
		{name: "long enough", better: candidate{Result: text(fullBytes)}, worse: candidate{Result: text(fullBytes / 2)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if better, worse := test.better.measured(test.beside), test.worse.measured(0); better <= worse {
				t.Errorf("%v, not more than %v", better, worse)
			}
		})
	}
	long, longer := candidate{Result: text(fullBytes)}, candidate{Result: text(2 * fullBytes)}
	if long.measured(0) != longer.measured(0) {
		t.Error("beyond enough, length counts")
	}
}
