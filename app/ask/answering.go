package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/template"
	"time"

	"ibid/store"
)

// Ask answers a question. on gets the events in order, from the calling goroutine; its error ends the answer and is returned.
// A question that is cancelled while a model writes gives the answer as far as it had come, with Stopped set, and no error.
func (e *Engine) Ask(ctx context.Context, r Request, on func(Event) error) (Answer, error) {
	if on == nil {
		on = func(Event) error { return nil }
	}
	a := &asking{Engine: e, request: r, options: e.options(), on: on, start: time.Now()}
	if err := a.run(ctx); err != nil {
		return Answer{}, err
	}
	a.answer.Took = time.Since(a.start)
	if err := on(Event{Done: &a.answer}); err != nil {
		return Answer{}, err
	}
	return a.answer, nil
}

// asking is one question on its way to an answer.
type asking struct {
	*Engine
	request  Request
	options  Options
	on       func(Event) error
	start    time.Time
	question *question
	found    Found
	sources  []source
	answer   Answer
	// template is that of the prompt once a writer has needed it: what is wrong with the student's own is said once.
	template *template.Template
}

func (a *asking) run(ctx context.Context) error {
	if a.request.Limit > 0 {
		a.options.Passages = a.request.Limit
	}
	if q := standalone(a.request.Question, a.request.Previous); asksNothing(q) {
		a.answer = Answer{
			Question: a.request.Question, Standalone: q, Model: Local, Mode: Extractive,
			Refusal: &Refusal{Reason: emptyIn(guessLanguage(q))},
		}
		return nil
	}
	limit := max(defaultLimit, a.options.Passages)
	found, q, err := a.search(ctx, Query{
		Question: a.request.Question, Previous: a.request.Previous, Filter: a.request.Filter, Limit: limit,
	})
	if err != nil {
		return err
	}
	a.found, a.question = found, q
	a.answer = Answer{
		Question: a.request.Question, Standalone: found.Standalone, Confidence: found.Confidence, Stages: found.Stages,
		Model: Local, Mode: Extractive,
	}
	if found.Degraded != nil {
		code := NoticeNoVector
		if found.WordsOff {
			code = NoticeNoWords
		}
		if err := a.notice(Notice{Code: code, Err: found.Degraded}); err != nil {
			return err
		}
	}
	if !found.Enough {
		return a.refuse(ctx)
	}
	if n := found.Searched.NotIndexed; n > 0 { // a refusal names them
		if err := a.notice(Notice{Code: NoticeNotAll, Count: n}); err != nil {
			return err
		}
	}
	top := worthReading(found.Results[:min(len(found.Results), a.options.Passages)])
	if a.sources, err = a.withNeighbours(ctx, top, a.options.Neighbours); err != nil {
		return err
	}
	done, err := a.generated(ctx)
	if err != nil || done {
		return err
	}
	return a.quoted(ctx)
}

// worthReading leaves out what is far behind the best: a model would only take longer.
func worthReading(results []Result) []Result {
	const behind = 0.4
	for i, r := range results {
		if i > 1 && r.Score < behind*results[0].Score {
			return results[:i]
		}
	}
	return results
}

// generated tries the generators one after the other. done is false when none of them has written anything.
func (a *asking) generated(ctx context.Context) (done bool, err error) {
	if a.request.Model == Local || a.Choose == nil {
		return false, nil
	}
	model := a.request.Model
	if model == "" {
		model = "auto"
	}
	// Looking for a model takes time where its server hangs: the student reads meanwhile.
	if err := a.emitSources(a.sources); err != nil {
		return false, err
	}
	generators, err := a.Choose(ctx, model)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil { // the writer that was asked for cannot be had: the one that is always there answers, and says so
		if model == "auto" {
			model = "Ollama" // the first that auto looks for
		}
		return false, a.notice(Notice{Code: NoticeFallback, Model: model, Err: err})
	}
	for _, g := range generators {
		done, err := a.write(ctx, g)
		if done || err != nil && (ctx.Err() != nil || errors.Is(err, errListener)) {
			return done, err
		}
		if err := a.notice(Notice{Code: NoticeFallback, Model: g.Name(), Err: err}); err != nil {
			return false, err
		}
	}
	return false, nil
}

// quoted is the answer without a model.
func (a *asking) quoted(ctx context.Context) error {
	if err := a.emitSources(a.sources); err != nil {
		return err
	}
	text, sentences, citations := a.extract(ctx, a.question, a.sources)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(citations) == 0 {
		return a.refuse(ctx)
	}
	a.answer.Mode, a.answer.Model = Extractive, Local
	a.answer.Answered, a.answer.Text, a.answer.Sentences, a.answer.Citations = true, text, sentences, citations
	return a.text(text)
}

// refuse says that the material does not answer: with what came nearest, what is not searchable yet, and where else it may be.
func (a *asking) refuse(ctx context.Context) error {
	refusal := &Refusal{Reason: refusalIn(a.question.lang)}
	refusal.Closest = slices.Clone(a.found.Results[:min(len(a.found.Results), closestPlaces)])
	sc, err := a.request.Filter.resolve(ctx, a.Store)
	if err != nil {
		return err
	}
	for _, m := range sc.modules {
		docs, err := a.Store.Documents(ctx, m.RowID)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if waits(d) && a.request.Filter.passes(d) {
				refusal.NotIndexed = append(refusal.NotIndexed, d.Path)
			}
		}
	}
	if refusal.OtherModules, err = a.elsewhere(ctx, sc); err != nil {
		return err
	}
	a.answer.Answered, a.answer.Refusal = false, refusal
	a.answer.Text, a.answer.Sentences, a.answer.Citations = "", nil, nil
	return nil
}

// elsewhere names the modules outside the scope that seem to answer. Nothing of what they say is shown.
func (a *asking) elsewhere(ctx context.Context, sc scope) ([]string, error) {
	all, err := a.Store.Modules(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range all {
		if m.RemoveAt != 0 || slices.Contains(sc.rows, m.RowID) {
			continue
		}
		found, _, err := a.search(ctx, Query{
			Question: a.request.Question, Previous: a.request.Previous, Filter: Filter{Modules: []string{m.ID}}, Limit: 1,
		})
		if errors.Is(err, store.ErrNotFound) {
			continue // removed in the meantime
		}
		if err != nil {
			return nil, err
		}
		if found.Enough {
			names = append(names, m.Name)
		}
	}
	return names, nil
}

// errListener marks an error of the caller's own.
var errListener = errors.New("the listener stopped the answer")

func (a *asking) emit(ev Event) error {
	if err := a.on(ev); err != nil {
		return fmt.Errorf("%w: %w", errListener, err)
	}
	return nil
}

func (a *asking) notice(n Notice) error {
	a.answer.Notices = append(a.answer.Notices, n)
	return a.emit(Event{Notice: &n})
}

func (a *asking) text(s string) error {
	if s == "" {
		return nil
	}
	if a.answer.FirstToken == 0 {
		a.answer.FirstToken = time.Since(a.start)
	}
	return a.emit(Event{Text: s})
}

func (a *asking) emitSources(sources []source) error {
	results := make([]Result, len(sources))
	for i, s := range sources {
		results[i] = s.Result
	}
	return a.emit(Event{Sources: results})
}
