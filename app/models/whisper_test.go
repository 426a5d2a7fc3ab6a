package models_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

type noKey struct{ fixedKeys }

func (noKey) Key(context.Context) (models.Key, error) { return models.Key{}, models.ErrKeyMissing }

func transcriber(t *testing.T, address string, policy models.Policy) *models.WhisperServer {
	t.Helper()
	u, err := models.WhisperURL(address)
	if err != nil {
		t.Fatal(err)
	}
	return &models.WhisperServer{Address: u, Model: "whisper-1", Language: "de", Keys: noKey{}, Guard: models.NewGuard(func() models.Policy { return policy })}
}

// aWAV is nine seconds of silence as a file.
func aWAV() []byte {
	head := "RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00"
	return append([]byte(head), make([]byte, 9*2*models.SpeechRate)...)
}

func TestWhisperServer(t *testing.T) {
	server := modelstest.NewTranscriber(t)
	for path, want := range map[string]string{"": "/v1/audio/transcriptions", "/v1/": "/v1/audio/transcriptions", "/inference": "/inference"} {
		w := transcriber(t, server.URL().String()+path, models.Policy{Offline: true})
		heard, err := w.Transcribe(t.Context(), aWAV(), 9)
		if err != nil || len(heard.Sentences) != 2 || heard.Sentences[1] != (models.Sentence{Start: 5, End: 9, Text: "Satz 2 über den Schlaf."}) || heard.Tokens != 8 || heard.LogProb != -2 {
			t.Fatalf("%+v, %v", heard, err)
		}
		asked := server.Asked()
		a := asked[len(asked)-1]
		if a.Path != want || a.Fields["model"] != "whisper-1" || a.Fields["language"] != "de" || a.Seconds != 9 || a.Rate != 16000 || a.Key != "" || a.Name != "lecture.wav" {
			t.Errorf("asked %+v", a)
		}
	}
	w := transcriber(t, server.URL().String(), models.Policy{})
	w.Keys = fixedKeys{models.NewKey("sk-secret")}
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); err != nil {
		t.Fatal(err)
	}
	if asked := server.Asked(); asked[len(asked)-1].Key != "Bearer sk-secret" {
		t.Errorf("key %q", asked[len(asked)-1].Key)
	}
}

func TestWhisperServerFails(t *testing.T) {
	server := modelstest.NewTranscriber(t)
	w := transcriber(t, server.URL().String(), models.Policy{})
	w.Keys = fixedKeys{models.NewKey("sk-secret")}
	for name, test := range map[string]struct {
		status int
		text   string
		want   error // nil = what comes is used
	}{
		"times backwards":    {200, modelstest.Verbose(`[{"start":8,"end":2,"text":"a"},{"start":1,"end":1e99,"text":"b"}]`), nil},
		"times of no kind":   {200, modelstest.Verbose(`[{"start":null,"text":"a"}]`), nil},
		"text alone":         {200, `{"text":"all of it"}`, nil},
		"NaN":                {200, `{"text":"a","segments":[{"start":NaN,"end":1,"text":"a"}]}`, models.ErrBadReply},
		"a word for a time":  {200, modelstest.Verbose(`[{"start":"0:00","text":"a"}]`), models.ErrBadReply},
		"HTML":               {200, "<!doctype html><title>Router</title>", models.ErrBadReply},
		"nothing":            {200, "", models.ErrBadReply},
		"an error as answer": {200, `{"error":"failed to read WAV"}`, models.ErrBadReply},
		"too much":           {200, `{"text":"` + strings.Repeat("x", 5<<20) + `"}`, models.ErrBadReply},
		"another server":     {404, "<p>not here</p>", models.ErrBadReply},
		"no such model":      {404, `{"error":{"message":"The model whisper-9 does not exist","code":"model_not_found"}}`, models.ErrModelMissing},
		"wrong key":          {401, `{"error":{"message":"Incorrect API key provided: sk-secret"}}`, models.ErrKeyRejected},
		"no credit":          {402, `{"error":{"message":"Pay"}}`, models.ErrQuota},
		"too many":           {429, `{"error":{"message":"Slow down"}}`, models.ErrBusy},
		"it fails":           {500, `{"error":"out of memory"}`, models.ErrServer},
		"it sends on":        {307, "", models.ErrBadReply},
	} {
		t.Run(name, func(t *testing.T) {
			server.Reply(test.status, test.text)
			heard, err := w.Transcribe(t.Context(), aWAV(), 9)
			if !errors.Is(err, test.want) || test.want == nil && len(heard.Sentences) == 0 {
				t.Fatalf("%+v, %v", heard, err)
			}
			if err != nil && strings.Contains(err.Error(), "sk-secret") {
				t.Errorf("the key is in %v", err)
			}
			at := 0.0
			for _, s := range heard.Sentences {
				if s.Start < at || s.End < s.Start || s.End > 9 {
					t.Errorf("sentence %+v", s)
				}
				at = s.Start
			}
		})
	}
	server.ReplyWith(func(w http.ResponseWriter, r *http.Request, _ modelstest.Sounded) {
		for block := []byte(strings.Repeat(" ", 1<<16)); r.Context().Err() == nil; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); !errors.Is(err, models.ErrBadReply) {
		t.Errorf("without end: %v", err)
	}
	server.ReplyWith(func(_ http.ResponseWriter, r *http.Request, _ modelstest.Sounded) { <-r.Context().Done() })
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := w.Transcribe(short, aWAV(), 9); !errors.Is(err, models.ErrStalled) {
		t.Errorf("silent: %v", err)
	}
	server.Close()
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); !errors.Is(err, models.ErrUnreachable) {
		t.Errorf("nobody there: %v", err)
	}
}

// A transcriber on another host is a model on another computer.
func TestWhisperServerElsewhere(t *testing.T) {
	for name, test := range map[string]struct {
		address string
		policy  models.Policy
		want    error
	}{
		"another host":          {"https://api.openai.com/v1", models.Policy{OpenRouter: true}, models.ErrRemoteModel},
		"another host, offline": {"https://api.openai.com/v1", models.Policy{AllowRemote: true, Offline: true}, models.ErrOffline},
		"a name like ours":      {"http://127.0.0.1.nip.io:8080", models.Policy{}, models.ErrRemoteModel},
		"key in the open":       {"http://192.0.2.1:8080", models.Policy{AllowRemote: true}, models.ErrKeyRejected},
	} {
		w := transcriber(t, test.address, test.policy)
		w.Keys = fixedKeys{models.NewKey("sk-secret")}
		if _, err := w.Transcribe(t.Context(), aWAV(), 9); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{"", "box", "ftp://box", "http://", "http://user:pw@box"} {
		if u, err := models.WhisperURL(bad); err == nil {
			t.Errorf("%q: %v", bad, u)
		}
	}
}

// whisperCLI is a program that takes the arguments of whisper-cli.
func whisperCLI(t *testing.T, answer string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a shell script")
	}
	path := filepath.Join(t.TempDir(), "whisper-cli")
	script := `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -f) test -s "$2" || exit 3; shift ;;
    -of) out=$2; shift ;;
    -l) test "$2" = de || exit 4; shift ;;
    -m) test "$2" = ggml.bin || exit 5; shift ;;
    -t) shift ;;
    -oj|-np) ;;
    *) exit 6 ;;
  esac
  shift
done
` + answer
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhisperProgram(t *testing.T) {
	good := `printf '{"transcription":[{"offsets":{"from":500,"to":2500},"text":" Schlaf hilft."}]}' > "$out.json"`
	for name, test := range map[string]struct {
		answer string
		want   error
	}{
		"as it should":    {good, nil},
		"writes nothing":  {"exit 0", models.ErrBadReply},
		"fails":           {"echo 'no such model' >&2; exit 1", models.ErrServer},
		"writes HTML":     {`echo '<html>' > "$out.json"`, models.ErrBadReply},
		"writes too much": {`head -c 5000000 /dev/zero > "$out.json"`, models.ErrBadReply},
		"takes too long":  {"exec sleep 60", models.ErrStalled},
		"talks a lot":     {"head -c 1000000 /dev/zero >&2; " + good, nil},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if errors.Is(test.want, models.ErrStalled) {
				short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
				defer cancel()
				ctx = short
			}
			dir := filepath.Join(t.TempDir(), "sounds")
			w := &models.WhisperProgram{Path: whisperCLI(t, test.answer), Model: "ggml.bin", Language: "de", Dir: dir}
			heard, err := w.Transcribe(ctx, aWAV(), 9)
			if !errors.Is(err, test.want) {
				t.Fatalf("%+v, %v", heard, err)
			}
			if err == nil && (len(heard.Sentences) != 1 || heard.Sentences[0] != (models.Sentence{Start: 0.5, End: 2.5, Text: "Schlaf hilft."})) {
				t.Errorf("%+v", heard)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
	w := &models.WhisperProgram{Path: filepath.Join(t.TempDir(), "none"), Dir: t.TempDir()}
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); !errors.Is(err, models.ErrUnreachable) {
		t.Errorf("no program: %v", err)
	}
}

type brokenKeyring struct{ models.Keys }

func (brokenKeyring) Key(context.Context) (models.Key, error) {
	return models.Key{}, fmt.Errorf("%w: no D-Bus", models.ErrKeyring)
}

// Without a keyring a server that wants no key is used, and where one is wanted the keyring is to blame.
func TestWhisperServerWithoutKeyring(t *testing.T) {
	server := modelstest.NewTranscriber(t)
	w := transcriber(t, server.URL().String(), models.Policy{})
	w.Keys = brokenKeyring{}
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); err != nil {
		t.Error(err)
	}
	server.Reply(401, `{"error":{"message":"Incorrect API key"}}`)
	if _, err := w.Transcribe(t.Context(), aWAV(), 9); !errors.Is(err, models.ErrKeyring) || errors.Is(err, models.ErrKeyRejected) {
		t.Errorf("%v", err)
	}
}
