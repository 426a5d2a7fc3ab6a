package ask

import (
	"cmp"
	"slices"

	"ibid/store"
)

// Fusion is a way to make one ranking of the ranking by words and the ranking by meaning.
type Fusion string

const (
	// Mix adds the scores, each brought to 0..1 within its own list: how much better one passage is than the next counts,
	// not just that it is. On the gold courses it beats RRF by three points of hit@5.
	Mix Fusion = ""
	// RRF adds the reciprocal ranks: the baseline to compare with.
	RRF Fusion = "rrf"
)

const (
	keywordShare = 0.5 // of Mix; anything from .4 to .6 measures nearly the same
	rrfConstant  = 60  // as in the paper that proposed it
)

// scored is a passage with what the two searches say of it.
type scored struct {
	row     int64
	score   float64
	keyword float64 // 0..1 within the list of hits by words
	meaning float64 // 0..1 within the list of hits by meaning
	cosine  float64 // 0 when the passage is not in that list
}

// fuse ranks the union of both lists, best first. A list that is empty, because its search failed, leaves the other as it is.
func fuse(keyword, meaning []store.Hit, how Fusion) []scored {
	byRow := map[int64]*scored{}
	of := func(row int64) *scored {
		s := byRow[row]
		if s == nil {
			s = &scored{row: row}
			byRow[row] = s
		}
		return s
	}
	for i, v := range minmax(keyword) {
		s := of(keyword[i].Passage)
		s.keyword = max(s.keyword, v)
		if how == RRF {
			s.score += 1 / float64(rrfConstant+i+1)
		}
	}
	for i, v := range minmax(meaning) {
		s := of(meaning[i].Passage)
		s.meaning, s.cosine = max(s.meaning, v), max(s.cosine, meaning[i].Score)
		if how == RRF {
			s.score += 1 / float64(rrfConstant+i+1)
		}
	}
	out := make([]scored, 0, len(byRow))
	for _, s := range byRow {
		if how == Mix {
			switch {
			case len(meaning) == 0:
				s.score = s.keyword
			case len(keyword) == 0:
				s.score = s.meaning
			default:
				s.score = keywordShare*s.keyword + (1-keywordShare)*s.meaning
			}
		}
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row))
	})
	return out
}

// minmax brings the scores of a list to 0..1. A list in which all are equal gets 1 throughout.
func minmax(hits []store.Hit) []float64 {
	out := make([]float64, len(hits))
	for i, h := range hits {
		out[i] = h.Score
	}
	if spread := spread(out); spread != nil {
		return spread
	}
	for i := range out {
		out[i] = 1
	}
	return out
}

// spread brings scores to 0..1; nil when all are equal.
func spread(scores []float64) []float64 {
	if len(scores) == 0 {
		return nil
	}
	low, high := slices.Min(scores), slices.Max(scores)
	if low == high {
		return nil
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = (s - low) / (high - low)
	}
	return out
}
