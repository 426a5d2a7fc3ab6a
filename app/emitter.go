package app

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	// emitEvery is how long events of one kind are gathered before they are sent: a page that draws 25 times a second
	// looks alive, and one event a token or a document would keep WebKit busy evaluating scripts.
	emitEvery = 40 * time.Millisecond
	// listEvery is how long changes of documents are gathered: for each, the page reads its list again, and a large module
	// is counted again.
	listEvery = 500 * time.Millisecond
	// maxNamed bounds the ids in one event so that it stays under 4 kB.
	maxNamed = 200
	// maxText bounds the text in one event, in bytes.
	maxText = 3000
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
	ev.Ask, ev.Seq = ask, s.seq
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
		n := min(len(s.text), maxText)
		for n < len(s.text) && s.text[n]&0xC0 == 0x80 {
			n--
		}
		s.seq++
		e.shell.Emit(EventAsk, AskEvent{Ask: ask, Seq: s.seq, Type: "text", Text: s.text[:n]})
		s.text = s.text[n:]
	}
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
		p.Rev = e.nextRev()
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
