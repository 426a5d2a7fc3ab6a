package ask

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/store"
)

const (
	fully     = 0.6  // share of a sentence's content words in its passage from which it is supported; rephrasing costs the rest
	partially = 0.35 // below, it is not
	assigned  = 0.6  // from which a sentence without a citation gets one in code
	backed    = 0.33 // share of an answer's content words that must stand in sentences with support: chance makes one true among many
)

// A cited is a passage that a model was given under one number, with the neighbours that stood beside it.
type cited struct {
	texts []*quotable // the passage, then its neighbours
	found []Result
	bag   map[string]bool // every word of them, with title and headings
	lang  string
}

func newCited(s source) *cited {
	c := &cited{bag: map[string]bool{}, lang: s.Document.Lang}
	add := func(r Result) {
		q := newQuotable(r.Passage.Text, r.Document.Lang)
		c.texts, c.found = append(c.texts, q), append(c.found, r)
		for _, ws := range append(q.words, wordsOf(r.Document.Title+"\n"+r.Passage.Heading, r.Document.Lang)) {
			for _, w := range ws {
				c.bag[w.stem] = true
			}
		}
	}
	add(s.Result)
	for _, n := range append(slices.Clone(s.before), s.after...) {
		add(Result{Found: n, Rank: s.Rank, Score: s.Score})
	}
	return c
}

// check turns what a model wrote into an answer in which every citation is real and every sentence is weighed. The model's
// tags are taken where they hold; a sentence without one, or whose passage says nothing of the kind, gets the passage that
// supports it best, if one does. answered is false when too little of it has any support.
//
// crossing, when not nil, weighs a sentence in another language than the passage's, where words cannot be compared.
func check(written string, sources []source, lang string, crossing weigher) (text string, sentences []Sentence, citations []Citation, answered bool) {
	var all []*cited
	var texts []*quotable
	for _, s := range sources {
		c := newCited(s)
		all = append(all, c)
		texts = append(texts, c.texts...)
	}
	rare := rarityOf(texts)
	nums := numbering{passages: len(sources)}
	uses := map[int][]map[string]float64{} // what the sentences that cite a source say
	var out strings.Builder
	count, held := 0, 0 // content words, and those in sentences with support
	for _, part := range claims(written) {
		words := wordsOf(spoken(part.text), lang)
		want := rare.weights(words)
		refs := slices.DeleteFunc(part.refs, func(n int) bool { return n < 1 || n > len(all) })
		support, share := No, 0.0
		if len(refs) > 0 {
			support, share = supportBy(words, want, pick(all, refs))
			if support != Supported && crossing != nil && abroad(lang, pick(all, refs)) {
				support = crossing(part.text, words, pick(all, refs))
			}
		}
		if support != Supported && len(want) > 1 {
			if n, s, sh := bestSource(words, want, all); s == Supported && sh >= assigned && sh > share {
				support = s
				if len(refs) == 0 || share < partially {
					refs = []int{n}
				} else if !slices.Contains(refs, n) {
					refs = append(refs, n)
				}
			}
		}
		s := Sentence{Text: shield(part.text), Support: support}
		out.WriteString(gap(part.lead) + s.Text)
		for _, r := range refs {
			n := nums.of(r)
			if !slices.Contains(s.Citations, n) {
				if len(s.Citations) == 0 {
					out.WriteByte(' ')
				}
				s.Citations = append(s.Citations, n)
				out.WriteString("[" + strconv.Itoa(n) + "]")
			}
			uses[r] = append(uses[r], want)
		}
		out.WriteString(part.tail)
		s.DescribedBy = describedBy(refs, all)
		if hasWord(part.text) {
			sentences = append(sentences, s)
			n := contentWords(words)
			count += n
			if support != No && len(s.Citations) > 0 {
				held += n
			}
		}
	}
	for i, r := range nums.order {
		citations = append(citations, all[r-1].quote(i+1, uses[r]))
	}
	return strings.TrimSpace(out.String()), sentences, citations, held > 0 && float64(held) >= backed*float64(count)
}

// gap is what stands between two sentences: a tag that was taken out leaves two blanks.
func gap(lead string) string {
	if len(lead) > 1 && strings.Trim(lead, " ") == "" {
		return " "
	}
	return lead
}

// A weigher says how far passages support a sentence.
type weigher func(sentence string, words []word, by []*cited) Support

// abroad says whether all of the passages are in another language than the answer.
func abroad(lang string, by []*cited) bool {
	return lang != "" && !slices.ContainsFunc(by, func(c *cited) bool { return c.lang == "" || c.lang == lang })
}

// describedBy is the model that described what all of the passages show; "" where one of them is the document's own words.
func describedBy(refs []int, all []*cited) string {
	by := ""
	for _, c := range pick(all, refs) {
		for _, f := range c.found {
			if by = f.Passage.DescribedBy; by == "" {
				return ""
			}
		}
	}
	return by
}

func pick(all []*cited, refs []int) []*cited {
	var out []*cited
	for _, r := range refs {
		out = append(out, all[r-1])
	}
	return out
}

// supportBy weighs a sentence against the passages it cites together.
func supportBy(words []word, want map[string]float64, by []*cited) (Support, float64) {
	total, covered := 0.0, 0.0
	for stem, w := range want {
		total += w
		if slices.ContainsFunc(by, func(c *cited) bool { return c.bag[stem] }) {
			covered += w
		}
	}
	if total == 0 {
		return Partly, 0
	}
	share := covered / total
	// A number or a name that the passage does not have is the usual way in which a fluent sentence is wrong.
	for _, w := range words {
		if (w.number || w.name) && !slices.ContainsFunc(by, func(c *cited) bool { return c.bag[w.stem] }) {
			if share < fully || w.number {
				return No, share
			}
			return Partly, share
		}
	}
	switch {
	case share >= fully:
		return Supported, share
	case share >= partially:
		return Partly, share
	}
	return No, share
}

// bestSource returns the number of the source that supports a sentence best.
func bestSource(words []word, want map[string]float64, all []*cited) (n int, s Support, share float64) {
	s = No
	for i, c := range all {
		if sup, sh := supportBy(words, want, []*cited{c}); sh > share {
			n, s, share = i+1, sup, sh
		}
	}
	return n, s, share
}

// quote makes the citation of a source: the stretch that holds the most of what the sentences that cite it say, in the passage
// itself unless a neighbour holds clearly more.
func (c *cited) quote(n int, uses []map[string]float64) Citation {
	want := map[string]float64{}
	for _, u := range uses {
		for stem, w := range u {
			want[stem] += w
		}
	}
	at, best := 0, stretch{}
	for i, t := range c.texts {
		s, ok := t.best(want)
		if ok && (i == 0 || s.score > best.score+0.15) {
			at, best = i, s
		}
	}
	return citation(n, c.found[at], best.Span)
}

func citation(n int, r Result, at store.Span) Citation {
	return Citation{N: n, Result: r, Quote: r.Passage.Text[at.From:at.To], At: []store.Span{at}}
}

// A claim is a sentence of an answer with the tags that belong to it.
type claim struct {
	lead, text, tail string // blanks and signs around the sentence are kept for the answer's look
	refs             []int
}

// blockMark is what makes a line of Markdown a heading, a quotation or an item of a list. It claims nothing: the number of an
// item would be looked for in the passages, and marked as if it were wrong.
var blockMark = regexp.MustCompile(`^(?:(?:>|#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+)+`)

// claims cuts an answer into sentences. Tags may stand before or after the full stop; either way they belong to the sentence
// that they follow.
func claims(written string) []claim {
	var plain strings.Builder
	type ref struct {
		at   int // in plain
		refs []int
	}
	var refs []ref
	for _, p := range pieces(written) {
		if p.refs != nil {
			refs = append(refs, ref{plain.Len(), p.refs})
			continue
		}
		if len(refs) > 0 && refs[len(refs)-1].at == plain.Len() && startsSentenceEnd(p.text) {
			s := strings.TrimRight(plain.String(), " ")
			plain.Reset()
			plain.WriteString(s)
			refs[len(refs)-1].at = len(s)
		}
		plain.WriteString(p.text)
	}
	text := plain.String()
	var out []claim
	at := 0
	for _, line := range linesOf(text) {
		line.From += len(blockMark.FindString(text[line.From:line.To]))
		for _, s := range sentencesOf(text, line) {
			out = append(out, claim{lead: text[at:s.From], text: text[s.From:s.To]})
			at = s.To
		}
	}
	if len(out) == 0 {
		return nil
	}
	out[len(out)-1].tail = text[at:]
	// A tag belongs to the last sentence that starts before it.
	starts := make([]int, len(out))
	for i, end := 0, 0; i < len(out); i++ {
		starts[i] = end + len(out[i].lead)
		end = starts[i] + len(out[i].text)
	}
	for _, r := range refs {
		i := len(out) - 1
		for i > 0 && starts[i] >= r.at {
			i--
		}
		out[i].refs = append(out[i].refs, r.refs...)
	}
	return out
}
