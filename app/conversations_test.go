package app

import (
	"testing"

	"ibid/store"
)

// An answer that is damaged takes nothing else of its conversation with it, before the repair and after it.
func TestDamagedAnswer(t *testing.T) {
	a := open(t, Options{})
	whole := store.Message{ID: 1, ConversationID: 1, Question: "What is sleep?", State: "done", AnswerJSON: []byte(`{"text":"Rest."}`)}
	for _, lost := range []store.Message{
		{ID: 2, ConversationID: 1, Question: "Why?", State: "done", AnswerJSON: []byte(`{"te`)},
		{ID: 3, ConversationID: 1, Question: "How?", State: "done"}, // as the repair leaves it
	} {
		for _, m := range []store.Message{whole, lost} {
			if err := a.store.KeepMessage(t.Context(), &store.Conversation{ID: 1, Title: "Sleep"}, m, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	c, err := a.Conversation(1)
	if err != nil || len(c.Messages) != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	if m := c.Messages[0]; m.Answer == nil || m.Problem != nil {
		t.Errorf("the answer that is whole: %+v", m)
	}
	for _, m := range c.Messages[1:] {
		if m.Question == "" || m.State != "failed" || m.Answer != nil || m.Problem == nil || m.Problem.Code != "answer_lost" {
			t.Errorf("%+v", m)
		}
	}
}
