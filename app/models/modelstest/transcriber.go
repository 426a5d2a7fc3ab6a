package modelstest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// A Sounded is one request for a transcription as the server saw it.
type Sounded struct {
	Path    string
	Fields  map[string]string
	Name    string  // of the file
	Seconds float64 // of its sound
	Rate    int
	Key     string
}

// Transcriber is a server of the shape of OpenAI's transcriptions and of whisper.cpp's.
type Transcriber struct {
	server *httptest.Server

	mu    sync.Mutex
	asked []Sounded
	reply func(http.ResponseWriter, *http.Request, Sounded)
}

// NewTranscriber starts a server that hears a sentence in every five seconds. It ends with the test.
func NewTranscriber(t testing.TB) *Transcriber {
	s := &Transcriber{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/audio/transcriptions", s.transcribe)
	mux.HandleFunc("POST /inference", s.transcribe)
	s.server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// Close ends the server.
func (s *Transcriber) Close() { s.server.CloseClientConnections(); s.server.Close() }

// URL is the address of the server, without a path.
func (s *Transcriber) URL() *url.URL {
	u, err := url.Parse(s.server.URL)
	if err != nil {
		panic(err) // httptest made it
	}
	return u
}

// ReplyWith answers each following request in another way; nil is the usual one.
func (s *Transcriber) ReplyWith(f func(http.ResponseWriter, *http.Request, Sounded)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reply = f
}

// Reply answers each following request with a text.
func (s *Transcriber) Reply(status int, text string) {
	s.ReplyWith(func(w http.ResponseWriter, _ *http.Request, _ Sounded) {
		w.WriteHeader(status)
		send(w, text)
	})
}

// Asked lists the requests so far.
func (s *Transcriber) Asked() []Sounded {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Sounded(nil), s.asked...)
}

func (s *Transcriber) transcribe(w http.ResponseWriter, r *http.Request) {
	a, err := readSounded(r)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]string{"message": err.Error()}})
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, a)
	reply := s.reply
	s.mu.Unlock()
	if reply != nil {
		reply(w, r, a)
		return
	}
	var segments []map[string]any
	for at := 0.0; at < a.Seconds; at += 5 {
		segments = append(segments, map[string]any{
			"id": len(segments), "seek": 0, "start": at, "end": min(at+5, a.Seconds), "text": fmt.Sprintf(" Satz %d über den Schlaf.", len(segments)+1),
			"tokens": []int{1, 2, 3, 4}, "temperature": 0.0, "avg_logprob": -0.25, "compression_ratio": 1.1, "no_speech_prob": 0.01,
		})
	}
	writeJSON(w, http.StatusOK, map[string]any{"task": "transcribe", "language": "german", "duration": a.Seconds, "text": "…", "segments": segments})
}

func readSounded(r *http.Request) (Sounded, error) {
	a := Sounded{Path: r.URL.Path, Fields: map[string]string{}, Key: r.Header.Get("Authorization")}
	if err := r.ParseMultipartForm(64 << 20); err != nil {
		return a, err
	}
	for name, values := range r.MultipartForm.Value {
		a.Fields[name] = values[0]
	}
	if a.Fields["response_format"] != "verbose_json" {
		return a, fmt.Errorf("response_format %q", a.Fields["response_format"])
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		return a, err
	}
	defer file.Close()
	if header.Size > 25<<20 {
		return a, fmt.Errorf("the file has %d bytes, the limit is 26214400", header.Size)
	}
	wav, err := io.ReadAll(file)
	if err != nil || len(wav) < 44 || string(wav[:4])+string(wav[8:16]) != "RIFFWAVEfmt " {
		return a, fmt.Errorf("no WAV file: %w", err)
	}
	a.Name, a.Rate = header.Filename, int(binary.LittleEndian.Uint32(wav[24:]))
	a.Seconds = float64(len(wav)-44) / 2 / float64(a.Rate)
	return a, nil
}

// Verbose is a reply with these segments.
func Verbose(segments string) string {
	var check any
	if err := json.Unmarshal([]byte(segments), &check); err != nil {
		panic(err) // a test has it wrong
	}
	return `{"task":"transcribe","language":"english","duration":9,"text":"all of it","segments":` + segments + `}`
}
