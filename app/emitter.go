package app

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	// emitEvery is how long events of one kind are gathered before they are sent: a page that draws 25 times a second
	// looks alive, and one event a token or a document would keep WebKit busy evaluating scripts.
	emitEvery = 40 * time.Millisecond
	// listEvery is how long changes of documents are gathered: for each, the page reads them again, and a large
	// module is counted again.
	listEvery = 500 * time.Millisecond
	// The next three keep an event under 4 kB whatever is in it; lengths are in bytes of JSON.
	maxNamed = 100  // documents, of up to 20 digits
	maxText  = 3500 // the text of an answer; the rest goes into the next event
	maxWords = 1500 // the name of a file, a notice or the detail of a problem: what is longer is cut
)

// emitter gathers events and sends them to the shell. The last event of an answer is never dropped or delayed.
type emitter struct {
	shell Shell
	count func(module string) (Progress, error) // how far a module has come
	wake  chan struct{}

	mu      sync.Mutex // guards what follows
	rev     int64
	modules bool
	docs    map[string]map[int64]bool
	listed  time.Time // when docs was sent last
	answers map[string]*answerStream
}

// answerStream is the text of one answer that has not been sent yet.
type answerStream struct {
	seq  int
	text string
}

func newEmitter(shell Shell, count func(module string) (Progress, error)) *emitter {
	return &emitter{
		shell: shell, count: count, wake: make(chan struct{}, 1),
		docs: map[string]map[int64]bool{}, answers: map[string]*answerStream{},
	}
}

// run sends what was gathered until ctx is done, and once more then.
func (e *emitter) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			e.flush()
			return
		case <-e.wake:
		}
		select {
		case <-ctx.Done():
		case <-time.After(emitEvery):
		}
		e.flush()
	}
}

func (e *emitter) poke() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

func (e *emitter) modulesChanged() {
	e.mu.Lock()
	e.modules = true
	e.mu.Unlock()
	e.poke()
}

// documentChanged tells of a document; 0 stands for several that are not named.
func (e *emitter) documentChanged(module string, id int64) {
	e.mu.Lock()
	if e.docs[module] == nil {
		e.docs[module] = map[int64]bool{}
	}
	e.docs[module][id] = true
	e.mu.Unlock()
	e.poke()
}

// answerText adds to the text of an answer.
func (e *emitter) answerText(ask, text string) {
	e.mu.Lock()
	e.stream(ask).text += text
	e.mu.Unlock()
	e.poke()
}

// answerEvent sends what text there is, then ev, at once. An answer ends with "done" or "failed".
func (e *emitter) answerEvent(ask string, ev AskEvent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.stream(ask)
	e.sendText(ask, s)
	s.seq++
	ev.Ask, ev.Seq, ev.Notice = ask, s.seq, clip(ev.Notice)
	if ev.Problem != nil {
		p := *ev.Problem
		p.Detail = clip(p.Detail)
		ev.Problem = &p
	}
	e.shell.Emit(EventAsk, ev)
	if ev.Type == "done" || ev.Type == "failed" {
		delete(e.answers, ask)
	}
}

// stream returns the stream of an answer; e.mu is held.
func (e *emitter) stream(ask string) *answerStream {
	s := e.answers[ask]
	if s == nil {
		s = &answerStream{}
		e.answers[ask] = s
	}
	return s
}

// sendText sends the gathered text in pieces that are small enough, cut at character borders; e.mu is held.
func (e *emitter) sendText(ask string, s *answerStream) {
	for s.text != "" {
		n := fitting(s.text, maxText)
		s.seq++
		e.shell.Emit(EventAsk, AskEvent{Ask: ask, Seq: s.seq, Type: "text", Text: s.text[:n]})
		s.text = s.text[n:]
	}
}

// clip cuts words that are longer than an event takes.
func clip(s string) string {
	if n := fitting(s, maxWords); n < len(s) {
		return s[:n] + "…"
	}
	return s
}

// fitting is how many bytes of s, in whole characters, take at most so many bytes as JSON: it writes some characters as six.
func fitting(s string, most int) int {
	for i, r := range s {
		size := utf8.RuneLen(r)
		switch {
		case r < ' ', strings.ContainsRune("<>&\u007f\u2028\u2029", r), r == utf8.RuneError:
			size = 6
		case r == '"', r == '\\':
			size = 2
		}
		if most -= size; most < 0 {
			return i
		}
	}
	return len(s)
}

func (e *emitter) flush() {
	e.mu.Lock()
	modules := e.modules
	e.modules = false
	for ask, s := range e.answers {
		e.sendText(ask, s)
	}
	docs := e.takeDocs()
	e.mu.Unlock()
	for module, ids := range docs {
		ev := DocumentsChanged{Module: module, IDs: []int64{}}
		if len(ids) <= maxNamed && !ids[0] {
			ev.IDs = slices.Sorted(maps.Keys(ids))
		}
		ev.Rev = e.nextRev()
		e.shell.Emit(EventDocuments, ev)
		p, err := e.count(module)
		if err != nil {
			continue // it has gone since
		}
		p.Rev, p.Current = e.nextRev(), clip(p.Current[strings.LastIndexByte(p.Current, '/')+1:])
		e.shell.Emit(EventProgress, p)
		modules = modules || p.Done == p.Total // its state is another one now
	}
	if modules {
		e.shell.Emit(EventModules, struct{}{})
	}
}

// takeDocs hands out the changed documents, unless some were sent just now: then they wait, and the emitter is woken when it
// is time. e.mu is held.
func (e *emitter) takeDocs() map[string]map[int64]bool {
	if len(e.docs) == 0 {
		return nil
	}
	if left := listEvery - time.Since(e.listed); left > 0 {
		time.AfterFunc(left, e.poke)
		return nil
	}
	docs := e.docs
	e.docs, e.listed = map[string]map[int64]bool{}, time.Now()
	return docs
}

func (e *emitter) nextRev() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rev++
	return e.rev
}
