package ask

import (
	"context"
	"io/fs"
	"sync"
	"time"

	"ibid/store"
)

// Engine searches and answers. It is safe for use by several goroutines once its fields are set.
type Engine struct {
	Store    *store.Store
	Embedder Embedder // nil: words only
	// Choose returns the generators to try for a model setting, the best first; none leaves the answer to the extractive
	// writer. It is not asked for Local. nil: none.
	Choose  func(ctx context.Context, model string) ([]Generator, error)
	Prompts fs.FS          // the student's own templates; nil: none
	Options func() Options // as the settings are now; nil: the defaults

	mu     sync.Mutex
	ratios map[string]float64 // by generator: tokens that it counted for one that was estimated
}

// Options are what the student can set. The zero value of a field is its default.
type Options struct {
	Passages   int                // that a writer gets at most; 6
	Neighbours map[store.Kind]int // on each side; nil: one in transcripts
	Prompt     string             // name of a template; DefaultPrompt
	Tokens     int                // of a prompt at most, also where the model could take more; 3000
}

const (
	defaultPassages = 6
	// A laptop reads 100 to 150 tokens of a prompt in a second: this is what a student waits for before the first word.
	defaultTokens = 3000
	answerTokens  = 600 // room for the answer
	defaultLimit  = 10
	closestPlaces = 3 // shown with a refusal
)

func (e *Engine) options() Options {
	var o Options
	if e.Options != nil {
		o = e.Options()
	}
	if o.Passages <= 0 {
		o.Passages = defaultPassages
	}
	if o.Neighbours == nil {
		o.Neighbours = defaultNeighbours
	}
	if o.Prompt == "" {
		o.Prompt = DefaultPrompt
	}
	if o.Tokens <= 0 {
		o.Tokens = defaultTokens
	}
	return o
}

// Search ranks the passages for a question. A module of the filter that does not exist is store.ErrNotFound.
func (e *Engine) Search(ctx context.Context, q Query) (Found, error) {
	found, _, err := e.search(ctx, q)
	return found, err
}

func (e *Engine) search(ctx context.Context, q Query) (Found, *question, error) {
	start := time.Now()
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	sc, err := q.Filter.resolve(ctx, e.Store)
	if err != nil {
		return Found{}, nil, err
	}
	out := Found{Standalone: standalone(q.Question, q.Previous), Searched: sc.counted}
	quest, ranked, err := e.retrieve(ctx, sc, q, &out)
	if err != nil {
		return Found{}, nil, err
	}
	if !asksNothing(out.Standalone) {
		out.Confidence, out.Enough = quest.enough(ranked)
	}
	for i := range ranked[:min(len(ranked), q.Limit)] {
		r := ranked[i].Result
		r.Rank = i + 1
		r.Spans = quest.spans(r.Passage.Text, r.Document.Lang)
		out.Results = append(out.Results, r)
	}
	if err := e.also(ctx, sc, out.Results); err != nil {
		return Found{}, nil, err
	}
	out.Took = time.Since(start)
	return out, quest, nil
}

// ratio is how the estimate of tokens compares with what a generator has counted so far.
func (e *Engine) ratio(name string) float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if r, ok := e.ratios[name]; ok {
		return r
	}
	return 1
}

// learn takes a generator's own count of a prompt into account from now on.
func (e *Engine) learn(name string, estimated, counted int) {
	if estimated < 50 || counted <= 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ratios == nil {
		e.ratios = map[string]float64{}
	}
	e.ratios[name] = min(2, max(0.5, float64(counted)/float64(estimated)))
}
