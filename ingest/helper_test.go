package ingest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ibid/ingest/extract"
	"ibid/store"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(childEnv); mode != "" {
		os.Exit(runChild(mode))
	}
	goleak.VerifyTestMain(m)
}

// counting is a reader of plain text that counts what it opens. Some contents stand for files that cannot be read.
type counting struct {
	mu     sync.Mutex // guards what follows
	opened []string
	before func(path string) // called before a file is read; may be nil
	after  func(path string) // called when it was read
}

func (c *counting) Read(ctx context.Context, path string, _ extract.Way) (extract.Text, error) {
	c.mu.Lock()
	c.opened = append(c.opened, filepath.Base(path))
	before, after := c.before, c.after
	c.mu.Unlock()
	if before != nil {
		before(path)
	}
	if after != nil {
		defer after(path)
	}
	if err := ctx.Err(); err != nil {
		return extract.Text{}, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return extract.Text{}, err
	}
	return fakeText(path, string(data))
}

func (c *counting) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	opened := c.opened
	c.opened = nil
	slices.Sort(opened)
	return opened
}

func fakeText(path, data string) (extract.Text, error) {
	word, _, _ := strings.Cut(strings.TrimSpace(data), " ")
	switch {
	case filepath.Ext(path) == ".zip":
		return extract.Text{}, &extract.Error{Code: extract.Unsupported, Detail: "zip"}
	case data == "":
		return extract.Text{}, &extract.Error{Code: extract.Empty}
	case word == "PASSWORD":
		return extract.Text{}, &extract.Error{Code: extract.Encrypted}
	case word == "SLOW":
		return extract.Text{}, &extract.Error{Code: extract.TimedOut}
	case word == "BLIND":
		return extract.Text{}, &extract.Error{Code: extract.NotRecognised}
	case word == "DISK":
		return extract.Text{}, errors.New("input/output error")
	case word == "PANIC":
		panic("the reader met something it did not expect")
	}
	if word == "ODD" { // a block that is not in its text
		block := store.Block{Span: store.Span{From: 100, To: 200}, Kind: store.Paragraph}
		return extract.Text{Format: "txt", Unit: store.UnitHeading, Pages: []store.Page{{Number: 1, Text: "x", Blocks: []store.Block{block}}}}, nil
	}
	read := extract.Text{Format: "txt", Unit: store.UnitHeading, ReadBy: []string{"text"}}
	if filepath.Ext(path) == ".pdf" {
		read.Format, read.Unit = "pdf", store.UnitPage
	}
	for i, text := range strings.Split(strings.TrimSuffix(data, "%%EOF"), "\f") {
		text = strings.TrimSpace(text)
		page := store.Page{Number: i + 1, Text: text, ReadBy: "text"}
		page.Blocks = []store.Block{{Span: store.Span{From: 0, To: len(text)}, Kind: store.Paragraph}}
		read.Pages = append(read.Pages, page)
	}
	return read, nil
}

// fakeEmbedder makes vectors of hashes: equal texts have equal vectors.
type fakeEmbedder struct {
	mu       sync.Mutex // guards what follows
	identity string
	embedded []string
	fail     error
	refuse   string // a text that cannot be embedded
	alike    bool   // all vectors are next to the same
	before   func(texts []string)
}

func (e *fakeEmbedder) Identity(context.Context) (string, int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return "fake" + e.identity, 8, e.fail
}

func (e *fakeEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	before, fail := e.before, e.fail
	for _, text := range texts {
		if e.refuse != "" && strings.HasSuffix(text, e.refuse) {
			fail = errors.New("400 Bad Request")
		}
	}
	e.mu.Unlock()
	if before != nil {
		before(texts)
	}
	if fail != nil {
		return nil, fail
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.embedded = append(e.embedded, texts...)
	e.mu.Unlock()
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		sum := sha256.Sum256([]byte(text))
		for _, b := range sum[:8] {
			if e.alike {
				b = 100 + b%4
			}
			vectors[i] = append(vectors[i], float32(b)+1)
		}
	}
	return vectors, nil
}

func (e *fakeEmbedder) take() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	embedded := e.embedded
	e.embedded = nil
	return embedded
}

// course is a folder, a store with a module of it, and an Ingester.
type course struct {
	t      testing.TB
	dir    string
	data   string
	store  *store.Store
	module store.Module
	reader *counting
	embed  *fakeEmbedder
	in     *Ingester
	events bell // rings with each event
}

func newCourse(t testing.TB) *course {
	t.Helper()
	c := &course{t: t, dir: t.TempDir(), data: t.TempDir(), reader: &counting{}, embed: &fakeEmbedder{}, events: newBell()}
	st, err := store.Open(t.Context(), c.data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	c.store = st
	c.module = c.add("Course", c.dir)
	c.in = c.ingester()
	return c
}

func (c *course) add(name, dir string) store.Module {
	c.t.Helper()
	m, err := c.store.CreateModule(c.t.Context(), name, dir)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

func (c *course) ingester() *Ingester {
	in := New(Deps{Store: c.store, Extract: c.reader.Read, Embedder: c.embed, Notify: func(Event) { c.events.ring() }})
	in.hints = make(chan hint, 1000)
	in.times = times{
		quiet: 20 * time.Millisecond, limit: 200 * time.Millisecond, poll: 20 * time.Millisecond, rescan: time.Hour,
		returned: 20 * time.Millisecond, again: time.Millisecond, backoff: time.Millisecond, maxBack: 5 * time.Millisecond, power: time.Hour,
	}
	return in
}

func (c *course) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *course) write(name, data string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path(name), []byte(data), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// touch gives a file another time, a second later each time it is called for.
func (c *course) touch(name string) {
	c.t.Helper()
	info, err := os.Stat(c.path(name))
	if err == nil {
		later := info.ModTime().Add(time.Second)
		err = os.Chtimes(c.path(name), later, later)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *course) remove(name string) {
	c.t.Helper()
	if err := os.RemoveAll(c.path(name)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *course) move(from, to string) {
	c.t.Helper()
	err := os.MkdirAll(filepath.Dir(c.path(to)), 0o777)
	if err == nil {
		err = os.Rename(c.path(from), c.path(to))
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// turn does by hand what Run does: one scan, and everything that follows from it.
func (c *course) turn() {
	c.t.Helper()
	c.scan()
	c.work()
}

func (c *course) scan() {
	c.t.Helper()
	m, err := c.store.ModuleByRow(c.t.Context(), c.module.RowID)
	if err == nil {
		_, err = c.in.scan(c.t.Context(), m)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *course) work() {
	c.t.Helper()
	c.read()
	c.embedAll()
}

func (c *course) embedAll() {
	c.t.Helper()
	for more := true; more; {
		var err error
		if more, err = c.in.embedSome(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// read reads all documents that wait.
func (c *course) read() {
	c.t.Helper()
	ctx := c.t.Context()
	for {
		c.in.slowMay()
		job, ok, err := c.store.NextWaiting(ctx, c.in.looked.Load(), true)
		if err != nil {
			c.t.Fatal(err)
		}
		if !ok {
			next := c.in.untilNext(ctx, true)
			if next == 0 {
				break
			}
			if _, err := newBell().wait(ctx, next); err != nil {
				c.t.Fatal(err)
			}
			continue
		}
		if err := c.in.process(ctx, job); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *course) documents() []store.Document {
	c.t.Helper()
	documents, err := c.store.Documents(c.t.Context(), c.module.RowID)
	if err != nil {
		c.t.Fatal(err)
	}
	return documents
}

func (c *course) document(path string) store.Document {
	c.t.Helper()
	d, err := c.store.DocumentByPath(c.t.Context(), c.module.RowID, path)
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

// start runs the Ingester until the test, or stop, ends it.
func (c *course) start() (stop func()) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.in.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			c.t.Errorf("Run: %v", err)
		}
	})
	c.t.Cleanup(stop)
	return stop
}

// until waits, event by event, until something holds.
func (c *course) until(what string, holds func() bool) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 20*time.Second)
	defer cancel()
	for !holds() {
		// Some changes come without an event of this process, so look now and then as well.
		if _, err := c.events.wait(ctx, 50*time.Millisecond); err != nil {
			c.t.Fatalf("waited in vain until %s; documents: %s", what, c.listing(nil))
		}
	}
}

func (c *course) settled() bool {
	ok, err := settled(c.t.Context(), c.store, c.module.RowID, false)
	if err != nil {
		c.t.Fatal(err)
	}
	return ok
}

// state says whether the document at path is in a state; "" means that there is no such document.
func (c *course) state(path string, want store.State) func() bool {
	return func() bool {
		d, err := c.store.DocumentByPath(c.t.Context(), c.module.RowID, path)
		if errors.Is(err, store.ErrNotFound) {
			return want == ""
		}
		return err == nil && d.State == want
	}
}

// listing describes the documents, one a line, each with a letter for its row in the order in which rows were first seen.
func (c *course) listing(letters map[int64]string) string {
	if letters == nil {
		letters = make(map[int64]string)
	}
	documents := c.documents()
	paths := make(map[int64]string)
	for _, d := range documents {
		paths[d.RowID] = d.Path
	}
	byRow := slices.Clone(documents)
	slices.SortFunc(byRow, func(a, b store.Document) int { return int(a.RowID - b.RowID) })
	for _, d := range byRow {
		if letters[d.RowID] == "" {
			letters[d.RowID] = string(rune('A' + len(letters)))
		}
	}
	var b strings.Builder
	for _, d := range documents {
		fmt.Fprintf(&b, "%s %s %s", letters[d.RowID], d.Path, d.State)
		if d.Problem.Code != "" {
			fmt.Fprintf(&b, " %s", d.Problem.Code)
		}
		if d.SameAs != 0 {
			fmt.Fprintf(&b, " same_as=%s", paths[d.SameAs])
		}
		passages, err := c.store.PassagesOf(c.t.Context(), d.RowID)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, p := range passages {
			fmt.Fprintf(&b, " %q", p.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// hits counts the passages that a word finds.
func (c *course) hits(word string) int {
	c.t.Helper()
	hits, err := c.store.Keyword(c.t.Context(), store.KeywordQuery{Text: word, Limit: 100, Weights: [3]float64{1, 1, 1}})
	if err != nil {
		c.t.Fatal(err)
	}
	return len(hits)
}
