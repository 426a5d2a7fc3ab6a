package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/store"
)

// waiting makes the files of a course passages without vectors, ordered by their text.
func (c *course) waiting(files map[string]string) (store.Space, []store.PendingPassage) {
	c.t.Helper()
	for name, text := range files {
		c.write(name, text)
		c.touch(name)
	}
	c.scan()
	c.read()
	identity, dim, err := c.embed.Identity(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	space, err := c.store.EnsureSpace(c.t.Context(), identity, dim)
	if err != nil {
		c.t.Fatal(err)
	}
	pending, err := c.store.Pending(c.t.Context(), space.RowID, 0, 1000)
	if err != nil {
		c.t.Fatal(err)
	}
	slices.SortFunc(pending, func(a, b store.PendingPassage) int { return strings.Compare(a.Text, b.Text) })
	return space, pending
}

// Each passage gets the vector of its own text, also where equal texts were embedded once.
func TestEachPassageGetsItsOwnVector(t *testing.T) {
	c := newCourse(t)
	// Two files with the same text and other bytes are no copies.
	space, pending := c.waiting(map[string]string{"a/x.md": "Axon.", "b/x.md": "Axon.\n", "c/y.md": "Dendrite.", "d/z.md": "Synapse."})
	if len(pending) != 4 || inputText(pending[0]) != inputText(pending[1]) {
		t.Fatalf("%d passages, %q and %q", len(pending), inputText(pending[0]), inputText(pending[1]))
	}
	if err := c.in.embedBatch(t.Context(), space, pending); err != nil {
		t.Fatal(err)
	}
	if embedded := c.embed.take(); len(embedded) != 3 {
		t.Errorf("%d texts were embedded, want 3", len(embedded))
	}
	for _, p := range pending {
		vectors, err := c.embed.EmbedPassages(t.Context(), []string{inputText(p)})
		if err != nil {
			t.Fatal(err)
		}
		hits, err := c.store.Nearest(t.Context(), space.RowID, store.KNN{Query: vectors[0], Limit: 4})
		if err != nil || len(hits) != 4 {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		i := slices.IndexFunc(hits, func(h store.Hit) bool { return h.Passage == p.RowID })
		if hits[i].Score < 0.99999 {
			t.Errorf("%q has a vector at %g of its own", p.Text, hits[i].Score)
		}
		sum := sha256.Sum256([]byte(inputText(p)))
		if p.InputHash != hex.EncodeToString(sum[:]) {
			t.Errorf("%q: what is embedded is not what its hash names", p.Text)
		}
	}
}

// A text that has its vector already in another document is not embedded again.
func TestTextThatIsKnownIsNotEmbedded(t *testing.T) {
	c := newCourse(t)
	c.waiting(map[string]string{"a/x.md": "Axon."})
	c.work()
	c.embed.take()
	c.waiting(map[string]string{"b/x.md": "Axon.\n"})
	c.work()
	if embedded := c.embed.take(); len(embedded) != 0 {
		t.Errorf("%q was embedded again", embedded)
	}
	if !c.state("b/x.md", store.Ready)() {
		t.Errorf("it has no vector: %s", c.listing(nil))
	}
}

// short is an embedder that loses a vector.
type short struct{ *fakeEmbedder }

func (e short) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.fakeEmbedder.EmbedPassages(ctx, texts)
	return vectors[:len(vectors)-1], err
}

// Where an embedder gives another number of vectors than there were texts, nobody knows whose they are.
func TestLostVectorsAreNotKept(t *testing.T) {
	c := newCourse(t)
	space, pending := c.waiting(map[string]string{"a.md": "Axon.", "b.md": "Dendrite."})
	c.in.Embedder = short{c.embed}
	if err := c.in.embedBatch(t.Context(), space, pending); err == nil || !strings.Contains(err.Error(), "gave 1 vectors") {
		t.Errorf("error %v", err)
	}
	left, err := c.store.Pending(t.Context(), space.RowID, 0, 10)
	if err != nil || len(left) != 2 {
		t.Errorf("%d passages have no vector, want 2 (%v)", len(left), err)
	}
}

// A file that comes while passages are embedded is read after the batch in hand: being found by words goes first.
func TestReadingGoesBeforeTheNextBatch(t *testing.T) {
	c := newCourse(t)
	files := make(map[string]string)
	for i := range batchTexts + 10 {
		files[fmt.Sprintf("%d.md", i)] = fmt.Sprintf("Number %d.", i)
	}
	c.waiting(files)
	c.embed.before = func([]string) {
		c.write("late.md", "Late.")
		c.scan()
	}
	more, err := c.in.embedSome(t.Context())
	if err != nil || more {
		t.Errorf("more is %v, %v", more, err)
	}
	if n := len(c.embed.take()); n == 0 || n > batchTexts {
		t.Errorf("%d texts were embedded before the new file was read", n)
	}
}

// Embed makes up for vectors that are lost, though files wait to be read, and opens none of them.
func TestEmbedReadsNothing(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Thalamus.")
	c.turn()
	c.reader.take()
	c.embed.take()
	c.write("b.md", "Cortex.")
	c.scan()
	pages, err := c.store.Pages(t.Context(), c.document("a.md").RowID)
	if err != nil {
		t.Fatal(err)
	}
	again := c.document("a.md")
	again.Title = "Another title" // its vector is lost
	passages, err := c.store.PassagesOf(t.Context(), again.RowID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range passages {
		passages[i].InputHash = ""
	}
	if err := c.store.WriteContent(t.Context(), again, pages, passages); err != nil {
		t.Fatal(err)
	}
	var left []int
	if err := c.in.Embed(t.Context(), func(n int) { left = append(left, n) }); err != nil {
		t.Fatal(err)
	}
	if got := c.embed.take(); len(got) != 1 || !slices.Equal(left, []int{1, 0}) {
		t.Errorf("embedded %q, left %v", got, left)
	}
	if opened := c.reader.take(); len(opened) > 0 || c.document("b.md").State != store.Waiting {
		t.Errorf("read %q", opened)
	}
	c.embed.fail = errors.New("not there")
	if err := c.in.Embed(t.Context(), func(int) {}); err != nil {
		t.Errorf("with nothing to do the embedder is asked: %v", err)
	}
}
