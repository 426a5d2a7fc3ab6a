package ask

import (
	"strings"
	"testing"

	"ibid/store"
)

func TestFitDropsNeighboursFirstThenTheLowestRanks(t *testing.T) {
	passage := func(n int) store.Found { return store.Found{Passage: store.Passage{RowID: int64(n), Text: "ten"}} }
	var sources []source
	for i := range 3 {
		sources = append(sources, source{Result: Result{Found: passage(i)}, after: []neighbour{passage(10 + i)}})
	}
	cost := func(s []source) int {
		n := 0
		for _, x := range s {
			n += 10 * (1 + len(x.before) + len(x.after))
		}
		return n
	}
	for _, tt := range []struct {
		tokens int
		want   string
	}{{60, "0+ 1+ 2+"}, {55, "0+ 1+ 2"}, {40, "0+ 1 2"}, {30, "0 1 2"}, {25, "0 1"}, {10, "0"}, {5, "0"}} {
		var got []string
		for _, s := range fit(sources, tt.tokens, cost) {
			x := string(rune('0' + s.Passage.RowID))
			if len(s.after) > 0 {
				x += "+"
			}
			got = append(got, x)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%d tokens: %q, want %q", tt.tokens, got, tt.want)
		}
	}
	if len(sources[0].after) == 0 {
		t.Error("the caller's sources were changed")
	}
}
