package app

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"ibid/app/models"
	"ibid/app/models/modelstest"
	"ibid/ingest"
)

// withVision is a server with a model that takes pictures, which the settings name.
func withVision(t *testing.T, a *App) *modelstest.Ollama {
	t.Helper()
	server := withOllama(t, a)
	server.Models = append(server.Models, models.Model{Name: "llava:latest", Sees: true})
	s := a.Settings()
	s.Vision = "ollama:llava"
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	return server
}

// chartPNG is a picture with bars and no word.
func chartPNG(t *testing.T) string {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 400, 300))
	for y := range 300 {
		for x := range 400 {
			picture.SetGray(x, y, color.Gray{Y: 255})
			if x/40%2 == 0 && y > 300-x/2 {
				picture.SetGray(x, y, color.Gray{})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const saidOfChart = "A bar chart: the quokka population of the island doubles every seventh winter."

// What a model said of a picture is found, and wherever it is shown it is said who described it.
func TestWhatAModelDescribesIsMarked(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	server := withVision(t, a)
	server.Answer(saidOfChart)
	m := add(t, a, course(t, map[string]string{"chart.png": chartPNG(t), "notes.md": memoryCourse["spacing.md"]}), "Memory")
	var chart DocumentInfo
	shell.until(t, "the chart is described", func() bool {
		docs, err := a.Documents(m.Module)
		if err != nil {
			t.Fatal(err)
		}
		chart = docs[slices.IndexFunc(docs, func(d DocumentInfo) bool { return d.Doc == "chart.png" })]
		return len(chart.Described) == 1
	})
	if !slices.Equal(chart.ReadBy, []string{"vision"}) || chart.Problem != nil || len(chart.Doubtful) != 0 {
		t.Errorf("document %+v", chart)
	}
	x, err := a.Ask(t.Context(), AskRequest{Question: "How often does the quokka population of the island double?", Model: "local"}, quiet)
	if err != nil || !x.Answered {
		t.Fatalf("%+v, %v", x, err)
	}
	if !strings.HasPrefix(x.Answer, "Described by ollama:llava: “") {
		t.Errorf("answer %q", x.Answer)
	}
	if x.Citations[0].DescribedBy != "ollama:llava" || x.Citations[0].Doc != "chart.png" || x.Sentences[0].DescribedBy != "ollama:llava" {
		t.Errorf("citation %+v, sentence %+v", x.Citations[0], x.Sentences[0])
	}
	server.Answer("The population doubles every seventh winter [1].")
	x, err = a.Ask(t.Context(), AskRequest{Question: "How often does the quokka population of the island double?", Model: "ollama:tiny"}, quiet)
	if err != nil || x.Mode != "generated" || x.Sentences[0].DescribedBy != "ollama:llava" {
		t.Errorf("%+v, %v", x, err)
	}
	asked := server.Asked()
	if prompt := asked[len(asked)-1].Messages; !strings.Contains(prompt[len(prompt)-1].Content, "a picture described by ollama:llava, not the words of the document") {
		t.Errorf("the writer is not told: %q", prompt[len(prompt)-1].Content)
	}
	s, err := a.Source(x.Citations[0].Passage)
	if err != nil || s.Page.ReadBy != "vision" || len(s.Page.Blocks) != 1 || s.Page.Blocks[0].By != "ollama:llava" || s.Place.DescribedBy != "ollama:llava" {
		t.Errorf("source %+v, %v", s, err)
	}
}

func lookAt(t *testing.T, a *App) (said <-chan string, failed <-chan error) {
	texts, errs := make(chan string, 1), make(chan error, 1)
	go func() {
		model, _ := a.viewer.Model()
		text, err := a.viewer.Look(t.Context(), model, image.NewGray(image.Rect(0, 0, 9, 9)), true)
		texts <- text
		errs <- err
	}()
	return texts, errs
}

// A question that comes just before the picture is in hand is not missed.
func TestAPictureDoesNotBeginDuringAQuestion(t *testing.T) {
	a := open(t, Options{})
	withVision(t, a).Answer(saidOfChart)
	defer a.viewer.question()()
	if text, err := a.viewer.lookHere(t.Context(), "llava", image.NewGray(image.Rect(0, 0, 9, 9)), true); !errors.Is(err, errGivesWay) {
		t.Errorf("%q, %v", text, err)
	}
}

// Ollama does one thing after the other: a question does not wait for minutes behind a picture, which is looked at afterwards.
func TestAPictureGivesWayToAQuestion(t *testing.T) {
	a := open(t, Options{})
	server := withVision(t, a)
	server.Fail(modelstest.Stall)
	said, failed := lookAt(t, a)
	<-server.Came()
	through := a.viewer.question()
	<-server.Left()
	server.Fail(modelstest.NoFault)
	server.Answer(saidOfChart)
	second := a.viewer.question()
	through()
	if n := len(server.Asked()); n != 1 {
		t.Errorf("it was looked at while a question was answered: %d requests", n)
	}
	second()
	if text, err := <-said, <-failed; err != nil || text != saidOfChart {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAPictureEndsWithTheChoiceOfItsModel(t *testing.T) {
	a := open(t, Options{})
	server := withVision(t, a)
	server.Fail(modelstest.Stall)
	said, failed := lookAt(t, a)
	<-server.Came()
	s := a.Settings()
	s.Vision = ""
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	if text, err := <-said, <-failed; err == nil || text != "" {
		t.Errorf("%q, %v", text, err)
	}
}

// An error of one picture leaves the others; one of the model stands until it is mended, and says what to do.
func TestWhyNothingIsSeen(t *testing.T) {
	a := open(t, Options{})
	server := withVision(t, a)
	look := func(model string) error {
		_, err := a.viewer.Look(t.Context(), model, image.NewGray(image.Rect(0, 0, 9, 9)), true)
		return err
	}
	server.Fail(modelstest.ServerError)
	if err := look("ollama:llava"); !errors.Is(err, ingest.ErrNotSeen) {
		t.Errorf("one that failed: %v", err)
	}
	server.Fail(modelstest.NotTheServer)
	if err := look("ollama:llava"); err == nil || errors.Is(err, ingest.ErrNotSeen) {
		t.Errorf("another program: %v", err)
	}
	server.Fail(modelstest.NoFault)
	for model, want := range map[string]error{"ollama:tiny": models.ErrNoVision, "ollama:huge:cloud": models.ErrRemoteModel, "openrouter:a/b": models.ErrSwitchedOff} {
		if err := look(model); !errors.Is(err, want) || errors.Is(err, ingest.ErrNotSeen) {
			t.Errorf("%s: %v", model, err)
		}
	}
	for _, m := range a.HealthContext(context.Background()).Ollama.Models {
		if m.Sees != (m.Name == "llava:latest") {
			t.Errorf("%s sees: %v", m.Name, m.Sees)
		}
	}
}
