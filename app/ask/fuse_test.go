package ask

import (
	"testing"

	"ibid/store"
)

func hits(pairs ...float64) []store.Hit {
	var out []store.Hit
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, store.Hit{Passage: int64(pairs[i]), Score: pairs[i+1]})
	}
	return out
}

func TestFuse(t *testing.T) {
	words, meaning := hits(1, 10, 2, 9, 3, 2), hits(3, .9, 2, .88, 4, .8)
	tests := []struct {
		name             string
		keyword, meaning []store.Hit
		how              Fusion
		want             []int64
	}{
		// 2 has .5*.875+.5*.8, 1 and 3 have .5, 4 nothing.
		{"mix", words, meaning, Mix, []int64{2, 1, 3, 4}},
		{"reciprocal ranks", words, meaning, RRF, []int64{3, 2, 1, 4}},
		{"words alone", words, nil, Mix, []int64{1, 2, 3}},
		{"meaning alone", nil, meaning, Mix, []int64{3, 2, 4}},
		{"meaning alone, RRF", nil, meaning, RRF, []int64{3, 2, 4}},
		{"nothing", nil, nil, Mix, nil},
		{"all equal", hits(5, 1, 6, 1), nil, Mix, []int64{5, 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := fuse(tt.keyword, tt.meaning, tt.how)
			if len(got) != len(tt.want) {
				t.Fatalf("got %d passages, want %d", len(got), len(tt.want))
			}
			for i, s := range got {
				if s.row != tt.want[i] {
					t.Errorf("place %d: passage %d, want %d", i+1, s.row, tt.want[i])
				}
				if s.score < 0 || s.score > 1 {
					t.Errorf("passage %d: score %f", s.row, s.score)
				}
			}
		})
	}
}
