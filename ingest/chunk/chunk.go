// Package chunk cuts the text of a document into passages: what is indexed, retrieved and cited.
//
// A passage is a span of one page. It follows the structure of the text (slide, section, paragraph, sentence, row, line of code,
// cue), is short enough for the embedder to read whole and long enough to make sense alone. The package is pure: the same text
// gives the same passages.
package chunk

import (
	"math"

	"ibid/ingest/extract"
	"ibid/store"
)

// Options say what a passage is embedded with, besides its own text.
type Options struct {
	Title string // of the document; it takes a share of the embedder's window
	Lang  string // ISO 639-1; its abbreviations end no sentence. "" = those of all languages
}

const (
	// maxWords and maxTokens bound a passage. The embedder reads 512 tokens, of which title and headings take some; what is longer
	// than a page of a book answers too many questions at once to be found for one. Of 102 questions about four courses BM25 alone had
	// the place among its first five for .873 with these (MRR .669, 244 tokens a passage); with 300 tokens .843 (.673) and with two
	// sentences of overlap .853 (.665), with 150 tokens .765 (.579), with 500 .873 (.674). Two sentences of overlap at this size gave
	// .873 (.677), which is one question and not worth quoting twice.
	maxWords  = 220
	maxTokens = 400
	// maxRunes is what a place may quote.
	maxRunes = 3000
	// windowTokens is what title, headings and text may take together: a margin for an estimate that is too low.
	windowTokens = 480
)

// Split cuts t into passages in reading order. DocumentID, RowID, ID and InputHash are left for the store.
func Split(t extract.Text, o Options) []store.Passage {
	title := measure(o.Title).tokens
	var out []store.Passage
	var path headings
	steps := stepsOf(t.Pages)
	for i := range t.Pages {
		page := &t.Pages[i]
		if steps[i] {
			continue
		}
		s := splitter{page: page, title: title, lang: o.Lang, path: &path}
		switch t.Unit {
		case store.UnitTime:
			s.transcript()
		case store.UnitHeading:
			s.sections()
		default:
			if t.Unit == store.UnitSlide || page.Width > page.Height {
				path.reset() // a slide does not go on with the headings of the one before
			}
			s.whole()
		}
		for _, p := range s.out {
			p.Ordinal = len(out)
			out = append(out, p)
		}
	}
	return out
}

// stepsOf says of each page whether it is a step to a later one, which has all of its text.
func stepsOf(pages []store.Page) []bool {
	steps := make([]bool, len(pages))
	for i, p := range pages {
		if p.First == 0 {
			continue
		}
		for j := i - 1; j >= 0 && pages[j].Number >= p.First; j-- {
			steps[j] = true
		}
	}
	return steps
}

// splitter cuts one page.
type splitter struct {
	page  *store.Page
	title int // tokens of the document's title
	lang  string
	path  *headings
	out   []store.Passage
}

// emit adds the passage that the pieces make.
func (s *splitter) emit(pieces []piece) {
	first, last := pieces[0], pieces[len(pieces)-1]
	span := store.Span{From: first.From, To: last.To}
	text := s.page.Text[span.From:span.To]
	p := store.Passage{Page: s.page.Number, First: s.page.First, Span: span, Heading: headingOf(pieces), Text: text, Tokens: measure(text).tokens, DescribedBy: first.by}
	if first.kind == store.Cue {
		p.Start, p.End = first.start, first.end
		for _, c := range pieces {
			p.End = max(p.End, c.end)
		}
		p.Start, p.End = milli(p.Start), milli(p.End)
	}
	s.out = append(s.out, p)
}

func milli(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// whole makes one passage of the page, or several if it is long. What a model said of its picture is in passages of its own.
func (s *splitter) whole() {
	pieces := s.pieces()
	for from, to := 0, 0; from < len(pieces); from = to {
		for to < len(pieces) && pieces[to].by == pieces[from].by {
			to++
		}
		s.pack(pieces[from:to])
	}
}

// sections cuts at every heading, except where what stands before it is too short to be worth a passage of its own.
func (s *splitter) sections() {
	pieces := s.pieces()
	from := 0
	for i := 1; i < len(pieces); i++ {
		if pieces[i].kind == store.Heading && pieces[i].first && s.closes(pieces[from:i], pieces[i]) {
			s.pack(pieces[from:i])
			from = i
		}
	}
	if from < len(pieces) {
		s.pack(pieces[from:])
	}
}

const (
	// shortSection may take its first sub-section in: the place still names the section that both belong to.
	shortSection = 40
	// tinySection has next to nothing but a heading; it joins whatever follows. With 50 tokens in its place as many places were found
	// (.873, MRR .674), but more of them under the heading of what stands before; with 4 words and half a shortSection .873 (.668).
	tinySection = 8
)

// closes reports whether a section ends before a heading.
func (s *splitter) closes(section []piece, next piece) bool {
	body, level := 0, 0
	for _, p := range section {
		if p.kind != store.Heading {
			body += p.words
		} else if level == 0 {
			level = p.level
		}
	}
	if body == 0 {
		// A heading right above another: they stay together unless the next belongs higher up.
		return level > 0 && next.level < level
	}
	if level > 0 && next.level > level {
		return body >= shortSection
	}
	return body >= tinySection
}
