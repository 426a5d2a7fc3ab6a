package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"ibid/app/models"
)

// What may leave the laptop is what the settings and --offline say, and --offline has the last word.
func TestWhatMayLeaveTheLaptop(t *testing.T) {
	for _, offline := range []bool{false, true} {
		a := open(t, Options{Offline: offline})
		for _, remote := range []bool{false, true} {
			for _, router := range []bool{false, true} {
				s := a.Settings()
				s.AllowRemote, s.OpenRouter.Enabled, s.OpenRouter.Model = remote, router, "some/model"
				if err := a.SaveSettings(s); err != nil {
					t.Fatal(err)
				}
				if got, want := a.policy(), (models.Policy{Offline: offline, AllowRemote: remote, OpenRouter: router}); got != want {
					t.Errorf("policy %+v, want %+v", got, want)
				}
				if got := len(a.fallback()) == 1; got != (router && !offline) {
					t.Errorf("offline %v, switched on %v: OpenRouter steps in is %v", offline, router, got)
				}
				elsewhere := models.Target{Use: models.UseOllama, Host: "example.org"}
				if got := a.guard.Policy().Check(elsewhere) == nil; got != (remote && !offline) {
					t.Errorf("offline %v, allowed %v: another computer may be asked is %v", offline, remote, got)
				}
			}
		}
		s := a.Settings()
		s.OpenRouter.Enabled, s.OpenRouter.Model = false, ""
		if err := a.SaveSettings(s); err != nil {
			t.Fatal(err)
		}
		if got := a.fallback(); len(got) != 0 {
			t.Errorf("without a model %v steps in", got)
		}
	}
}

// A model that the request names and that may not be used is refused: another writer in its place would hide that.
func TestModelThatIsSwitchedOffIsRefused(t *testing.T) {
	a := open(t, Options{})
	for model, code := range map[string]string{"openrouter:some/model": "switched_off", "gpt": "invalid_input"} {
		_, err := a.Ask(t.Context(), AskRequest{Question: "What does spacing mean?", Model: model}, quiet)
		if got := ProblemOf(err, a.log).Code; got != code {
			t.Errorf("%s: %v, want %s", model, err, code)
		}
		if _, err := a.StartAsk(AskRequest{Question: "What does spacing mean?", Model: model}); ProblemOf(err, a.log).Code != code {
			t.Errorf("%s in the window: %v, want %s", model, err, code)
		}
	}
}

// An Ollama that takes requests and never answers is not one that is not there: the answer says why it is quoted.
func TestAnOllamaThatHangsIsTold(t *testing.T) {
	a := open(t, Options{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	s := a.Settings()
	s.OllamaURL = server.URL
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if generators, err := a.chooseWriters(ctx, "auto"); err == nil {
		t.Errorf("%v without a word", generators)
	}
	server.CloseClientConnections()
	server.Close()
	if generators, err := a.chooseWriters(t.Context(), "auto"); err != nil || len(generators) != 0 {
		t.Errorf("without Ollama: %v, %v", generators, err)
	}
}
