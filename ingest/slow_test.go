package ingest

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"ibid/ingest/extract"
	"ibid/store"
)

// What turns out to take long is read after everything else, whatever its size.
func TestSlowDocumentsComeLast(t *testing.T) {
	c := newCourse(t)
	read := c.in.Extract
	var order []string
	c.in.Extract = func(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
		if filepath.Base(path) == "scan.md" && way.Quick {
			return extract.Text{Later: true, Unseen: 1}, nil
		}
		order = append(order, filepath.Base(path))
		return read(ctx, path, way)
	}
	c.write("scan.md", "A")
	c.write("large.md", "Sleep helps to remember what was learnt.")
	c.write("small.md", "Memory has stages.")
	c.scan()
	c.read()
	if !slices.Equal(order, []string{"small.md", "large.md", "scan.md"}) {
		t.Errorf("order %v", order)
	}
	for _, d := range c.documents() {
		if d.Slow || d.Unseen != 0 || d.Tries != 0 || d.Problem.Code != "" {
			t.Errorf("%s: slow %v, %d pages unseen, %d tries, problem %+v", d.Path, d.Slow, d.Unseen, d.Tries, d.Problem)
		}
	}
}

// One reader leaves slow documents alone, and does not look at the queue again and again because of them.
func TestOneReaderIsFreeOfSlowDocuments(t *testing.T) {
	c := newCourse(t)
	c.write("scan.md", "A")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, false)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if err := c.store.Slow(t.Context(), job.RowID, 1); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := c.store.NextWaiting(t.Context(), 0, false); ok || err != nil {
		t.Errorf("it takes one all the same: %v", err)
	}
	if wait := c.in.untilNext(t.Context(), false); wait != 0 {
		t.Errorf("it looks again in %s", wait)
	}
	if reading, err := c.in.reading(t.Context()); err != nil || reading {
		t.Errorf("what is read waits for its vectors: %v", err)
	}
}

// scanned reads PDF whose first page has text and whose others are pictures, of which so many are read in one go.
type scanned struct {
	atOnce int
	looked []string
}

func (s *scanned) read(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
	text := extract.Text{Format: "pdf", Unit: store.UnitPage, ReadBy: []string{"text"}, Pages: []store.Page{
		{Number: 1, Text: "Axon.", ReadBy: "text", Blocks: []store.Block{{Span: store.Span{To: 5}, Kind: store.Paragraph}}},
		{Number: 2}, {Number: 3},
	}}
	if way.Quick {
		text.Later, text.Unseen = true, 2
		return text, nil
	}
	known, err := way.Memory.Kept(ctx, "eyes")
	if err != nil {
		return extract.Text{}, err
	}
	for i, said := range []string{"Dendrite.", "Synapse."} {
		if i >= len(known) {
			if len(s.looked) == s.atOnce {
				return extract.Text{}, errors.New("the process is killed")
			}
			s.looked = append(s.looked, said)
			if err := way.Memory.Keep(ctx, "eyes", []byte("1"), float64(i+2)/3); err != nil {
				return extract.Text{}, err
			}
		}
		text.Pages[i+1] = store.Page{Number: i + 2, Text: said, ReadBy: "ocr", Confidence: 0.9, Blocks: []store.Block{{Span: store.Span{To: len(said)}, Kind: store.Paragraph}}}
	}
	return text, nil
}

// What a document says beside its scans is found at once, the scans later, and a scan that is interrupted is not read from its first page.
func TestScansComeLaterThanText(t *testing.T) {
	c := newCourse(t)
	s := &scanned{atOnce: 1}
	c.in.Extract = s.read
	c.write("mixed.pdf", "bytes")
	c.touch("mixed.pdf") // nobody is still writing it
	c.scan()
	c.tryOnce()
	d := c.document("mixed.pdf")
	if d.State != store.Waiting || !d.Slow || d.Unseen != 2 || c.hits("axon") != 1 || c.hits("dendrite") != 0 || len(s.looked) != 0 {
		t.Fatalf("after a quick look: %+v, looked at %v", d, s.looked)
	}
	counts, err := c.store.Counts(t.Context(), c.module.RowID)
	if err != nil || counts.Waiting != 1 || counts.Later != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	if p, err := c.in.Progress(t.Context(), c.module.RowID); err != nil || p.Done != 0 || p.SecondsLeft < 2/firstSeeRate {
		t.Errorf("progress %+v, %v", p, err)
	}
	c.embedAll() // the passages of the text page
	before := c.embed.take()
	c.tryOnce() // killed after the first scan
	if d := c.document("mixed.pdf"); d.State != store.Waiting || c.hits("axon") != 1 || c.hits("dendrite") != 0 {
		t.Fatalf("after the first scan: %+v", d)
	}
	s.atOnce = 9
	c.work()
	d = c.document("mixed.pdf")
	if d.State != store.Ready || d.Unseen != 0 || d.Slow || c.hits("axon") != 1 || c.hits("dendrite") != 1 || c.hits("synapse") != 1 {
		t.Errorf("at the end: %+v", d)
	}
	if !slices.Equal(s.looked, []string{"Dendrite.", "Synapse."}) {
		t.Errorf("looked at %v", s.looked)
	}
	if after := c.embed.take(); len(before) != 1 || len(after) != 2 {
		t.Errorf("embedded %q first and %q then", before, after)
	}
	if parts, err := c.store.Parts(t.Context(), d.RowID, d.SHA256+" eyes"); err != nil || len(parts) != 0 {
		t.Errorf("%d parts are kept, %v", len(parts), err)
	}
}

// A new version with scans takes the place of the one before only when it is whole.
func TestScansOfANewVersion(t *testing.T) {
	c := newCourse(t)
	s := &scanned{atOnce: 9}
	c.in.Extract = s.read
	c.write("mixed.pdf", "bytes")
	c.turn()
	c.write("mixed.pdf", "other bytes")
	c.touch("mixed.pdf")
	c.scan()
	c.tryOnce()
	if d := c.document("mixed.pdf"); d.State != store.Waiting || d.Unseen != 2 || c.hits("dendrite") != 1 {
		t.Errorf("before the scans are read: %+v", d)
	}
	c.work()
	if d := c.document("mixed.pdf"); d.State != store.Ready || len(s.looked) != 4 {
		t.Errorf("%+v after %v", d, s.looked)
	}
}

// Only the time of a file changed that is not read to its end: its scans are still read.
func TestTouchedBeforeItsScans(t *testing.T) {
	c := newCourse(t)
	s := &scanned{atOnce: 9}
	c.in.Extract = s.read
	c.write("mixed.pdf", "bytes")
	c.touch("mixed.pdf") // nobody is still writing it
	c.scan()
	c.tryOnce()
	c.touch("mixed.pdf")
	c.turn()
	if d := c.document("mixed.pdf"); d.State != store.Ready || c.hits("synapse") != 1 {
		t.Errorf("%+v", d)
	}
}

// What was read is embedded before scans are read, and a scan in hand makes way for new passages.
func TestPassagesAreEmbeddedBeforeScans(t *testing.T) {
	c := newCourse(t)
	s := &scanned{atOnce: 9}
	c.in.Extract = func(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
		if filepath.Base(path) != "mixed.pdf" {
			return c.reader.Read(ctx, path, way)
		}
		if !way.Quick && len(s.looked) == 0 {
			if d := c.document("note.md"); d.State != store.Ready {
				t.Errorf("the scan is begun when the note is %s", d.State)
			}
			c.in.embeds.Store(true) // a file comes in
		}
		return s.read(ctx, path, way)
	}
	c.write("note.md", "Glia.")
	c.write("mixed.pdf", "bytes")
	c.start()
	c.until("all is ready", c.settled)
	if !slices.Equal(s.looked, []string{"Dendrite.", "Synapse."}) {
		t.Errorf("looked at %v", s.looked)
	}
}

// A scan that a file with text takes the place of is no longer read after everything else.
func TestChangedFileIsNotTakenForSlow(t *testing.T) {
	c := newCourse(t)
	c.write("a.pdf", "A scan. %%EOF")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, false)
	if err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	if err := c.store.Slow(t.Context(), job.RowID, 1); err != nil || !c.document("a.pdf").Slow {
		t.Fatal(err)
	}
	c.write("a.pdf", "Text in the place of the scan. %%EOF")
	c.scan()
	if d := c.document("a.pdf"); d.Slow || d.State != store.Waiting {
		t.Errorf("slow %v, %s", d.Slow, d.State)
	}
}
