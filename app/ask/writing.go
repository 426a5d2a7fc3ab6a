package ask

import (
	"context"
	"errors"
	"fmt"

	"ibid/app/models"
)

// smallestPrompt is the room for passages below which it makes no sense to ask a model.
const smallestPrompt = 200

// maxWritten is several times what answerTokens come to, in bytes. A server that does not keep that limit is stopped here: a
// text without end would keep the page busy until it stands still.
const maxWritten = 16 << 10

// write lets one generator answer. done is false, with the reason, when another writer has to do it.
func (a *asking) write(ctx context.Context, g Generator) (done bool, err error) {
	if a.template == nil {
		var broken error
		if a.template, broken = loadPrompt(a.Prompts, a.options.Prompt); broken != nil {
			if err := a.notice(Notice{Code: NoticePrompt, Model: a.options.Prompt, Err: broken}); err != nil {
				return false, err
			}
		}
	}
	limit := a.options.Tokens
	if c := g.Context(); c > 0 {
		limit = min(limit, c-answerTokens)
	}
	for try := 0; ; try++ {
		done, err := a.writeOnce(ctx, g, limit)
		if !errors.Is(err, models.ErrContextTooLong) || try == 2 {
			return done, err
		}
		limit = limit * 6 / 10 // the estimate was far off for this model and text
		if limit < smallestPrompt {
			return false, err
		}
		if err := a.notice(Notice{Code: NoticeShorter, Model: g.Name(), Err: err}); err != nil {
			return false, err
		}
	}
}

func (a *asking) writeOnce(ctx context.Context, g Generator, limit int) (done bool, err error) {
	messages, sources, estimated, err := a.prompt(g.Name(), limit)
	if err != nil {
		return false, err
	}
	if err := a.emitSources(sources); err != nil {
		return false, err
	}
	stream := &resolver{numbering: numbering{passages: len(sources)}}
	var thoughts thinking
	first := true
	usage, err := g.Generate(ctx, models.Request{Messages: messages, MaxTokens: answerTokens, ContextTokens: g.Context()},
		func(delta string) error {
			if stream.raw.Len()+len(thoughts.held)+len(delta) > maxWritten {
				return models.ErrLength
			}
			if first && g.Remote() {
				if err := a.notice(Notice{Code: NoticeRemote, Model: g.Name()}); err != nil {
					return err
				}
			}
			first = false
			return a.text(stream.write(thoughts.write(delta)))
		})
	a.learn(g.Name(), estimated, usage.PromptTokens)
	if first && g.Remote() && usage.Sent {
		if err := a.notice(Notice{Code: NoticeSent, Model: g.Name()}); err != nil {
			return false, err
		}
	}
	cut := errors.Is(err, models.ErrLength)
	switch {
	case errors.Is(err, errListener):
		return false, err
	case ctx.Err() != nil:
		a.stopped(g, usage, stream, sources)
		return true, nil
	case err != nil && !cut:
		if stream.sent > 0 {
			return false, errors.Join(a.notice(Notice{Code: NoticeRestart, Model: g.Name()}), err)
		}
		return false, err
	}
	if err := a.text(stream.write(thoughts.rest()) + stream.flush()); err != nil {
		return false, err
	}
	if stream.raw.Len() == 0 { // nothing but thoughts
		return false, fmt.Errorf("%w: no answer", models.ErrBadReply)
	}
	if cut || usage.Truncated {
		usage.Truncated = true
		if err := a.notice(Notice{Code: NoticeCut, Model: g.Name(), Err: err}); err != nil {
			return false, err
		}
	}
	a.answer.Model, a.answer.Mode, a.answer.Usage = g.Name(), Generated, usage
	if declined(stream.written()) {
		return true, a.refuse(ctx)
	}
	text, sentences, citations, answered := a.check(ctx, stream.written(), sources)
	if !answered {
		return true, a.refuse(ctx)
	}
	a.answer.Answered, a.answer.Text, a.answer.Sentences, a.answer.Citations = true, text, sentences, citations
	return true, nil
}

// stopped keeps what a model had written when the student pressed stop, if the passages support any of it.
func (a *asking) stopped(g Generator, usage models.Usage, stream *resolver, sources []source) {
	a.answer.Model, a.answer.Mode, a.answer.Usage, a.answer.Stopped = g.Name(), Generated, usage, true
	if stream.raw.Len() == 0 {
		return
	}
	text, sentences, citations, answered := check(stream.written(), sources, a.question.lang, nil)
	if answered {
		a.answer.Answered, a.answer.Text, a.answer.Sentences, a.answer.Citations = true, text, sentences, citations
	}
}

// prompt fills the template with as much as fits, by our own count corrected by what this model counted before.
func (a *asking) prompt(name string, limit int) (messages []models.Message, sources []source, estimated int, err error) {
	data := promptData{
		Question: a.request.Question, History: historyOf(a.request.History),
		Language: languageName(a.question.lang), Refusal: refusalIn(a.question.lang),
	}
	ratio := a.ratio(name)
	cost := func(sources []source) int {
		data.Context = contextOf(sources)
		filled, ferr := fill(a.template, data)
		if ferr != nil {
			err = ferr
			return 0
		}
		messages, estimated = filled, models.EstimatePrompt(filled)
		return int(float64(estimated) * ratio)
	}
	if cost(alone(a.sources)) > limit {
		data.History = "" // earlier turns go before any passage does
	}
	sources = fit(a.sources, limit, cost)
	if cost(sources) > limit && err == nil {
		err = models.ErrContextTooLong
	}
	return messages, sources, estimated, err
}
