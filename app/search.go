package app

import (
	"context"
	"errors"
	"time"

	"ibid/app/ask"
	"ibid/store"
)

// SearchRequest is what to look for, and where.
type SearchRequest struct {
	Question string     `json:"question"`
	Previous string     `json:"previous,omitempty"` // the question asked just before in the same conversation
	Limit    int        `json:"limit,omitempty"`    // results; 0 = 10
	Filter   ask.Filter `json:"filter"`
}

// SearchResult is what was found, in the words of the command line's contract.
type SearchResult struct {
	Query      string         `json:"query"`
	Standalone string         `json:"standalone"`
	Enough     bool           `json:"enough"`
	Confidence float64        `json:"confidence"`
	TookMS     float64        `json:"took_ms"`
	Stages     StageTimes     `json:"stages"`
	Searched   Searched       `json:"searched"`
	Results    []RankedPlace  `json:"results"`
	Notices    []AnswerNotice `json:"notices,omitempty"`
}

// StageTimes is where the time of a search went, in milliseconds. Words and meaning are searched at the same time.
type StageTimes struct {
	Embed   float64 `json:"embed"`
	Keyword float64 `json:"keyword"`
	Vector  float64 `json:"vector"`
	Fuse    float64 `json:"fuse"`
	Rerank  float64 `json:"rerank"`
}

// Searched says how much was looked through.
type Searched struct {
	Documents  int `json:"documents"`
	Passages   int `json:"passages"`
	NotIndexed int `json:"not_indexed"`
}

// RankedPlace is a place with its rank, best first, and the stretches of its text to light up, in code points.
type RankedPlace struct {
	Rank  int     `json:"rank"`
	Score float64 `json:"score"`
	Place
	Spans [][2]int `json:"spans"`
}

// Search finds passages; no answer is written.
func (a *App) Search(r SearchRequest) (SearchResult, error) { return a.SearchContext(a.ctx, r) }

// SearchContext is Search for callers that can be cancelled.
func (a *App) SearchContext(ctx context.Context, r SearchRequest) (SearchResult, error) {
	question, err := checkQuestion(r.Question)
	if err == nil {
		err = a.checkMaterial(ctx, r.Filter)
	}
	if err != nil {
		return SearchResult{}, a.fail(err)
	}
	found, err := a.engine.Search(ctx, ask.Query{Question: question, Previous: r.Previous, Filter: r.Filter, Limit: r.Limit})
	if err != nil {
		return SearchResult{}, a.fail(err)
	}
	out := SearchResult{
		Query: question, Standalone: found.Standalone, Enough: found.Enough, Confidence: found.Confidence,
		TookMS: milliseconds(found.Took),
		Stages: StageTimes{
			Embed: milliseconds(found.Stages.Embed), Keyword: milliseconds(found.Stages.Keyword),
			Vector: milliseconds(found.Stages.Vector), Fuse: milliseconds(found.Stages.Fuse), Rerank: milliseconds(found.Stages.Rerank),
		},
		Searched: Searched(found.Searched),
		Results:  rankedPlaces(found.Results),
	}
	if found.Degraded != nil {
		a.log.Warn("search", "error", found.Degraded)
		code := ask.NoticeNoVector
		if found.WordsOff {
			code = ask.NoticeNoWords
		}
		out.Notices = append(out.Notices, noticeOf(ask.Notice{Code: code}))
	}
	return out, nil
}

func rankedPlaces(results []ask.Result) []RankedPlace {
	out := make([]RankedPlace, 0, len(results))
	for _, r := range results {
		out = append(out, RankedPlace{Rank: r.Rank, Score: r.Score, Place: placeOf(r.Found, r.Also), Spans: runeSpans(r.Passage.Text, r.Spans)})
	}
	return out
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Shown is a passage with what stands before and after it.
type Shown struct {
	Place
	Before []Place `json:"before"`
	After  []Place `json:"after"`
}

// Show returns a passage by its id or by its ibid: address.
func (a *App) Show(passage string) (Shown, error) {
	f, err := a.passage(passage)
	if err != nil {
		return Shown{}, a.fail(err)
	}
	around, err := a.store.Around(a.ctx, f.Passage.RowID, 1, 1)
	if err != nil {
		return Shown{}, a.fail(err)
	}
	also, err := a.store.Alike(a.ctx, f.Passage.RowID, nil, alsoShown)
	if err != nil {
		return Shown{}, a.fail(err)
	}
	out := Shown{Place: placeOf(f, also), Before: []Place{}, After: []Place{}}
	for _, n := range around {
		switch {
		case n.Passage.Ordinal < f.Passage.Ordinal:
			out.Before = append(out.Before, placeOf(n, nil))
		case n.Passage.Ordinal > f.Passage.Ordinal:
			out.After = append(out.After, placeOf(n, nil))
		}
	}
	return out, nil
}

// alsoShown bounds the other places that are shown of a passage.
const alsoShown = 20

// passage finds a passage by its id or by an ibid: address.
func (a *App) passage(idOrURL string) (f store.Found, err error) {
	defer func() {
		if errors.Is(err, store.ErrNotFound) {
			err = problem("no_passage", "")
		}
	}()
	target, isLink, err := parseLink(idOrURL)
	if err != nil {
		return store.Found{}, err
	}
	if !isLink {
		return a.store.PassageByID(a.ctx, idOrURL)
	}
	_, d, err := a.document(target.module, target.doc)
	if err != nil {
		return store.Found{}, err
	}
	passages, err := a.store.PassagesOf(a.ctx, d.RowID)
	if err != nil {
		return store.Found{}, err
	}
	p, ok := target.find(passages)
	if !ok {
		return store.Found{}, store.ErrNotFound
	}
	return a.store.PassageByID(a.ctx, p.ID)
}
