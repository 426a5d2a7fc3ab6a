package models_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

// A looker is a server of one of the two services, with a model that takes pictures.
type looker interface {
	Answer(...string)
	Fail(modelstest.Fault)
	Asked() []modelstest.Asked
}

func seeing(t *testing.T) *modelstest.Ollama {
	t.Helper()
	server := modelstest.NewOllama(t)
	server.Models = append(server.Models, models.Model{Name: "llava:latest", Sees: true}, models.Model{Name: "seer:cloud", Remote: true, Host: "https://ollama.com:443", Sees: true})
	return server
}

func routed(t *testing.T, policy models.Policy) (*modelstest.OpenRouter, *models.OpenRouter) {
	t.Helper()
	server := modelstest.NewOpenRouter(t)
	guard := models.NewGuard(func() models.Policy { return policy })
	o := models.NewOpenRouter(models.OpenRouterOptions{URL: server.URL(), Guard: guard, Keys: fixedKeys{models.NewKey(modelstest.GoodKey)}})
	t.Cleanup(o.Close)
	return server, o
}

func picture() image.Image { return image.NewRGBA(image.Rect(0, 0, 30, 20)) }

// The picture arrives whole, in the shape of each service, with one of two tasks.
func TestLookSendsThePicture(t *testing.T) {
	server := seeing(t)
	router, o := routed(t, models.Policy{OpenRouter: true})
	for name, test := range map[string]struct {
		server looker
		by     models.Generator
		model  string
	}{
		"ollama":     {server, newOllama(t, server.URL(), models.Policy{}), "llava"},
		"openrouter": {router, o, "qwen/qwen2.5-vl-72b-instruct"},
	} {
		t.Run(name, func(t *testing.T) {
			test.server.Answer("A bar chart ", "of memory.\n")
			for _, transcribe := range []bool{true, false} {
				text, err := models.Look(t.Context(), test.by, test.model, picture(), transcribe)
				if err != nil || text != "A bar chart of memory." {
					t.Fatalf("%q, %v", text, err)
				}
			}
			asked := test.server.Asked()
			if len(asked) != 2 || asked[0].Messages[0].Content == asked[1].Messages[0].Content {
				t.Fatalf("asked %d times, for the same", len(asked))
			}
			for _, a := range asked {
				if len(a.Messages) != 1 || len(a.Messages[0].Pictures) != 1 {
					t.Fatalf("messages %+v", a.Messages)
				}
				got, err := jpeg.Decode(bytes.NewReader(a.Messages[0].Pictures[0]))
				if err != nil || got.Bounds().Dx() != 30 || got.Bounds().Dy() != 20 {
					t.Errorf("the picture came as %v, %v", got, err)
				}
			}
		})
	}
}

// Whatever a model says is text of bounded length.
func TestLookTakesWhatComes(t *testing.T) {
	server := seeing(t)
	o := newOllama(t, server.URL(), models.Policy{})
	for name, test := range map[string]struct {
		said []string
		want string
	}{
		"nothing":         {[]string{"NOTH", "ING."}, ""},
		"nothing, marked": {[]string{"**Nothing**\n"}, ""},
		"a word of it":    {[]string{"Nothing is lost."}, "Nothing is lost."},
		"broken letters":  {[]string{"a\xffb"}, "a\uFFFDb"}, // JSON has no others
		"HTML":            {[]string{"<script>alert(1)</script>"}, "<script>alert(1)</script>"},
	} {
		t.Run(name, func(t *testing.T) {
			server.Answer(test.said...)
			if text, err := models.Look(t.Context(), o, "llava", picture(), true); err != nil || text != test.want {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
	endless := make([]string, 2000)
	for i := range endless {
		endless[i] = strings.Repeat("wörd ", 20)
	}
	server.Answer(endless...)
	text, err := models.Look(t.Context(), o, "llava", picture(), true)
	if err != nil || len(text) < 10_000 || len(text) > 20_000 || !utf8.ValidString(text) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	server.Answer("Half of it")
	server.Fail(modelstest.Length)
	if text, err := models.Look(t.Context(), o, "llava", picture(), true); err != nil || text != "Half of it" {
		t.Errorf("cut at its limit: %q, %v", text, err)
	}
}

func TestLookFails(t *testing.T) {
	for name, test := range map[string]struct {
		model  string
		policy models.Policy
		fault  modelstest.Fault
		want   error
	}{
		"text only":                   {"tiny", models.Policy{}, modelstest.NoFault, models.ErrNoVision},
		"gone":                        {"missing", models.Policy{}, modelstest.NoFault, models.ErrModelMissing},
		"in a cloud":                  {"seer:cloud", models.Policy{}, modelstest.NoFault, models.ErrRemoteModel},
		"in a cloud, offline":         {"seer:cloud", models.Policy{Offline: true, AllowRemote: true}, modelstest.NoFault, models.ErrOffline},
		"text only, remote allowed":   {"tiny", models.Policy{AllowRemote: true}, modelstest.NoFault, models.ErrNoVision},
		"no memory":                   {"llava", models.Policy{}, modelstest.NoMemory, models.ErrNoMemory},
		"stalls":                      {"llava", models.Policy{}, modelstest.Stall, models.ErrStalled},
		"breaks off":                  {"llava", models.Policy{}, modelstest.CutMidLine, models.ErrCutOff},
		"another program":             {"llava", models.Policy{}, modelstest.NotTheServer, models.ErrBadReply},
		"a line without end":          {"llava", models.Policy{}, modelstest.Endless, models.ErrBadReply},
		"nothing said":                {"llava", models.Policy{}, modelstest.Empty, models.ErrBadReply},
		"written elsewhere after all": {"llava", models.Policy{}, modelstest.RemoteMid, models.ErrRemoteModel},
	} {
		t.Run(name, func(t *testing.T) {
			server := seeing(t)
			server.Fail(test.fault)
			o := impatientOllama(t, server.URL(), test.policy, patience(test.fault))
			if text, err := models.Look(t.Context(), o, test.model, picture(), true); !errors.Is(err, test.want) || text != "" {
				t.Errorf("%q, %v", text, err)
			}
			if n := len(server.Asked()); n > 0 && (errors.Is(test.want, models.ErrNoVision) || test.model == "seer:cloud") {
				t.Error("the picture was sent all the same")
			}
		})
	}
	server, o := routed(t, models.Policy{})
	if _, err := models.Look(t.Context(), o, "a/b", picture(), true); !errors.Is(err, models.ErrSwitchedOff) || len(server.Asked()) != 0 {
		t.Errorf("OpenRouter is off: %v", err)
	}
	gone := seeing(t)
	address := gone.URL()
	gone.Close()
	if _, err := models.Look(t.Context(), newOllama(t, address, models.Policy{}), "llava", picture(), true); !errors.Is(err, models.ErrUnreachable) {
		t.Errorf("nobody there: %v", err)
	}
}

// A server is asked once what a model can do; one that cannot say so has none that see.
func TestSees(t *testing.T) {
	server := seeing(t)
	o := newOllama(t, server.URL(), models.Policy{})
	for range 3 {
		if sees, err := o.Sees(t.Context(), "llava"); err != nil || !sees {
			t.Fatal(sees, err)
		}
		if sees, err := o.Sees(t.Context(), "tiny:latest"); err != nil || sees {
			t.Fatal(sees, err)
		}
	}
	if _, shown := server.Looked(); shown != 2 {
		t.Errorf("shown %d times", shown)
	}
	if _, err := o.Sees(t.Context(), "missing"); !errors.Is(err, models.ErrModelMissing) {
		t.Errorf("%v", err)
	}
}

// The real server says of its models that they take text only, and is then sent no picture.
func TestRealOllamaWithoutVision(t *testing.T) {
	o := realClient(t, modelstest.RealOllama(t))
	if sees, err := o.Sees(t.Context(), modelstest.RealWriter); err != nil || sees {
		t.Fatalf("%s sees: %v, %v", modelstest.RealWriter, sees, err)
	}
	if text, err := models.Look(t.Context(), o, modelstest.RealWriter, picture(), true); !errors.Is(err, models.ErrNoVision) {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := models.Look(t.Context(), o, "no-such-model", picture(), true); !errors.Is(err, models.ErrModelMissing) {
		t.Errorf("%v", err)
	}
}
