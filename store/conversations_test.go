package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

func TestConversations(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	c := store.Conversation{ID: 7, ModuleIDs: []string{"biology"}, Title: "Cells", CreatedAt: 1000}
	asked := store.Message{ID: 70, ConversationID: c.ID, Question: "What?", State: "running", CreatedAt: 1000}
	if err := s.KeepMessage(ctx, &c, asked, nil); err != nil {
		t.Fatal(err)
	}
	m := asked
	m.Standalone, m.AnswerJSON, m.Model, m.State = "What is a cell?", []byte(`{"quote":"a cell"}`), "local", "done"
	for _, form := range []store.Message{m, asked} { // the question alone takes no answer away
		if err := s.KeepMessage(ctx, nil, form, nil); err != nil {
			t.Fatal(err)
		}
	}
	c.Messages = 1
	got, messages, err := s.Conversation(ctx, c.ID)
	if err != nil || !reflect.DeepEqual(got, c) || len(messages) != 1 || !reflect.DeepEqual(messages[0], m) {
		t.Errorf("%+v, %+v, %v", got, messages, err)
	}
	if one, err := s.Message(ctx, m.ID); err != nil || !reflect.DeepEqual(one, m) {
		t.Errorf("%+v, %v", one, err)
	}
	if err := s.KeepMessage(ctx, &store.Conversation{ID: 8}, store.Message{ID: 80, ConversationID: 8}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepMessage(ctx, &store.Conversation{ID: 7, Title: "Other"}, store.Message{ID: 81, ConversationID: 7}, nil); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Conversations(ctx); err != nil || len(all) != 2 || all[0].ID != 8 || all[1].ID != c.ID || all[1].Title != "Cells" {
		t.Errorf("%+v, %v", all, err)
	}
	for name, err := range map[string]error{
		"keep":   s.KeepMessage(ctx, nil, store.Message{ID: 99, ConversationID: 99}, nil),
		"delete": s.DeleteConversation(ctx, 99),
		"get":    second(s.Message(ctx, 99)),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s what is not there: %v", name, err)
		}
	}
}

// What is kept of a removed module is not taken for that of a later one with the same name.
func TestTheIDOfARemovedModuleIsNotGivenAgain(t *testing.T) {
	ctx, s := t.Context(), storetest.Open(t)
	first := storetest.Module(t, s, "Biology")
	again := func() string {
		t.Helper()
		if err := s.RemoveModule(ctx, first.RowID); err != nil {
			t.Fatal(err)
		}
		first = storetest.Module(t, s, "Biology")
		return first.ID
	}
	if id := again(); id != "biology" {
		t.Errorf("with nothing kept: %s", id)
	}
	c := store.Conversation{ID: 1, ModuleIDs: []string{"biology"}}
	if err := s.KeepMessage(ctx, &c, store.Message{ID: 1, ConversationID: c.ID}, nil); err != nil {
		t.Fatal(err)
	}
	if id := again(); id != "biology-2" {
		t.Errorf("with a conversation: %s", id)
	}
	if err := s.KeepMessage(ctx, nil, store.Message{ID: 1, ConversationID: c.ID, AnswerJSON: []byte(`{"module":"biology-2"}`)}, nil); err != nil {
		t.Fatal(err)
	}
	if id := again(); id != "biology-3" {
		t.Errorf("with an answer: %s", id)
	}
	if m, err := s.Module(ctx, "biology"); err != nil || m != first {
		t.Errorf("by its name: %+v, %v", m, err)
	}
	if err := s.DeleteConversation(ctx, c.ID); err != nil {
		t.Fatal(err)
	}
	if id := again(); id != "biology" {
		t.Errorf("once nothing is kept: %s", id)
	}
}

func second[T any](_ T, err error) error { return err }

// The quotes of an answer stay when the module goes, and go with the conversation, also from the bytes of the files.
func TestQuotesStayUntilTheConversationGoes(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	s, err := store.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m := storetest.Module(t, s, "Biology")
	p := storetest.Passages(t, s, storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "the qzxquoted words"))[0]
	c := store.Conversation{ID: 1, Title: "t"}
	err = s.KeepMessage(ctx, &c, store.Message{ID: 1, ConversationID: c.ID, AnswerJSON: []byte(`"the qzxquoted words"`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if gone, err := s.GoneSources(ctx, []string{p.ID, "never"}); err != nil || !slices.Equal(gone, []string{"never"}) {
		t.Errorf("%q, %v", gone, err)
	}
	if err := s.RemoveModule(ctx, m.RowID); err != nil {
		t.Fatal(err)
	}
	if gone, err := s.GoneSources(ctx, []string{p.ID}); err != nil || !slices.Equal(gone, []string{p.ID}) {
		t.Errorf("%q, %v", gone, err)
	}
	if gone, err := s.GoneSources(ctx, nil); err != nil || len(gone) != 0 {
		t.Errorf("%q, %v", gone, err)
	}
	if _, messages, err := s.Conversation(ctx, c.ID); err != nil || len(messages) != 1 {
		t.Errorf("%+v, %v", messages, err)
	}
	count := func() (n int) {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n += bytes.Count(content, []byte("qzxquoted"))
		}
		return n
	}
	if n := count(); n != 1 {
		t.Errorf("the quote is in the files %d times, want once", n)
	}
	if err := s.DeleteConversation(ctx, c.ID); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 0 {
		t.Errorf("the quote is in the files %d times", n)
	}
}
