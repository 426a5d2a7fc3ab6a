package ask

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"ibid/store/alike"
)

const (
	excerptPassages = 6  // passages from which sentences are taken
	excerptsMost    = 3  // excerpts of an answer
	semanticUnits   = 48 // units whose meaning is compared at most: each costs a few milliseconds
	// Of the best score, what a further excerpt needs that brings no word of the question. On the gold courses .8 cites less often
	// the right place (.75 to .79 of the questions) and not more precisely.
	further = 0.65
)

// excerpt is a stretch of a passage that was chosen for an answer.
type excerpt struct {
	rank  int // of its source, from 0
	text  *quotable
	at    stretch
	words map[string]bool // of the question that it holds

	states bool // it says something, not only what something is about
}

// extract writes an answer without a model: the stretches that answer best, quoted as they stand, in reading order.
func (e *Engine) extract(ctx context.Context, q *question, sources []source) (string, []Sentence, []Citation) {
	candidates := sources[:min(len(sources), excerptPassages)]
	var texts, foreign []*quotable
	for _, s := range candidates {
		t := newQuotable(s.Passage.Text, s.Document.Lang)
		texts = append(texts, t)
		if s.Document.Lang != "" && q.lang != "" && s.Document.Lang != q.lang {
			foreign = append(foreign, t)
		}
	}
	meaning := e.unitMeaning(ctx, q, foreign)
	var best []excerpt
	for i, t := range texts {
		if x, ok := q.bestExcerpt(t, candidates[i].Result, meaning[t]); ok {
			x.rank = i
			x.at.score *= 1 - rankCost*float64(i)
			if candidates[i].Passage.DescribedBy != "" {
				x.at.score *= describedShare
			}
			best = append(best, x)
		}
	}
	chosen := choose(best, q)
	slices.SortStableFunc(chosen, func(a, b excerpt) int {
		da, db := candidates[a.rank], candidates[b.rank]
		if da.Document.RowID == db.Document.RowID {
			return da.Passage.Ordinal - db.Passage.Ordinal
		}
		return cmp.Compare(a.rank, b.rank)
	})
	return render(chosen, candidates)
}

// describedShare is what a model's words about a picture count for: those of the document come first where both answer.
const describedShare = 0.8

const rankCost = 0.12 // for each rank: the ranking knows more than the words of one sentence

// bestExcerpt chooses the stretch of a passage that answers best by the words of the question that it holds, by what it means,
// and by how much it says.
func (q *question) bestExcerpt(t *quotable, r Result, meaning []float64) (excerpt, bool) {
	var best excerpt
	found := false
	around := map[string]bool{}
	for _, w := range wordsOf(r.Document.Title+" "+r.Passage.Heading, r.Document.Lang) {
		around[w.stem] = true
	}
	t.stretches(func(s stretch) {
		if s.words < quoteLeast || t.isTableHead(s.to) { // whose rows are right below
			return
		}
		has := map[string]bool{}
		sense := 0.0
		for _, u := range t.above(s) {
			for _, w := range t.words[u] {
				has[w.stem] = true
			}
		}
		for u := s.from; u <= s.to; u++ {
			for _, w := range t.words[u] {
				has[w.stem] = true
			}
			if meaning != nil {
				sense = max(sense, meaning[u])
			}
		}
		inside := map[string]bool{}
		covered := 0.0
		for _, k := range q.terms {
			switch {
			case q.holds(has, k):
				covered += k.weight
				inside[k.stem] = true
			case around[k.stem]:
				covered += k.weight / 3 // the heading says it for the sentences below
			}
		}
		if q.weight > 0 {
			covered /= q.weight
		}
		s.score = covered + senseShare*sense + lengthBonus(s.words)
		states, cost := t.manner(s)
		s.score -= cost
		if q.wantsNumber && strings.ContainsAny(t.text[s.From:s.To], "0123456789") {
			s.score += 0.08
		}
		if !found || s.score > best.at.score {
			best, found = excerpt{text: t, at: s, words: inside, states: states}, true
		}
	})
	return best, found
}

const (
	senseShare = 0.6
	// What a stretch loses that says nothing but what it is about, and one that is all links.
	headingsCost = 0.2
	linksCost    = 0.4
)

// lengthBonus prefers what says something to a fragment, and a quote to a page.
func lengthBonus(words int) float64 {
	switch {
	case words < 6:
		return -0.15
	case words <= 60:
		return 0.06 * float64(words) / 60
	}
	return 0.06 - 0.002*float64(words-60)
}

// choose takes the best excerpt and further ones that are nearly as good or bring words of the question that are missing.
func choose(all []excerpt, q *question) []excerpt {
	slices.SortStableFunc(all, func(a, b excerpt) int { return cmp.Compare(b.at.score, a.at.score) })
	var out []excerpt
	have := map[string]bool{}
	var prints []alike.Print
	for _, x := range all {
		if len(out) == excerptsMost {
			break
		}
		print := alike.PrintOf(x.text.text[x.at.From:x.at.To])
		if slices.ContainsFunc(prints, func(p alike.Print) bool { return p.Same(print) || p.Near(print, math.NaN()) }) {
			continue // the slides say what the script says
		}
		brings := 0.0
		for _, k := range q.terms {
			if x.words[k.stem] && !have[k.stem] {
				brings += k.weight
			}
		}
		if len(out) > 0 && (!x.states || x.at.score < further*out[0].at.score) && (q.weight == 0 || brings < 0.2*q.weight) {
			continue
		}
		out, prints = append(out, x), append(prints, print)
		for w := range x.words {
			have[w] = true
		}
	}
	return out
}

// render writes excerpts as an answer, each with its citation.
func render(chosen []excerpt, sources []source) (string, []Sentence, []Citation) {
	var text strings.Builder
	var sentences []Sentence
	var citations []Citation
	for i, x := range chosen {
		r := sources[x.rank].Result
		c := citation(i+1, r, x.at.Span)
		citations = append(citations, c)
		said := shield(c.Quote)
		if head := tableHead(x.text, x.at); head != "" {
			said = shield(head) + "\n" + said
		}
		if i > 0 {
			text.WriteString("\n\n")
		}
		if by := r.Passage.DescribedBy; by != "" {
			text.WriteString("Described by " + shield(by) + ": ")
		}
		text.WriteString("“" + said + "” [" + strconv.Itoa(i+1) + "]")
		for u := x.at.from; u <= x.at.to; u++ {
			unit := x.text.units[u]
			unit.To = min(unit.To, x.at.To)
			sentences = append(sentences, Sentence{Text: shield(x.text.text[unit.From:unit.To]), Citations: []int{i + 1}, Support: Supported, DescribedBy: r.Passage.DescribedBy})
		}
	}
	return text.String(), sentences, citations
}

// tableHead returns the first row of the table that an excerpt was taken from, when it is not part of it.
func tableHead(t *quotable, s stretch) string {
	head := t.tableOf(s.from)
	if head < 0 || head == s.from {
		return ""
	}
	return t.text[t.units[head].From:t.units[head].To]
}
