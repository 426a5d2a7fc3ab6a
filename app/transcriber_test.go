package app

import (
	"cmp"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/app/models"
	"ibid/app/models/modelstest"
	"ibid/app/settings"
	"ibid/ingest/extract"
)

// sounds is the folder of recorded speech.
func sounds(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(cmp.Or(os.Getenv("IBID_SHARED"), filepath.Join("..", "..", "shared")), "corpora", "audio")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recordings: %v", err)
	}
	return dir
}

// withTranscriber is an app that has recordings heard by a server.
func withTranscriber(t *testing.T, language string) (*App, *modelstest.Transcriber) {
	t.Helper()
	a, server := withSpeech(t), modelstest.NewTranscriber(t)
	t.Setenv(models.TranscriberKeyVariable, server.URL().Host+" sk-of-the-transcriber")
	s := a.Settings()
	s.Transcriber = settings.Transcriber{With: "server", Address: server.URL().String(), Language: language}
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	return a, server
}

// remembering is what is kept of a recording.
type remembering map[string][][]byte

func (m remembering) Kept(_ context.Context, identity string) ([][]byte, error) {
	return m[identity], nil
}

func (m remembering) Keep(_ context.Context, identity string, part []byte, _ float64) error {
	m[identity] = append(m[identity], part)
	return nil
}

// A long recording goes to the transcriber in pieces cut at silences; what it says has the times of the recording. One that failed
// goes on after the last piece.
func TestATranscriberHearsALongRecording(t *testing.T) {
	once, err := os.ReadFile(filepath.Join(sounds(t), "longform-derived", "LJ001_1-32.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "long.mp3") // over seven minutes
	if err := os.WriteFile(path, append(once, once...), 0o600); err != nil {
		t.Fatal(err)
	}
	a, server := withTranscriber(t, "de")
	reader := extract.NewReader(extract.Options{Speech: a.listener})
	kept := remembering{}
	server.ReplyWith(func(w http.ResponseWriter, r *http.Request, s modelstest.Sounded) {
		server.Reply(http.StatusInternalServerError, `{"error":"out of memory"}`) // for the second
		w.WriteHeader(http.StatusOK)
		if _, err := w.Write([]byte(modelstest.Verbose(`[{"start":1,"end":2,"text":"Der Anfang."},{"start":200,"end":201,"text":"Und mehr."}]`))); err != nil {
			t.Error(err)
		}
	})
	if _, err := reader.ReadBy(t.Context(), path, extract.Way{Memory: kept}); extract.Code(err) != extract.Unheard {
		t.Fatalf("%v", err)
	}
	if p, fails := a.listener.problem(); !fails || p.Code != "transcriber_failing" || !strings.Contains(p.Detail, "error") {
		t.Errorf("%+v", p)
	}
	server.ReplyWith(nil)
	before := len(server.Asked())
	text, err := reader.ReadBy(t.Context(), path, extract.Way{Memory: kept})
	if err != nil {
		t.Fatal(err)
	}
	if _, fails := a.listener.problem(); fails {
		t.Error("the problem stays though it works again")
	}
	asked := server.Asked()
	if before != 2 || asked[0].Seconds == asked[before].Seconds || asked[0].Seconds > 240 || asked[0].Seconds < 200 {
		t.Errorf("%d requests before, then %+v", before, asked)
	}
	page := text.Pages[0]
	if !strings.HasPrefix(page.Text, "Der Anfang. Und mehr. Satz 1 über den Schlaf.") || page.ReadBy != "speech" || page.Doubtful {
		t.Errorf("%.200q", page.Text)
	}
	last := 0.0
	for _, b := range page.Blocks {
		if b.Start < last || b.End < b.Start {
			t.Fatalf("cue from %v to %v after %v", b.Start, b.End, last)
		}
		last = b.Start
	}
	if first := page.Blocks[2].Start; first < 230 || first > 300 { // silence between the stretches was not sent
		t.Errorf("the second piece begins at %v", first)
	}
	if asked[0].Fields["language"] != "de" || asked[0].Key != "Bearer sk-of-the-transcriber" {
		t.Errorf("%+v", asked[0])
	}
}

// Where English may be spoken the model in the binary takes over, and it is said why.
func TestTheModelInTheBinaryStandsIn(t *testing.T) {
	path := filepath.Join(sounds(t), "ljspeech", "LJ001-0007.wav")
	a, server := withTranscriber(t, "")
	server.Reply(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key"}}`)
	m := add(t, a, course(t, map[string]string{"notes.md": "Sleep helps."}), "Memory")
	for range 2 {
		text, err := hear(t, a, path)
		if err != nil || !strings.Contains(text.Pages[0].Text, " the ") {
			t.Fatalf("%+v, %v", text, err)
		}
	}
	if n := len(server.Asked()); n != 1 {
		t.Errorf("%d requests: one that does not work is left alone for a while", n)
	}
	info, err := a.module(m.Module)
	if err != nil || len(info.Problems) != 1 || info.Problems[0].Code != "transcriber_failing" || !strings.Contains(info.Problems[0].Detail, "did not accept the key") {
		t.Errorf("%+v, %v", info.Problems, err)
	}
	if text := text(t, info); strings.Contains(text, "sk-of") {
		t.Errorf("the key is in %s", text)
	}
	s := a.Settings()
	s.Transcriber.Model = "another"
	server.ReplyWith(nil)
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	if text, err := hear(t, a, path); err != nil || !strings.Contains(text.Pages[0].Text, "Satz 1") {
		t.Errorf("after a change it is not tried: %+v, %v", text, err)
	}
}

// A transcriber on another host hears nothing unless that is allowed.
func TestATranscriberElsewhereIsRefused(t *testing.T) {
	path := filepath.Join(sounds(t), "ljspeech", "LJ001-0007.wav")
	a, _ := withTranscriber(t, "de")
	s := a.Settings()
	s.Transcriber.Address = "https://api.openai.com/v1"
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	if _, err := hear(t, a, path); extract.Code(err) != extract.Unheard {
		t.Errorf("%v", err)
	}
	if p, fails := a.listener.problem(); !fails || !strings.Contains(p.Detail, "not allowed") {
		t.Errorf("%+v", p)
	}
	for _, attempt := range a.guard.Attempts() {
		if !attempt.Refused {
			t.Errorf("%+v", attempt)
		}
	}
}

// Which program is started is chosen in the system's own dialog; the page cannot name one.
func TestThePageCannotChooseAProgram(t *testing.T) {
	shell := newRecorder()
	a := open(t, Options{Shell: shell})
	if path, err := a.PickTranscriber(); path != "" || err != nil {
		t.Fatalf("%q, %v for a student who changed their mind", path, err)
	}
	s := a.Settings()
	s.Transcriber = settings.Transcriber{With: "program", Program: "/bin/evil"}
	if err := a.SaveSettings(s); err == nil || a.Settings().Transcriber.With != "" {
		t.Errorf("a program that nobody picked: %+v, %v", a.Settings().Transcriber, err)
	}
	shell.program = "/opt/whisper-cli"
	if path, err := a.PickTranscriber(); path != shell.program || err != nil {
		t.Fatalf("%q, %v", path, err)
	}
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	if got := a.Settings().Transcriber; got.With != "program" || got.Program != shell.program {
		t.Errorf("%+v", got)
	}
}

// What a Whisper program is to hear lies in the data folder, and what a killed process left there is removed.
func TestTheSoundOfAKilledProcessIsRemoved(t *testing.T) {
	a := open(t, Options{})
	left := filepath.Join(a.dataDir, "sounds", "1234")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	whisper, err := a.whisper(settings.Transcriber{With: "program", Program: "/opt/whisper-cli"})
	if program, ok := whisper.(*models.WhisperProgram); err != nil || !ok || program.Dir != filepath.Dir(left) {
		t.Errorf("%+v, %v", whisper, err)
	}
	add(t, a, course(t, map[string]string{"notes.md": "Sleep helps."}), "Memory")
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("left behind: %v", err)
	}
}

// That a transcriber failed is said for as long as it is left alone, not until the next recording comes.
func TestAFailureOfATranscriberPasses(t *testing.T) {
	a := open(t, Options{})
	a.listener.note(models.ErrStalled)
	if _, fails := a.listener.problem(); !fails {
		t.Error("the failure is not said")
	}
	a.listener.until = time.Now().Add(-time.Second)
	if p, fails := a.listener.problem(); fails {
		t.Errorf("%+v though it would be tried again", p)
	}
}
