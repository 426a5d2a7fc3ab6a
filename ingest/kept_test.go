package ingest

import (
	"database/sql"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"ibid/store"
)

// passagesFail makes each writing of passages fail until it is mended.
func (c *course) passagesFail() (mend func()) {
	c.t.Helper()
	run := func(statement string) {
		c.t.Helper()
		db, err := sql.Open("sqlite3", filepath.Join(c.data, store.FileName))
		if err == nil {
			_, err = db.ExecContext(c.t.Context(), statement)
			defer db.Close()
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	run(`CREATE TRIGGER no_passages BEFORE INSERT ON passages BEGIN SELECT RAISE(ABORT, 'something is wrong'); END`)
	return func() { run(`DROP TRIGGER no_passages`) }
}

// tryOnce takes the next document to the end of one try.
func (c *course) tryOnce() {
	c.t.Helper()
	c.in.slowMay()
	job, ok, err := c.store.NextWaiting(c.t.Context(), 0, true)
	if err != nil || !ok {
		c.t.Fatalf("nothing waits: %v", err)
	}
	if err := c.in.process(c.t.Context(), job); err != nil {
		c.t.Fatal(err)
	}
}

// A try that fails after the reading is not begun again with the reading, also in another process.
func TestARetryBeginsAtTheStageThatFailed(t *testing.T) {
	for name, test := range map[string]struct {
		meanwhile func(c *course)
		opened    []string // when it is tried again
		found     string
	}{
		"as it was":             {func(*course) {}, nil, "axon"},
		"touched":               {func(c *course) { c.touch("a.pdf"); c.scan() }, nil, "axon"},
		"another version of it": {func(c *course) { c.write("a.pdf", pages("Glia.")); c.touch("a.pdf"); c.scan() }, []string{"a.pdf"}, "glia"},
		"other readers":         {func(c *course) { c.in.Readers = "2" }, []string{"a.pdf"}, "axon"},
		"too quick to be kept":  {nil, []string{"a.pdf"}, "axon"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourse(t)
			c.in.times.quiet, c.in.times.again = 0, 0
			if test.meanwhile == nil {
				c.in.times.keep = usualTimes.keep
			}
			c.write("a.pdf", pages("Axon.", "Dendrite."))
			c.scan()
			mend := c.passagesFail()
			c.tryOnce()
			if opened := c.reader.take(); !slices.Equal(opened, []string{"a.pdf"}) {
				t.Fatalf("opened at first: %v", opened)
			}
			if d := c.document("a.pdf"); d.State != store.Waiting || d.Problem.Code != Internal || c.hits("axon") != 0 {
				t.Fatalf("after the failure: %+v", d)
			}
			mend()
			times := c.in.times
			c.in = c.ingester()
			c.in.times = times
			if test.meanwhile != nil {
				test.meanwhile(c)
			}
			c.work()
			if opened := c.reader.take(); !slices.Equal(opened, test.opened) {
				t.Errorf("opened again: %v, want %v", opened, test.opened)
			}
			d := c.document("a.pdf")
			if d.State != store.Ready || d.Problem.Code != "" || d.Format != "pdf" || c.hits(test.found) != 1 {
				t.Errorf("%+v", d)
			}
			if left, err := c.store.Parts(t.Context(), d.RowID, c.in.textSource(&store.Job{Document: d})); err != nil || len(left) > 0 {
				t.Errorf("%d parts are kept though the passages are in, %v", len(left), err)
			}
		})
	}
}

// What was kept is what was read, with its places.
func TestKeptTextIsWhole(t *testing.T) {
	c := newCourse(t)
	c.write("a.pdf", "Axon.")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	job.SHA256 = "abc"
	text, err := fakeText("a.pdf", "Axon.\fDendrite.")
	if err != nil {
		t.Fatal(err)
	}
	text.Title = "Neurons"
	text.Pages[1].Label, text.Pages[1].Width, text.Pages[1].Confidence, text.Pages[1].Doubtful = "ii", 595.2, 0.7, true
	text.Pages[1].Boxes = store.Boxes{{Span: store.Span{From: 0, To: 9}, X0: 72.1, Y0: 80, X1: 120.5, Y1: 92}}
	if err := c.in.keepText(t.Context(), &job, text); err != nil {
		t.Fatal(err)
	}
	got, kept, err := c.in.keptText(t.Context(), &job)
	if err != nil || !kept || !reflect.DeepEqual(got, text) {
		t.Errorf("%v, %v\n%+v, want\n%+v", kept, err, got, text)
	}
}
