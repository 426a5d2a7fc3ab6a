package app

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/app/models/modelstest"
	"ibid/store"
)

// holdWriter keeps the database from being written until the returned function is called, as the removal of a large module does.
func holdWriter(t *testing.T, dataDir string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(dataDir, "ibid.db")+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	release = func() {
		_ = tx.Rollback() // a second call does nothing
		_ = db.Close()
	}
	t.Cleanup(release)
	return release
}

// waiting lists the files of messages that are not in the store.
func waiting(t *testing.T, dataDir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dataDir, "asked", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// until waits for an event of the App.
func (r *recorder) until(t *testing.T, what string, there func() bool) {
	t.Helper()
	for deadline := time.After(time.Minute); !there(); {
		select {
		case <-r.came:
		case <-deadline:
			t.Fatalf("%s did not come", what)
		}
	}
}

// While the store cannot be written a question is answered, a follow-up knows of it, and all of it is kept in the end.
func TestAnAnswerDoesNotWaitForTheWriter(t *testing.T) {
	shell, dir := newRecorder(), t.TempDir()
	a := open(t, Options{Shell: shell, DataDir: dir})
	add(t, a, course(t, memoryCourse), "Memory")
	release := holdWriter(t, dir)
	first, err := a.StartAsk(AskRequest{Question: "When does the forgetting curve fall steeply?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	if steps := shell.ask(t, first.Ask); !sourcesFirst(steps) {
		t.Errorf("the sources do not follow the notice that there are no vectors: %+v", steps)
	}
	server := withOllamaUnsaved(t, a)
	server.Answer("The curve falls steeply within the first day [1].")
	second, err := a.StartAsk(AskRequest{Question: "And how steeply does the forgetting curve fall?", Conversation: first.Conversation})
	if err != nil || second.Conversation != first.Conversation {
		t.Fatalf("%+v, %v", second, err)
	}
	shell.ask(t, second.Ask)
	if prompts := server.Asked(); len(prompts) == 0 || !strings.Contains(text(t, prompts[0]), "Earlier in this conversation") {
		t.Errorf("the follow-up does not know what was said: %s", text(t, prompts))
	}
	whole := func() {
		t.Helper()
		c, err := a.Conversation(first.Conversation)
		if err != nil || len(c.Messages) != 2 || c.Count != 2 || c.Title == "" {
			t.Fatalf("%s, %v", text(t, c), err)
		}
		for _, m := range c.Messages {
			if m.Answer == nil || !m.Answer.Answered || m.State != "done" {
				t.Errorf("%s", text(t, m))
			}
		}
		if x, err := a.Answer(first.Ask); err != nil || !x.Answered {
			t.Errorf("%s, %v", text(t, x), err)
		}
	}
	whole()
	if kept, err := a.store.Conversations(t.Context()); err != nil || len(kept) != 0 || len(waiting(t, dir)) != 2 {
		t.Fatalf("the writer was not held: %v, %v", kept, err)
	}
	listed := func() {
		t.Helper()
		if list, err := a.Conversations(); err != nil || len(list) != 1 || list[0].ID != first.Conversation || list[0].Count != 2 {
			t.Errorf("%v, %v", list, err)
		}
	}
	listed()
	if !slices.ContainsFunc(shell.all(), func(e event) bool { return e.name == EventConversations }) {
		t.Error("nobody was told of the conversation")
	}
	if log, err := os.ReadFile(filepath.Join(dir, "logs", "ibid.log")); err == nil && strings.Contains(string(log), "journal") {
		t.Errorf("the answers came only after the wait for the writer had ended: %s", log)
	}
	release()
	shell.until(t, "the end of the writing", func() bool { return len(waiting(t, dir)) == 0 })
	whole()
	listed()
}

// withOllamaUnsaved is withOllama where the settings cannot be written.
func withOllamaUnsaved(t *testing.T, a *App) *modelstest.Ollama {
	t.Helper()
	server := modelstest.NewOllama(t)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settings.OllamaURL, a.ollama = server.URL().String(), nil
	return server
}

// What was asked, and what was answered, is in the conversation after the program was killed before it could be written.
func TestAKilledProgramLosesNoQuestion(t *testing.T) {
	shell, dir := newRecorder(), t.TempDir()
	a := open(t, Options{Shell: shell, DataDir: dir})
	add(t, a, course(t, memoryCourse), "Memory")
	server := withOllama(t, a)
	holdWriter(t, dir)
	done, err := a.StartAsk(AskRequest{Question: "What does spacing mean for revision?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, done.Ask)
	server.Answer("The curve falls steeply within the first day [1]. And so")
	server.Fail(modelstest.StallMid)
	cut, err := a.StartAsk(AskRequest{Question: "When does the forgetting curve fall steeply?", Conversation: done.Conversation})
	if err != nil {
		t.Fatal(err)
	}
	shell.until(t, "the sources", func() bool { return len(a.AskSources(cut.Ask)) > 0 })

	// What lies on the disk now is what a killed program leaves.
	left := t.TempDir()
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left, "asked", "7.json.new"), []byte(`{"mess`), 0o600); err != nil {
		t.Fatal(err)
	}
	later := newRecorder()
	b := open(t, Options{Shell: later, DataDir: left})
	if err := b.Start(); err != nil {
		t.Fatal(err)
	}
	later.until(t, "the end of the writing", func() bool { return len(waiting(t, left)) == 0 })
	c, err := b.Conversation(done.Conversation)
	if err != nil || len(c.Messages) != 2 {
		t.Fatalf("%s, %v", text(t, c), err)
	}
	if m := c.Messages[0]; m.State != "done" || m.Answer == nil || !m.Answer.Answered {
		t.Errorf("answered: %s", text(t, m))
	}
	if m := c.Messages[1]; m.Question != "When does the forgetting curve fall steeply?" || m.State != "stopped" || m.Answer != nil {
		t.Errorf("asked: %s", text(t, m))
	}
}

// A conversation that is deleted before it is in the store does not come back.
func TestDeletedBeforeItIsWritten(t *testing.T) {
	shell, dir := newRecorder(), t.TempDir()
	a := open(t, Options{Shell: shell, DataDir: dir})
	add(t, a, course(t, memoryCourse), "Memory")
	release := holdWriter(t, dir)
	asked, err := a.StartAsk(AskRequest{Question: "What does spacing mean for revision?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, asked.Ask)
	deleted := make(chan error)
	go func() { deleted <- a.DeleteConversation(asked.Conversation) }()
	release()
	if err := <-deleted; err != nil {
		t.Fatal(err)
	}
	if _, err := a.Conversation(asked.Conversation); ProblemOf(err, a.log).Code != "not_found" {
		t.Errorf("it is there again: %v", err)
	}
	if files := waiting(t, dir); len(files) != 0 {
		t.Errorf("files stay: %v", files)
	}
}

// Where no file can be made the question is in the store before it is answered.
func TestAQuestionIsKeptWithoutAFile(t *testing.T) {
	shell, dir := newRecorder(), t.TempDir()
	a := open(t, Options{Shell: shell, DataDir: dir})
	add(t, a, course(t, memoryCourse), "Memory")
	if err := os.WriteFile(filepath.Join(dir, "asked"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	asked, err := a.StartAsk(AskRequest{Question: "What does spacing mean for revision?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := a.Conversations(); err != nil || len(list) != 1 || list[0].ID != asked.Conversation {
		t.Errorf("%v, %v", list, err)
	}
	shell.ask(t, asked.Ask)
	if x, err := a.Answer(asked.Ask); err != nil || !x.Answered {
		t.Errorf("%s, %v", text(t, x), err)
	}
}

func TestIDsGrowAndFitThePage(t *testing.T) {
	j := newJournal(t.TempDir(), nil, nil, nil)
	last := j.newID(0)
	for range 1000 {
		id := j.newID(0)
		if id <= last || id >= 1<<53 {
			t.Fatalf("%d after %d", id, last)
		}
		last = id
	}
	if id := j.newID(last + 1e9); id <= last+1e9 { // the clock was put back since
		t.Errorf("%d is before the message above it", id)
	}
}

// A file that cannot be read just now may be all that is left of a question.
func TestAnUnreadableFileStays(t *testing.T) {
	dir := t.TempDir()
	a := open(t, Options{DataDir: dir})
	name := filepath.Join(dir, "asked", "7.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(name), 0o700), os.Symlink(name, name)); err != nil {
		t.Skip(err)
	}
	a.journal.takeUp()
	if left := waiting(t, dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// Two may have the same message in hand, where the one that has no file is written by the other.
func TestAMessageThatAnotherHasWritten(t *testing.T) {
	a := open(t, Options{})
	e := &entry{Message: store.Message{ID: 7}}
	a.journal.done(e)
	if _, waits := a.journal.message(7); waits {
		t.Error("it waits")
	}
}

// take has a journal read its folder as another process does that takes over.
func (j *journal) take(dir string) *journal {
	other := newJournal(dir, j.store, j.log, func() {})
	other.read()
	return other
}

// Two processes have a message in hand when one takes over while the other lives. What the living one does to it in between holds.
func TestTakenUpFromAProcessThatLives(t *testing.T) {
	answered := func(m store.Message) store.Message {
		m.AnswerJSON, m.State = []byte(`{"answered":true}`), "done"
		return m
	}
	for name, test := range map[string]struct {
		between func(j *journal, m store.Message) error
		want    string // the message's state; "" = there is none
	}{
		"nothing happens": {func(*journal, store.Message) error { return nil }, asking},
		"it is deleted":   {func(j *journal, m store.Message) error { return j.forget(t.Context(), m.ConversationID) }, ""},
		"it is written, then deleted": {func(j *journal, m store.Message) error {
			return errors.Join(j.write(), j.forget(t.Context(), m.ConversationID))
		}, ""},
		"it is answered": {func(j *journal, m store.Message) error { return j.put(entry{Message: answered(m)}) }, "done"},
		"it is answered, and written": {func(j *journal, m store.Message) error {
			return errors.Join(j.put(entry{Message: answered(m)}), j.write())
		}, "done"},
	} {
		dir := t.TempDir()
		a := open(t, Options{DataDir: dir})
		m := store.Message{ID: 7, ConversationID: 6, Question: "What is memory?", State: asking}
		if err := a.journal.put(entry{Conversation: &store.Conversation{ID: 6}, Message: m}); err != nil {
			t.Fatal(err)
		}
		other := a.journal.take(dir)
		if err := test.between(a.journal, m); err != nil {
			t.Fatal(err)
		}
		if err := other.write(); err != nil {
			t.Fatal(err)
		}
		// The living one is killed now: what it has left counts.
		if err := a.journal.take(dir).write(); err != nil {
			t.Fatal(err)
		}
		got, err := a.store.Message(t.Context(), 7)
		if (test.want == "") != errors.Is(err, store.ErrNotFound) || err == nil && got.State != test.want {
			t.Errorf("%s: %+v, %v, want it %q", name, got, err, test.want)
		}
		if left := waiting(t, dir); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

// A message that is looked up just before its answer comes is not taken for one that broke off.
func TestAMessageWhoseAnswerCameMeanwhile(t *testing.T) {
	a := open(t, Options{})
	m := store.Message{ID: 7, ConversationID: 6, Question: "What is memory?", State: asking}
	answered := m
	answered.AnswerJSON, answered.State = []byte(`{"answered":true}`), "done"
	if err := a.store.KeepMessage(t.Context(), &store.Conversation{ID: 6}, answered, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := a.message(m); err != nil || got.State != "done" || got.Answer == nil || !got.Answer.Answered {
		t.Errorf("%s, %v", text(t, got), err)
	}
}
