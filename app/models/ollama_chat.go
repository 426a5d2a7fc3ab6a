package models

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	// contextStep: windows come in steps, because Ollama loads the model again
	// (a second and more) for each other value of num_ctx.
	contextStep = 2048
	// answerTokens ends a model that does not stop by itself. A long answer to
	// a student's question has about 500.
	answerTokens = 1024
	// keepLoaded: the next question of a student mostly comes within minutes;
	// beyond that the model only takes half of a laptop's memory.
	keepLoaded = 10 * time.Minute
)

var errDone = errors.New("done")

// Generate streams an answer. The prompt reaches the model whole or the error
// is ErrContextTooLong; nothing is cut silently. With ErrLength and ErrCutOff
// the text handed out so far is good, only not finished.
func (o *Ollama) Generate(ctx context.Context, model string, r Request, onText func(string) error) (Usage, error) {
	if err := o.mayUse(ctx, model); err != nil {
		return Usage{}, err
	}
	if slices.ContainsFunc(r.Messages, func(m Message) bool { return len(m.Pictures) > 0 }) { // some models pass over them in silence
		if sees, err := o.Sees(ctx, model); err != nil || !sees {
			return Usage{}, cmp.Or[error](err, o.fail(ErrNoVision, model, ""))
		}
	}
	x := newExchange(ctx, o.patience)
	defer x.close()

	window := o.window(model, r)
	var last api.ChatResponse
	var told error
	wrote := false
	err := o.api.Chat(x.ctx, chatRequest(model, r, window), func(part api.ChatResponse) error {
		if told = o.guard.Policy().Check(o.target(part.RemoteModel, part.RemoteHost)); told != nil {
			return told
		}
		if part.Message.Content != "" {
			wrote = true
			if told = onText(part.Message.Content); told != nil {
				return told
			}
		}
		if last = part; part.Done {
			return errDone
		}
		return nil
	})
	usage := Usage{PromptTokens: last.PromptEvalCount, CompletionTokens: last.EvalCount, Context: window, Sent: x.wasSent()}
	switch {
	case told != nil:
		return usage, told
	case !last.Done:
		return usage, o.unfinished(x, err, model)
	}
	if real := o.realWindow(ctx, model); real > 0 {
		usage.Context = real
	}
	switch {
	case last.DoneReason == "length":
		usage.Truncated = true
		return usage, o.fail(ErrLength, model, "")
	case !wrote:
		return usage, o.fail(ErrBadReply, model, "the answer is empty")
	}
	// Servers that do not know "truncate" fill the window to the brim.
	usage.Truncated = usage.PromptTokens >= usage.Context
	return usage, nil
}

func chatRequest(model string, r Request, window int) *api.ChatRequest {
	no, stream := false, true
	limit := r.MaxTokens
	if limit <= 0 {
		limit = answerTokens
	}
	options := map[string]any{"num_ctx": window, "num_predict": limit}
	if r.Temperature != nil {
		options["temperature"] = *r.Temperature
	}
	return &api.ChatRequest{
		Model:     model,
		Messages:  ollamaMessages(r.Messages),
		Stream:    &stream,
		Format:    json.RawMessage(r.Schema),
		KeepAlive: &api.Duration{Duration: keepLoaded},
		Options:   options,
		Truncate:  &no,
		Shift:     &no,
		// Thinking first takes a laptop minutes and nobody reads it.
		Think: &api.ThinkValue{Value: false},
	}
}

// unfinished says why an answer has no end.
func (o *Ollama) unfinished(x *exchange, err error, model string) error {
	if x.parent.Err() != nil {
		return x.parent.Err()
	}
	if x.stalled() {
		return o.fail(ErrStalled, model, "")
	}
	status, broken := x.end()
	switch {
	case errors.Is(broken, errNotJSON) && status >= 500:
		e := o.fail(ErrServer, model, "")
		e.Status = status
		return e
	case errors.Is(broken, errNotJSON), errors.Is(broken, errTooMuch):
		return o.fail(ErrBadReply, model, broken.Error())
	case broken != nil:
		e := o.fail(ErrCutOff, model, "")
		e.Cause = broken
		return e
	case err != nil:
		return o.classify(err, model)
	case status >= 300:
		return o.fail(ErrBadReply, model, "")
	}
	return o.fail(ErrCutOff, model, "")
}

// window is the num_ctx of a call: what is needed, in steps, and never less
// than the call before had.
func (o *Ollama) window(model string, r Request) int {
	want := r.ContextTokens
	if want <= 0 {
		answer := r.MaxTokens
		if answer <= 0 {
			answer = answerTokens
		}
		want = max(2*contextStep, EstimatePrompt(r.Messages)+answer)
	}
	want = (want + contextStep - 1) / contextStep * contextStep
	o.mu.Lock()
	defer o.mu.Unlock()
	want = max(want, o.windows[model])
	o.windows[model] = want
	return want
}

// realWindow is what the server made of the wish: a model's own limit lowers
// it without a word. 0 means that it could not be found out.
func (o *Ollama) realWindow(ctx context.Context, model string) int {
	running, err := o.Running(ctx)
	if err != nil {
		return 0
	}
	for _, m := range running {
		if sameModel(m.Name, model) {
			return m.Context
		}
	}
	return 0
}

// mayUse checks where the model runs before anything of the student is sent.
func (o *Ollama) mayUse(ctx context.Context, model string) error {
	policy := o.guard.Policy()
	if err := policy.Check(o.target("", "")); err != nil {
		return err
	}
	if !policy.Offline && policy.AllowRemote {
		return nil
	}
	m, err := o.find(ctx, model)
	if err != nil {
		return err
	}
	e, err := o.where(ctx, m)
	if err != nil {
		return err
	}
	return policy.Check(o.target(e.model, e.host))
}
