package models_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

// fixedKeys is a keyring with one key.
type fixedKeys struct{ key models.Key }

func (k fixedKeys) Key(context.Context) (models.Key, error) {
	if k.key.Empty() {
		return models.Key{}, models.ErrKeyMissing
	}
	return k.key, nil
}
func (fixedKeys) SetKey(context.Context, models.Key) error { return nil }
func (fixedKeys) ClearKey(context.Context) error           { return nil }

func newOpenRouter(t *testing.T, server *modelstest.OpenRouter, key string, policy models.Policy, p models.Patience) *models.OpenRouter {
	t.Helper()
	o := models.NewOpenRouter(models.OpenRouterOptions{
		URL:      server.URL(),
		Guard:    models.NewGuard(func() models.Policy { return policy }),
		Keys:     fixedKeys{models.NewKey(key)},
		Patience: p,
	})
	t.Cleanup(o.Close)
	return o
}

var switchedOn = models.Policy{OpenRouter: true}

func TestOpenRouterAnswers(t *testing.T) {
	for _, fault := range []modelstest.Fault{modelstest.NoFault, modelstest.NoDone} {
		server := modelstest.NewOpenRouter(t)
		server.Fail(fault)
		o := newOpenRouter(t, server, modelstest.GoodKey, switchedOn, patience(fault))
		var text strings.Builder
		usage, err := o.Generate(t.Context(), "some/model", question("Why sleep?"), collect(&text))
		if err != nil {
			t.Fatal(err)
		}
		if text.String() != "Sleep helps memory [1]." {
			t.Errorf("text %q", text.String())
		}
		if want := (models.Usage{PromptTokens: 11, CompletionTokens: 3, Sent: true}); usage != want {
			t.Errorf("usage %+v, want %+v", usage, want)
		}
		asked := server.Asked()[0]
		if asked.Body["stream"] != true || len(asked.Messages) != 2 || asked.Body["transforms"] == nil {
			t.Errorf("request %v", asked.Body)
		}
	}
}

func TestOpenRouterFailures(t *testing.T) {
	tests := []struct {
		name  string
		fault modelstest.Fault
		model string
		want  error
		text  string
	}{
		{"unknown model", modelstest.NoFault, "missing/model", models.ErrModelMissing, ""},
		{"key rejected, and quoted", modelstest.Unauthorized, "a/b", models.ErrKeyRejected, ""},
		{"no credit", modelstest.NoCredit, "a/b", models.ErrQuota, ""},
		{"no credit, in a reply of status 200", modelstest.StatusInStream, "a/b", models.ErrQuota, ""},
		{"too many", modelstest.TooMany, "a/b", models.ErrBusy, ""},
		{"server error", modelstest.ServerError, "a/b", models.ErrServer, ""},
		{"bad gateway", modelstest.BadGateway, "a/b", models.ErrServer, ""},
		{"long prompt", modelstest.TooLong, "a/b", models.ErrContextTooLong, ""},
		{"silent from the start", modelstest.Stall, "a/b", models.ErrStalled, ""},
		{"silent in the middle", modelstest.StallMid, "a/b", models.ErrStalled, "Sleep "},
		{"cut within a line", modelstest.CutMidLine, "a/b", models.ErrCutOff, "Sleep "},
		{"cut between events", modelstest.CutMid, "a/b", models.ErrCutOff, "Sleep "},
		{"error in the stream", modelstest.ErrorLine, "a/b", models.ErrServer, "Sleep "},
		{"garbage", modelstest.Garbage, "a/b", models.ErrBadReply, "Sleep "},
		{"a login page", modelstest.NotTheServer, "a/b", models.ErrBadReply, ""},
		{"a line without end", modelstest.Endless, "a/b", models.ErrBadReply, ""},
		{"redirect", modelstest.Redirect, "a/b", models.ErrBadReply, ""},
		{"empty", modelstest.Empty, "a/b", models.ErrBadReply, ""},
		{"at its limit", modelstest.Length, "a/b", models.ErrLength, "Sleep helps memory [1]."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := modelstest.NewOpenRouter(t)
			server.Fail(tt.fault)
			o := newOpenRouter(t, server, modelstest.GoodKey, switchedOn, patience(tt.fault))
			var text strings.Builder
			usage, err := o.Generate(t.Context(), tt.model, question("Why sleep?"), collect(&text))
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if !usage.Sent {
				t.Error("it was sent, and the usage does not say so")
			}
			if text.String() != tt.text {
				t.Errorf("text %q, want %q", text.String(), tt.text)
			}
			if leak := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(leak, modelstest.GoodKey) {
				t.Errorf("the key is in the error: %s", leak)
			}
		})
	}
}

func TestOpenRouterIsOffUntilSwitchedOn(t *testing.T) {
	tests := []struct {
		policy models.Policy
		key    string
		want   error
	}{
		{models.Policy{}, modelstest.GoodKey, models.ErrSwitchedOff},
		{models.Policy{AllowRemote: true}, modelstest.GoodKey, models.ErrSwitchedOff},
		{models.Policy{OpenRouter: true, Offline: true}, modelstest.GoodKey, models.ErrOffline},
		{models.Policy{OpenRouter: true}, "", models.ErrKeyMissing},
	}
	for _, tt := range tests {
		server := modelstest.NewOpenRouter(t)
		o := newOpenRouter(t, server, tt.key, tt.policy, models.Patience{})
		_, err := o.Generate(t.Context(), "a/b", question("Why?"), collect(new(strings.Builder)))
		if !errors.Is(err, tt.want) {
			t.Errorf("%+v: error %v, want %v", tt.policy, err, tt.want)
		}
		if len(server.Asked()) > 0 {
			t.Errorf("%+v: a request went out", tt.policy)
		}
	}
}

func TestOpenRouterSendsNoKeyInTheClear(t *testing.T) {
	o := models.NewOpenRouter(models.OpenRouterOptions{
		URL:   "http://192.0.2.1/api/v1",
		Guard: models.NewGuard(func() models.Policy { return switchedOn }),
		Keys:  fixedKeys{models.NewKey(modelstest.GoodKey)},
	})
	if _, err := o.Generate(t.Context(), "a/b", question("Why?"), collect(new(strings.Builder))); err == nil || !strings.Contains(err.Error(), "https") {
		t.Errorf("error %v", err)
	}
}

// However a key is printed, logged or encoded, it does not show.
func TestKeyNeverShows(t *testing.T) {
	const secret = "sk-or-v1-verysecret"
	key := models.NewKey("  " + secret + "\n")
	type holder struct {
		Key    models.Key
		hidden models.Key
	}
	h := holder{key, key}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+"\n", key)
		fmt.Fprintf(&out, verb+"\n", &key)
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", fixedKeys{key})
	}
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("key", "key", key, "holder", h)
	}
	text, err := json.Marshal(map[string]any{"key": key, "holder": h})
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)
	fmt.Fprint(&out, key.String(), fmt.Errorf("with %v", key))
	hex := fmt.Sprintf("%x", secret)
	for _, leak := range []string{secret, "verysecret", hex} {
		if strings.Contains(strings.ToLower(out.String()), leak) {
			t.Errorf("%q shows in\n%s", leak, out.String())
		}
	}
	if !models.NewKey(" \n").Empty() || key.Empty() {
		t.Error("Empty is wrong")
	}
}
