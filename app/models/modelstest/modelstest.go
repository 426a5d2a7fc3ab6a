// Package modelstest has servers that behave like Ollama and OpenRouter, for
// the tests of everything that asks a model: they answer what a test wants,
// fail in each way the real ones were seen to fail, and remember what they
// were asked. They listen on this computer only.
package modelstest

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"ibid/app/models"
)

// A Fault is a way to fail. The zero value is none.
type Fault int

// The faults. Where it says stream, the first piece of the answer was sent.
const (
	NoFault        Fault = iota
	Stall                // takes the request and never says a word
	StallMid             // falls silent within the stream
	CutMidLine           // the connection breaks in the middle of a line of the stream
	CutMid               // the stream ends early, between two lines
	ErrorLine            // the stream ends with an error instead of an end
	Garbage              // the stream goes on with something else
	NotTheServer         // another program answers at the address
	Endless              // a line without end
	Empty                // an end without a text before it
	Length               // the answer stops at the limit
	TooLong              // the prompt does not fit
	NoMemory             // the model does not fit
	Unfit                // the model is of another kind
	Unauthorized         // 401, quoting the key that came
	NoCredit             // 402
	TooMany              // 429
	ServerError          // 500
	BadGateway           // 502 with a page of HTML
	Redirect             // sends the request on to another address
	RemoteMid            // the stream shows that another computer writes it
	NoDone               // OpenRouter: finished, but without [DONE]
	StatusInStream       // OpenRouter: 200, and the error is the whole reply
)

// An Asked is one request for an answer as the server saw it.
type Asked struct {
	Model    string
	Messages []models.Message // with the pictures that came with them
	Options  map[string]any   // Ollama's options
	Body     map[string]any   // all fields
	Header   http.Header
}

// script is what both servers share.
type script struct {
	server *httptest.Server
	closed chan struct{} // lets stalled handlers go
	once   sync.Once

	mu     sync.Mutex
	answer func(Asked) []string
	fault  Fault
	asked  []Asked
	came   chan struct{} // gets one for each request for an answer
	left   chan struct{} // gets one for each request whose client went away
}

func (s *script) start(t testing.TB, handler http.Handler) {
	s.closed = make(chan struct{})
	s.came = make(chan struct{}, 100)
	s.left = make(chan struct{}, 100)
	s.answer = func(Asked) []string { return []string{"Sleep ", "helps ", "memory [1]."} }
	s.server = httptest.NewServer(handler)
	t.Cleanup(s.Close)
}

// Close ends the server as a crash would: open answers break off.
func (s *script) Close() {
	s.once.Do(func() {
		close(s.closed)
		s.server.CloseClientConnections()
		s.server.Close()
	})
}

// Answer sets the pieces of every following answer.
func (s *script) Answer(pieces ...string) {
	s.AnswerWith(func(Asked) []string { return pieces })
}

// AnswerWith makes each answer from its request.
func (s *script) AnswerWith(f func(Asked) []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// Fail sets how every following request fails.
func (s *script) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Asked lists the requests for an answer so far.
func (s *script) Asked() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked(nil), s.asked...)
}

// Came gets a value for each request for an answer.
func (s *script) Came() <-chan struct{} { return s.came }

// Left gets a value whenever a client goes away before the end of its answer.
func (s *script) Left() <-chan struct{} { return s.left }

// take notes a request and says what to do with it.
func (s *script) take(a Asked) ([]string, Fault) {
	s.mu.Lock()
	s.asked = append(s.asked, a)
	answer, fault := s.answer, s.fault
	s.mu.Unlock()
	signal(s.came)
	return answer(a), fault
}

func (s *script) current() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// hang holds a request until its client goes away or the server closes.
func (s *script) hang(r *http.Request) {
	select {
	case <-r.Context().Done():
		signal(s.left)
	case <-s.closed:
	}
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // nobody counts them
	}
}

// breakOff ends the connection without a proper end of the reply.
func breakOff() { panic(http.ErrAbortHandler) }

// send writes and flushes a piece of a reply.
func send(w http.ResponseWriter, text string) {
	// A client that went away is noticed by its context.
	_, _ = w.Write([]byte(text))
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func sendEndless(w http.ResponseWriter, r *http.Request) {
	block := make([]byte, 64<<10)
	for i := range block {
		block[i] = 'x'
	}
	for r.Context().Err() == nil {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func page(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	send(w, "<!doctype html><title>Router</title><p>Log in to your router\n")
}
