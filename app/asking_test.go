package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/app/models/modelstest"
)

var memoryCourse = map[string]string{
	"forgetting.md": "# Forgetting\n\nThe forgetting curve of Ebbinghaus falls steeply within the first day.\n",
	"spacing.md":    "# Spacing\n\nSpacing means that revision is spread over several days instead of one long evening.\n",
}

// sourcesFirst says whether an answer without vectors begins with that notice, and then its sources.
func sourcesFirst(steps []AskEvent) bool {
	return len(steps) > 1 && steps[0].Type == "notice" && steps[1].Type == "sources" && steps[1].Count > 0
}

func TestStartAskStreamsAndKeeps(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	started, err := a.StartAsk(AskRequest{Question: "  When does the forgetting curve fall steeply?\n", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	steps := shell.ask(t, started.Ask)
	if !sourcesFirst(steps) {
		t.Errorf("the sources do not follow the notice that there are no vectors: %+v", steps)
	}
	streamed := ""
	for i, s := range steps {
		if s.Seq != i+1 {
			t.Errorf("step %d has the number %d", i+1, s.Seq)
		}
		if n := len(text(t, s)); n > 4096 {
			t.Errorf("an event of %d bytes", n)
		}
		streamed += s.Text
	}
	x, err := a.Answer(started.Ask)
	if err != nil {
		t.Fatal(err)
	}
	if !x.Answered || len(x.Citations) == 0 || x.Citations[0].Doc != "forgetting.md" {
		t.Fatalf("answer: %+v", x)
	}
	if strings.TrimSpace(streamed) != strings.TrimSpace(x.Answer) {
		t.Errorf("streamed %q, kept %q", streamed, x.Answer)
	}
	c, err := a.Conversation(started.Conversation)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Messages) != 1 || c.Messages[0].Answer == nil || c.Messages[0].Answer.Answer != x.Answer || len(c.Messages[0].Gone) != 0 {
		t.Errorf("conversation: %s", text(t, c))
	}
	source, err := a.Source(x.Citations[0].Passage)
	if err != nil {
		t.Fatal(err)
	}
	passage := string([]rune(source.Page.Text)[source.From:source.To])
	if passage != x.Citations[0].Text || !strings.Contains(passage, x.Citations[0].Quote) {
		t.Errorf("the source shows %q for the passage %q", passage, x.Citations[0].Text)
	}
}

func TestAnswerOutlivesItsSource(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	m := add(t, a, course(t, memoryCourse), "Memory")
	started, err := a.StartAsk(AskRequest{Question: "What does spacing mean for revision?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, started.Ask)
	if err := a.RemoveModuleNow(m.Module); err != nil {
		t.Fatal(err)
	}
	c, err := a.Conversation(started.Conversation)
	if err != nil {
		t.Fatal(err)
	}
	kept := c.Messages[0]
	if kept.Answer == nil || !strings.Contains(kept.Answer.Citations[0].Quote, "several days") {
		t.Errorf("the quote is gone: %s", text(t, kept))
	}
	if len(kept.Gone) != len(kept.Answer.Citations) {
		t.Errorf("%d of %d sources are said to be gone", len(kept.Gone), len(kept.Answer.Citations))
	}
	if err := a.DeleteConversation(c.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := a.Conversations(); err != nil || len(list) != 0 {
		t.Errorf("after deleting: %v, %v", list, err)
	}
}

// The page's scope must arrive: a question to one module is answered by that module alone.
func TestScopeOfThePage(t *testing.T) {
	a := open(t, Options{})
	add(t, a, course(t, memoryCourse), "Memory")
	add(t, a, course(t, map[string]string{"x.md": "# Forgetting\n\nThe forgetting curve has a secret twin in botany.\n"}), "Botany")
	var r SearchRequest
	if err := json.Unmarshal([]byte(`{"question": "forgetting curve", "filter": {"modules": ["memory"]}}`), &r); err != nil {
		t.Fatal(err)
	}
	found, err := a.Search(r)
	if err != nil || len(found.Results) == 0 {
		t.Fatalf("found %v, %v", found.Results, err)
	}
	var q AskRequest
	if err := json.Unmarshal([]byte(`{"question": "Where has the forgetting curve a twin?", "model": "local", "filter": {"modules": ["memory"]}}`), &q); err != nil {
		t.Fatal(err)
	}
	x, err := a.Ask(t.Context(), q, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if both := text(t, found) + text(t, x); strings.Contains(both, "botany.") || strings.Contains(both, "x.md") {
		t.Errorf("a module outside the scope shows: %s", both)
	}
}

func TestQuotingNamesTheConversationsWithTextOfAModule(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	memory := add(t, a, course(t, memoryCourse), "Memory")
	botany := add(t, a, course(t, map[string]string{"x.md": "# Leaves\n\nA leaf turns light into sugar by photosynthesis.\n"}), "Botany")
	began := func(question, module string) int64 {
		r := AskRequest{Question: question, Model: "local"}
		r.Filter.Modules = []string{module}
		started, err := a.StartAsk(r)
		if err != nil {
			t.Fatal(err)
		}
		shell.ask(t, started.Ask)
		return started.Conversation
	}
	quoted := began("What does spacing mean for revision?", memory.Module)
	near := began("Is revision in the football world cup of 1998?", memory.Module) // refused, with places
	other := began("What turns light into sugar?", botany.Module)
	for module, want := range map[string][]int64{"Memory": {quoted, near}, botany.Module: {other}} {
		got, err := a.Quoting(module)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is quoted in %v, want %v, %v", module, got, want, err)
		}
	}
}

func TestAskRefusesWhatIsNoQuestion(t *testing.T) {
	a := open(t, Options{})
	for _, q := range []string{"", " \n\t", strings.Repeat("why ", 2000)} {
		if _, err := a.StartAsk(AskRequest{Question: q}); ProblemOf(err, a.log).Code != "invalid_input" {
			t.Errorf("%.20q: %v", q, err)
		}
	}
	if _, err := a.StartAsk(AskRequest{Question: "why?"}); ProblemOf(err, a.log).Code != "no_material" {
		t.Errorf("no module: %v", err)
	}
	add(t, a, course(t, memoryCourse), "Memory")
	if _, err := a.StartAsk(AskRequest{Question: "why?", Conversation: 4711}); ProblemOf(err, a.log).Code != "not_found" {
		t.Errorf("unknown conversation: %v", err)
	}
}

func TestOllamaWritesAndDies(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	server := modelstest.NewOllama(t)
	s := a.Settings()
	s.OllamaURL = server.URL().String()
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	server.Answer("The curve falls steeply ", "within the first day [1].")
	ask := AskRequest{Question: "When does the forgetting curve fall steeply?"}
	started, err := a.StartAsk(ask)
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, started.Ask)
	x, err := a.Answer(started.Ask)
	if err != nil {
		t.Fatal(err)
	}
	if x.Mode != "generated" || !strings.HasPrefix(x.Model, "ollama:") || len(x.Citations) != 1 || !strings.Contains(x.Citations[0].Quote, "first day") {
		t.Errorf("answer: %s", text(t, x))
	}
	server.Close()
	started, err = a.StartAsk(ask)
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, started.Ask)
	if x, err = a.Answer(started.Ask); err != nil {
		t.Fatal(err)
	}
	if x.Mode != "extractive" || !x.Answered {
		t.Errorf("without Ollama the answer is not quoted: %s", text(t, x))
	}
}

func TestNothingLeavesTheLaptop(t *testing.T) {
	a := open(t, Options{})
	add(t, a, course(t, memoryCourse), "Memory")
	server := modelstest.NewOllama(t)
	s := a.Settings()
	s.OllamaURL = server.URL().String()
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	a.Health()
	for _, model := range []string{"auto", "local", "openrouter:some/model"} {
		if _, err := a.Ask(t.Context(), AskRequest{Question: "What does spacing mean?", Model: model}, quiet); err != nil {
			t.Logf("%s: %v", model, err)
		}
	}
	attempts := a.guard.Attempts()
	if len(attempts) == 0 {
		t.Fatal("no connection was noted: this test sees nothing")
	}
	for _, at := range attempts {
		if at.Address != server.URL().Host && !at.Refused {
			t.Errorf("a connection to %s for %s", at.Address, at.Use)
		}
	}
}

func TestAQuestionLooksAtTheModelsOnce(t *testing.T) {
	a := open(t, Options{})
	add(t, a, course(t, memoryCourse), "Memory")
	server := withOllama(t, a)
	server.Answer("The curve falls steeply within the first day [1].")
	r := AskRequest{Question: "When does the forgetting curve fall steeply?", Model: "ollama:tiny"}
	if x, err := a.Ask(t.Context(), r, quiet); err != nil || x.Mode != "generated" {
		t.Fatalf("answer %+v, %v", x, err)
	}
	if listed, shown := server.Looked(); listed != 1 || shown != 1 {
		t.Errorf("models were listed %d times and shown %d times", listed, shown)
	}
}

func TestAModelThatOnlyShowCallsRemoteIsRefused(t *testing.T) {
	a := open(t, Options{})
	add(t, a, course(t, memoryCourse), "Memory")
	server := withOllama(t, a)
	server.Hidden = []string{"tiny:latest"}
	_, err := a.Ask(t.Context(), AskRequest{Question: "When does the forgetting curve fall steeply?", Model: "ollama:tiny"}, quiet)
	if p := ProblemOf(err, a.log); p.Code != "remote_model" {
		t.Errorf("error %v", err)
	}
	if n := len(server.Asked()); n != 0 {
		t.Errorf("%d prompts were sent", n)
	}
}

// withOllama makes answers come from a server that behaves like Ollama.
func withOllama(t *testing.T, a *App) *modelstest.Ollama {
	t.Helper()
	server := modelstest.NewOllama(t)
	s := a.Settings()
	s.OllamaURL = server.URL().String()
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	return server
}

// askHalf asks a model that begins its answer, and does not go on.
func askHalf(t *testing.T, a *App, shell *recorder) AskStarted {
	t.Helper()
	server := withOllama(t, a)
	server.Answer("The curve falls steeply within the first day [1]. And so")
	server.Fail(modelstest.StallMid)
	started, err := a.StartAsk(AskRequest{Question: "When does the forgetting curve fall steeply?"})
	if err != nil {
		t.Fatal(err)
	}
	shell.until(t, "the first words", func() bool { return strings.Contains(shell.streamed(started.Ask), "first day") })
	return started
}

// What a model had written when it was stopped is kept, and so is that it was stopped.
func TestCancelAskKeepsWhatHasCome(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	started := askHalf(t, a, shell)
	if s := a.AskSources(started.Ask); len(s) == 0 || s[0].N != 1 || s[0].Doc != "forgetting.md" || s[0].Passage == "" {
		t.Errorf("sources %s", text(t, s))
	}
	a.CancelAsk(started.Ask)
	shell.ask(t, started.Ask)
	x, err := a.Answer(started.Ask)
	if err != nil || !x.Stopped || !strings.Contains(x.Answer, "first day") || len(x.Citations) != 1 {
		t.Errorf("answer %s, %v", text(t, x), err)
	}
	c, err := a.Conversation(started.Conversation)
	if err != nil || c.Messages[0].State != "stopped" {
		t.Errorf("conversation %s, %v", text(t, c), err)
	}
	if s := a.AskSources(started.Ask); s == nil || len(s) != 0 {
		t.Errorf("after the end: sources %s", text(t, s))
	}
	if len(a.asks) != 0 {
		t.Errorf("%d answers are held after their end", len(a.asks))
	}
}

// In a conversation a question that leans on the one before is looked up with its words.
func TestFollowUpKnowsTheQuestionBefore(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	first, err := a.StartAsk(AskRequest{Question: "What does the forgetting curve of Ebbinghaus do?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, first.Ask)
	next, err := a.StartAsk(AskRequest{Question: "And when does it fall?", Model: "local", Conversation: first.Conversation})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, next.Ask)
	x, err := a.Answer(next.Ask)
	if err != nil || !strings.Contains(x.Standalone, "forgetting curve") || next.Conversation != first.Conversation {
		t.Errorf("it is looked up as %q (%v)", x.Standalone, err)
	}
}

// One model reads one prompt at a time: a new question stops the answer in the making, and what that had written is kept.
func TestANewQuestionStopsTheAnswerInTheMaking(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	first := askHalf(t, a, shell)
	second, err := a.StartAsk(AskRequest{Question: "What does spacing mean?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, first.Ask)
	shell.ask(t, second.Ask)
	if x, err := a.Answer(first.Ask); err != nil || !x.Stopped {
		t.Errorf("the first answer: %s, %v", text(t, x), err)
	}
	if x, err := a.Answer(second.Ask); err != nil || x.Stopped || !x.Answered {
		t.Errorf("the second answer: %s, %v", text(t, x), err)
	}
}

// An answer from other modules is not told to the writer of a question to one.
func TestHistoryKeepsToTheScope(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	add(t, a, course(t, memoryCourse), "Memory")
	add(t, a, course(t, map[string]string{"x.md": "# Twins\n\nThe forgetting curve has a secret twin in botany.\n"}), "Botany")
	first, err := a.StartAsk(AskRequest{Question: "Where has the forgetting curve a secret twin?", Model: "local"})
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, first.Ask)
	server := withOllama(t, a)
	for modules, want := range map[string]bool{"": true, "Memory": false} {
		r := AskRequest{Question: "When does the forgetting curve fall steeply?", Conversation: first.Conversation}
		if modules != "" {
			r.Filter.Modules = []string{modules}
		}
		server.Answer("The curve falls steeply within the first day [1].")
		next, err := a.StartAsk(r)
		if err != nil {
			t.Fatal(err)
		}
		shell.ask(t, next.Ask)
		asked := server.Asked()
		prompt := text(t, asked[len(asked)-1])
		_, said, _ := strings.Cut(prompt, "Earlier in this conversation")
		if got := strings.Contains(said, "secret twin in botany"); got != want {
			t.Errorf("scope %q: the earlier answer is in the prompt: %v\n%s", modules, got, prompt)
		}
	}
}

func TestNothingStartsAfterStop(t *testing.T) {
	a := open(t, Options{})
	a.Stop()
	if _, err := a.StartAsk(AskRequest{Question: "why?"}); err == nil {
		t.Error("a question was taken")
	}
	if err := a.Start(); err == nil {
		t.Error("reading was started")
	}
}

func TestNoticesHaveWords(t *testing.T) {
	for code := range noticeWords {
		got := noticeOf(ask.Notice{Code: code, Model: "ollama:small", Count: 3}).Text
		if got == "" || strings.Contains(got, "%") {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := noticeOf(ask.Notice{Code: ask.NoticeNotAll, Count: 3}).Text; !strings.Contains(got, ": 3.") {
		t.Errorf("the number is not said: %q", got)
	}
}
