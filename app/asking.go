package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ibid/app/ask"
	"ibid/store"
)

// AskRequest is a question that wants an answer.
type AskRequest struct {
	Question     string     `json:"question"`
	Previous     string     `json:"previous,omitempty"`     // the question just before; a conversation knows its own
	Conversation int64      `json:"conversation,omitempty"` // 0 = a new one
	Model        string     `json:"model,omitempty"`        // "auto", "local", "ollama:NAME", "openrouter:NAME"
	Limit        int        `json:"limit,omitempty"`        // passages that a writer gets at most; 0 = what the settings say
	Filter       ask.Filter `json:"filter"`
}

// AskStarted names an answer in the making.
type AskStarted struct {
	Ask          string `json:"ask"`
	Conversation int64  `json:"conversation"`
}

// MaxQuestion bounds a question, in characters: more is a text, not a question.
const MaxQuestion = 4000

// asking is the state of a message whose answer is in the making.
const asking = "asking"

// running is an answer in the making.
type running struct {
	cancel  context.CancelFunc
	unkept  bool          // its question could not be written anywhere
	sources []AskSource   // App.mu guards them
	done    chan struct{} // closed once there is the answer
	answer  Answer
}

// admit checks a question, whether the model that it names may be used and whether there is anything to look through, and puts it into the words of the engine.
func (a *App) admit(ctx context.Context, r AskRequest) (ask.Request, error) {
	question, err := checkQuestion(r.Question)
	if err == nil {
		err = a.permit(ctx, r.Model)
	}
	if err == nil {
		err = a.checkMaterial(ctx, r.Filter)
	}
	return ask.Request{Question: question, Previous: r.Previous, Filter: r.Filter, Model: a.modelFor(r.Model), Limit: r.Limit}, err
}

// Ask answers a question; on gets each step in order, and an error of on ends the answer.
func (a *App) Ask(ctx context.Context, r AskRequest, on func(ask.Event) error) (Answer, error) {
	request, err := a.admit(ctx, r)
	if err != nil {
		return Answer{}, a.fail(err)
	}
	defer a.viewer.question()()
	x, err := a.engine.Ask(ctx, request, on)
	if err != nil {
		return Answer{}, a.fail(err)
	}
	return answerOf(x), nil
}

// StartAsk begins an answer and returns at once; the steps come as events, and the whole with Answer. An answer that is
// still in the making is stopped: one model reads one prompt at a time, and the student waits for the newest.
func (a *App) StartAsk(r AskRequest) (AskStarted, error) {
	request, err := a.admit(a.ctx, r)
	if err != nil {
		return AskStarted{}, a.fail(err)
	}
	asked, err := a.appended(r.Conversation, &request)
	if err == nil {
		err = a.journal.put(asked)
	}
	unkept := unwritable(err)
	if err != nil && !unkept {
		return AskStarted{}, a.fail(err)
	}
	a.journal.kept() // it is in the list at once
	a.look(r.Filter.Modules)
	id := strconv.FormatInt(asked.Message.ID, 10)
	ctx, cancel := context.WithCancel(a.ctx)
	run := &running{cancel: cancel, unkept: unkept, done: make(chan struct{})}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.ctx.Err(); err != nil { // Stop waits already
		cancel()
		return AskStarted{}, a.fail(err)
	}
	for _, other := range a.asks {
		other.cancel()
	}
	a.asks[id] = run
	a.wg.Go(a.journal.writeLogged) // beside the answer, which does not wait for it
	a.wg.Go(func() {
		defer cancel()
		a.answer(ctx, id, asked.Message, request, run)
		a.journal.writeLogged()
	})
	return AskStarted{Ask: id, Conversation: asked.Message.ConversationID}, nil
}

// look has the module that a question is about read before the others.
func (a *App) look(modules []string) {
	if len(modules) != 1 {
		return
	}
	if m, err := a.store.Module(a.ctx, modules[0]); err == nil {
		a.ingester.Look(m.RowID)
	}
}

// appended is a question as a message of its conversation, or of a new one when that is 0. The request gets what was said in it
// before.
func (a *App) appended(conversation int64, r *ask.Request) (entry, error) {
	now := time.Now().UnixMilli()
	e := entry{Message: store.Message{ConversationID: conversation, Question: r.Question, State: asking, CreatedAt: now}}
	var last int64
	if conversation == 0 {
		e.Message.ConversationID = a.journal.newID(0)
		e.Conversation = &store.Conversation{ID: e.Message.ConversationID, Title: firstLine(r.Question, 80), ModuleIDs: r.Filter.Modules, CreatedAt: now}
	} else {
		_, messages, err := a.conversation(conversation)
		if err == nil {
			err = a.recall(r, messages)
		}
		if err != nil {
			return e, err
		}
		for _, m := range messages {
			last = m.ID
		}
	}
	e.Message.ID = a.journal.newID(last)
	return e, nil
}

// recall tells a request what was said before.
func (a *App) recall(r *ask.Request, messages []store.Message) error {
	inScope, err := a.scope(r.Filter.Modules)
	if err != nil {
		return err
	}
	for _, m := range messages {
		var x Answer
		if json.Unmarshal(m.AnswerJSON, &x) == nil && x.Answered && !slices.ContainsFunc(x.Citations, func(c Citation) bool { return !inScope(c.Module) }) {
			r.History = append(r.History, ask.Turn{Question: m.Question, Answer: x.Answer})
		}
		r.Previous = m.Question
	}
	return nil
}

// scope says which modules, by id, a question may see: an earlier answer from another one is not told to the writer.
func (a *App) scope(modules []string) (func(id string) bool, error) {
	if len(modules) == 0 {
		return func(string) bool { return true }, nil
	}
	ids := map[string]bool{}
	for _, idOrName := range modules {
		m, err := a.store.Module(a.ctx, idOrName)
		if err != nil {
			return nil, err
		}
		ids[m.ID] = true
	}
	return func(id string) bool { return ids[id] }, nil
}

// answer writes one answer, tells the page of each step and keeps the result.
func (a *App) answer(ctx context.Context, id string, message store.Message, r ask.Request, run *running) {
	through := a.viewer.question()
	if run.unkept {
		a.emitter.answerEvent(id, AskEvent{Type: "notice", Notice: notKept.Text})
	}
	x, err := a.engine.Ask(ctx, r, func(ev ask.Event) error {
		switch {
		case ev.Sources != nil:
			a.mu.Lock()
			run.sources = sourcesOf(ev.Sources)
			a.mu.Unlock()
			a.emitter.answerEvent(id, AskEvent{Type: "sources", Count: len(ev.Sources)})
		case ev.Text != "":
			a.emitter.answerText(id, ev.Text)
		case ev.Notice != nil:
			n := noticeOf(*ev.Notice)
			a.emitter.answerEvent(id, AskEvent{Type: "notice", Notice: n.Text})
		}
		return nil // a stop reaches the writer by ctx, and what it has written until then is kept
	})
	through()
	last, state := AskEvent{Type: "done"}, "done"
	switch {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		x, state = ask.Answer{Question: r.Question, Standalone: r.Question, Stopped: true}, "stopped"
	case err != nil:
		p := ProblemOf(err, a.log)
		last, state = AskEvent{Type: "failed", Problem: &p}, "failed"
	case x.Stopped:
		state = "stopped"
	}
	run.answer = answerOf(x)
	if run.unkept {
		run.answer.Notices = append(run.answer.Notices, notKept)
	}
	message.State, message.Model, message.Standalone = state, x.Model, x.Standalone
	message.AnswerJSON, err = json.Marshal(run.answer)
	if err == nil {
		err = a.journal.put(entry{Message: message})
	}
	if err != nil {
		a.log.Error("keep answer", "error", err)
	} else {
		a.mu.Lock()
		delete(a.asks, id) // Answer reads it from the conversation now
		a.mu.Unlock()
	}
	close(run.done)
	a.emitter.answerEvent(id, last)
}

// AskSources returns what the writer of an answer in the making got, in the order of its numbers.
func (a *App) AskSources(id string) []AskSource {
	a.mu.Lock()
	defer a.mu.Unlock()
	if run := a.asks[id]; run != nil {
		return nonNil(run.sources)
	}
	return []AskSource{} // it has ended, and cites what it got
}

// Answer returns a finished answer; for one in the making it waits.
func (a *App) Answer(id string) (Answer, error) {
	if run := a.inTheMaking(id); run != nil {
		select {
		case <-run.done:
			return run.answer, nil
		case <-a.ctx.Done():
			return Answer{}, a.fail(a.ctx.Err())
		}
	}
	row, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return Answer{}, a.fail(store.ErrNotFound)
	}
	message, err := a.asked(row)
	var x Answer
	if err == nil {
		err = json.Unmarshal(message.AnswerJSON, &x)
	}
	return x, a.fail(err)
}

// asked is a question as it is now, with its answer where that has come.
func (a *App) asked(id int64) (store.Message, error) {
	if m, waits := a.journal.message(id); waits {
		return m, nil
	}
	return a.store.Message(a.ctx, id)
}

func (a *App) inTheMaking(id string) *running {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asks[id]
}

// CancelAsk stops an answer in the making; what has come until then is kept.
func (a *App) CancelAsk(id string) {
	if run := a.inTheMaking(id); run != nil {
		run.cancel()
	}
}

// checkQuestion trims a question and refuses one that cannot be answered.
func checkQuestion(q string) (string, error) {
	q = strings.TrimSpace(strings.ToValidUTF8(q, "\uFFFD"))
	switch {
	case q == "":
		return "", problem("invalid_input", "the question is empty")
	case utf8.RuneCountInString(q) > MaxQuestion:
		return "", problem("invalid_input", fmt.Sprintf("the question is longer than %d characters", MaxQuestion))
	}
	return q, nil
}

// firstLine is the start of s up to a line end or n characters.
func firstLine(s string, n int) string {
	s, _, _ = strings.Cut(s, "\n")
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
