package ask

import (
	"math"

	"ibid/store"
)

const (
	quoteUnits = 3  // sentences, rows or lines of a quote at most
	quoteWords = 90 // of a quote at most
	quoteLeast = 3  // words that say anything
)

// A stretch is one to three units of a passage that stand together.
type stretch struct {
	store.Span
	from, to int // units
	words    int
	score    float64
}

// A text that quotes are taken from, cut into units once.
type quotable struct {
	text  string
	units []store.Span
	words [][]word // of each unit
	count []int    // words of each unit, as a reader counts
}

func newQuotable(text, lang string) *quotable {
	q := &quotable{text: text, units: unitsOf(text)}
	for _, u := range q.units {
		q.words = append(q.words, wordsOf(text[u.From:u.To], lang))
		q.count = append(q.count, countWords(text[u.From:u.To]))
	}
	return q
}

// stretches calls yield with every stretch that is short enough for a quote. A unit that is too long alone is cut to its
// beginning.
func (q *quotable) stretches(yield func(stretch)) {
	for i := range q.units {
		words := 0
		for j := i; j < len(q.units) && j < i+quoteUnits; j++ {
			words += q.count[j]
			if j > i && words > quoteWords {
				break
			}
			s := stretch{Span: store.Span{From: q.units[i].From, To: q.units[j].To}, from: i, to: j, words: words}
			if words > quoteWords {
				s.To = cutAfter(q.text, s.Span, quoteWords)
				s.words = quoteWords
			}
			yield(s)
		}
	}
}

// cutAfter returns where the given number of words ends.
func cutAfter(text string, s store.Span, words int) int {
	for i, r := range text[s.From:s.To] {
		if (r == ' ' || r == '\n' || r == '，' || r == '、') && countWords(text[s.From:s.From+i]) >= words {
			return s.From + i
		}
	}
	end := s.From
	for i := range text[s.From:s.To] { // no blanks at all: as many characters as those words would have
		if i > words*6 {
			break
		}
		end = s.From + i
	}
	if end == s.From {
		return s.To
	}
	return end
}

// best returns the stretch that holds the most of what is wanted, the shortest of equals. ok is false for a text without units.
func (q *quotable) best(want map[string]float64) (best stretch, ok bool) {
	total := 0.0
	for _, w := range want {
		total += w
	}
	q.stretches(func(s stretch) {
		seen := map[string]bool{}
		for u := s.from; u <= s.to; u++ {
			for _, w := range q.words[u] {
				if !seen[w.stem] {
					seen[w.stem] = true
					s.score += want[w.stem]
				}
			}
		}
		if total > 0 {
			s.score /= total
		}
		s.score -= 0.03 * float64(s.to-s.from) // a further unit must bring something
		if s.words < quoteLeast {
			s.score -= 1
		}
		if !ok || s.score > best.score {
			best, ok = s, true
		}
	})
	return best, ok
}

// rarity weighs words by how few of the units hold them.
type rarity struct {
	units int
	in    map[string]int
}

func rarityOf(texts []*quotable) rarity {
	r := rarity{in: map[string]int{}}
	for _, t := range texts {
		for _, ws := range t.words {
			r.units++
			seen := map[string]bool{}
			for _, w := range ws {
				if !seen[w.stem] {
					seen[w.stem] = true
					r.in[w.stem]++
				}
			}
		}
	}
	return r
}

func (r rarity) of(stem string) float64 {
	return math.Log(1 + float64(r.units+1)/float64(r.in[stem]+1))
}

// weights are the content words of a text with their rarity.
func (r rarity) weights(words []word) map[string]float64 {
	out := map[string]float64{}
	for _, w := range words {
		if !w.stop {
			out[w.stem] = r.of(w.stem)
		}
	}
	return out
}
