package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"ibid/store"
)

// ConversationInfo is a line in the list of conversations.
type ConversationInfo struct {
	ID        int64    `json:"id"`
	Title     string   `json:"title"`
	Modules   []string `json:"modules"`
	CreatedAt int64    `json:"createdAt"` // Unix milliseconds
	Count     int      `json:"count"`     // questions
}

// Conversation is a conversation with everything said in it.
type Conversation struct {
	ConversationInfo
	Messages []Message `json:"messages"`
}

// Message is a question with its answer.
type Message struct {
	ID        int64   `json:"id"`
	Question  string  `json:"question"`
	State     string  `json:"state"` // "asking", "done", "stopped", "failed"
	Answer    *Answer `json:"answer"`
	CreatedAt int64   `json:"createdAt"` // Unix milliseconds
	// Gone names the cited passages whose source is not there any more. The quotes stay.
	Gone []string `json:"gone"`
	// Problem says why an answer that was given is not there.
	Problem *Problem `json:"problem,omitempty"`
}

// Conversations lists the conversations, newest first, those that are not in the store yet too.
func (a *App) Conversations() ([]ConversationInfo, error) {
	begun := a.journal.begun() // first: what leaves it meanwhile is in the store
	list, err := a.store.Conversations(a.ctx)
	if err != nil {
		return nil, a.fail(err)
	}
	for _, c := range begun {
		if !slices.ContainsFunc(list, func(kept store.Conversation) bool { return kept.ID == c.ID }) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b store.Conversation) int { return cmp.Compare(b.ID, a.ID) })
	out := make([]ConversationInfo, 0, len(list))
	for _, c := range list {
		out = append(out, conversationInfo(c))
	}
	return out, nil
}

func conversationInfo(c store.Conversation) ConversationInfo {
	return ConversationInfo{ID: c.ID, Title: c.Title, Modules: nonNil(c.ModuleIDs), CreatedAt: c.CreatedAt, Count: c.Messages}
}

// conversation finds a conversation with its messages, those that are not in the store yet too.
func (a *App) conversation(id int64) (store.Conversation, []store.Message, error) {
	waiting := a.journal.of(id) // first: what leaves it meanwhile is in the store
	c, messages, err := a.store.Conversation(a.ctx, id)
	if errors.Is(err, store.ErrNotFound) && len(waiting) > 0 && waiting[0].Conversation != nil {
		c, err = *waiting[0].Conversation, nil
	}
	for _, e := range waiting {
		at := slices.IndexFunc(messages, func(m store.Message) bool { return m.ID == e.Message.ID })
		switch {
		case at < 0:
			messages = append(messages, e.Message)
		case len(e.Message.AnswerJSON) > 0:
			messages[at] = e.Message
		}
	}
	c.Messages = len(messages)
	return c, messages, err
}

// Conversation returns a conversation with its messages, oldest first.
func (a *App) Conversation(id int64) (Conversation, error) {
	c, messages, err := a.conversation(id)
	if err != nil {
		return Conversation{}, a.fail(err)
	}
	out := Conversation{ConversationInfo: conversationInfo(c), Messages: []Message{}}
	for _, m := range messages {
		msg, err := a.message(m)
		if err != nil {
			return Conversation{}, a.fail(err)
		}
		out.Messages = append(out.Messages, msg)
	}
	return out, nil
}

func (a *App) message(m store.Message) (Message, error) {
	out := Message{ID: m.ID, Question: m.Question, State: m.State, CreatedAt: m.CreatedAt, Gone: []string{}}
	if m.State == asking && a.inTheMaking(strconv.FormatInt(m.ID, 10)) == nil {
		// Its answer has come since it was looked up, or the program ended in the middle of it.
		now, err := a.asked(m.ID)
		if err != nil {
			return out, err
		}
		if m, out.State = now, now.State; m.State == asking {
			out.State = "stopped"
		}
	}
	if len(m.AnswerJSON) == 0 && out.State != "done" {
		return out, nil
	}
	var x Answer
	if err := json.Unmarshal(m.AnswerJSON, &x); err != nil {
		a.log.Warn("an answer cannot be read", "message", m.ID, "error", err)
		p := problem("answer_lost", "")
		out.State, out.Problem = "failed", &p
		return out, nil
	}
	out.Answer = &x
	var cited []string
	for _, c := range x.Citations {
		cited = append(cited, c.Passage)
	}
	gone, err := a.store.GoneSources(a.ctx, cited)
	out.Gone = nonNil(gone)
	return out, err
}

// Quoting lists the conversations that hold text of a module: as a quote, or as a place that came near. They stay when it is removed.
func (a *App) Quoting(module string) ([]int64, error) {
	m, err := a.store.Module(a.ctx, module)
	if err != nil {
		return nil, a.fail(err)
	}
	list, err := a.Conversations()
	if err != nil {
		return nil, err
	}
	var out []int64
	for _, c := range list {
		_, messages, err := a.conversation(c.ID)
		if err != nil {
			return nil, a.fail(err)
		}
		if slices.ContainsFunc(messages, func(said store.Message) bool {
			var x Answer
			return json.Unmarshal(said.AnswerJSON, &x) == nil && x.has(m.ID)
		}) {
			out = append(out, c.ID)
		}
	}
	return out, nil
}

// DeleteConversation forgets a conversation with its answers and their quotes.
func (a *App) DeleteConversation(id int64) error {
	return a.fail(a.journal.forget(a.ctx, id))
}
