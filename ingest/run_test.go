package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"ibid/store"
)

func TestRunFollowsTheFolder(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Elaborate encoding.")
	stop := c.start()
	c.until("the first file is ready", c.state("a.md", store.Ready))
	if c.hits("elaborate") != 1 {
		t.Error("the first file is not found")
	}

	c.write("new/deep/b.md", "Testing effect.")
	c.until("a file in a new folder is ready", c.state("new/deep/b.md", store.Ready))
	c.write("new/deep/c.md", "Spacing effect.")
	c.until("a second file in that folder is ready", c.state("new/deep/c.md", store.Ready))

	c.write("a.md", "Something else entirely.")
	c.until("the changed text is found", func() bool { return c.hits("entirely") == 1 && c.hits("elaborate") == 0 })

	row := c.document("new/deep/b.md").RowID
	c.reader.take()
	c.move("new/deep", "old")
	c.until("the moved file is there", c.state("old/b.md", store.Ready))
	if got := c.document("old/b.md").RowID; got != row {
		t.Errorf("the moved file has row %d, had %d", got, row)
	}
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("the move had %v read again", opened)
	}
	c.write("old/d.md", "In a renamed folder.")
	c.until("a file in the renamed folder is ready", c.state("old/d.md", store.Ready))

	c.remove("old/b.md")
	c.until("the deleted file is forgotten", c.state("old/b.md", ""))
	if c.hits("testing") != 0 {
		t.Error("the deleted file is still found")
	}
	stop()
}

func TestRunNoticesWhatHappenedWhileClosed(t *testing.T) {
	c := newCourse(t)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		c.write(name, "The text of "+name)
	}
	stop := c.start()
	c.until("all is ready", c.settled)
	stop()
	c.reader.take()
	c.embed.take()

	c.write("a.md", "Another text.")
	c.touch("a.md")
	c.remove("b.md")
	c.move("c.md", "d.md")
	c.in = c.ingester()
	defer c.start()()
	c.until("the changes are noticed", func() bool {
		return c.hits("another") == 1 && c.state("b.md", "")() && c.state("d.md", store.Ready)() && c.settled()
	})
	if opened := c.reader.take(); !slices.Equal(opened, []string{"a.md"}) {
		t.Errorf("read %v, want only the changed file", opened)
	}
}

func TestRunNoticesModules(t *testing.T) {
	c := newCourse(t)
	defer c.start()()
	c.until("the first module is scanned", c.settled)

	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.md"), []byte("Hippocampus."), 0o666); err != nil {
		t.Fatal(err)
	}
	other := c.add("Other", dir)
	c.in.Wake()
	c.until("the new module is read", func() bool { return c.hits("hippocampus") == 1 })

	// Another process is another Store on the same file.
	elsewhere, err := store.Open(t.Context(), c.data)
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	if err := elsewhere.SetPaused(t.Context(), other.RowID, true); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "y.md"), []byte("Amygdala."), 0o666); err != nil {
		t.Fatal(err)
	}
	c.until("the file of the paused module waits", func() bool {
		d, err := c.store.DocumentByPath(t.Context(), other.RowID, "y.md")
		return err == nil && d.State == store.Waiting
	})
	if err := elsewhere.SetPaused(t.Context(), other.RowID, false); err != nil {
		t.Fatal(err)
	}
	c.until("it is read when the module goes on", func() bool { return c.hits("amygdala") == 1 })

	due := time.Now().Add(50 * time.Millisecond).UnixMilli()
	if err := elsewhere.ScheduleRemoval(t.Context(), other.RowID, due); err != nil {
		t.Fatal(err)
	}
	c.until("the module is removed", func() bool {
		_, err := c.store.ModuleByRow(t.Context(), other.RowID)
		return errors.Is(err, store.ErrNotFound)
	})
	if time.Now().UnixMilli() < due {
		t.Error("the module was removed before it was due")
	}
	for _, name := range []string{"x.md", "y.md"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Errorf("the student's file is gone: %v", err)
		}
	}
}

func TestRunKeepsWhatAVanishedDriveHeld(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Synapse.")
	defer c.start()()
	c.until("the file is ready", c.state("a.md", store.Ready))
	c.reader.take()

	away := filepath.Join(t.TempDir(), "away")
	if err := os.Rename(c.dir, away); err != nil {
		t.Fatal(err)
	}
	c.until("the file is missing", c.state("a.md", store.Missing))
	m, err := c.store.ModuleByRow(t.Context(), c.module.RowID)
	if err != nil || !m.Missing {
		t.Errorf("module %+v, %v, want it missing", m, err)
	}
	if got := c.in.Problems()[c.module.RowID]; len(got) != 1 || got[0].Code != FolderMissing {
		t.Errorf("problems %v, want %s", got, FolderMissing)
	}
	if c.hits("synapse") != 1 {
		t.Error("what was read is not found any more")
	}
	if err := os.Rename(away, c.dir); err != nil {
		t.Fatal(err)
	}
	c.until("the file is back", c.state("a.md", store.Ready))
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read %v again", opened)
	}
	c.until("the problem is over", func() bool { return len(c.in.Problems()) == 0 })
	c.write("b.md", "Axon.")
	c.until("a new file is noticed there", c.state("b.md", store.Ready))
}

func TestRunWithoutEmbedder(t *testing.T) {
	c := newCourse(t)
	c.in.Embedder = nil
	c.write("a.md", "Dendrite.")
	defer c.start()()
	c.until("the module is settled", c.settled)
	if c.hits("dendrite") != 1 {
		t.Error("the file is not found by its words")
	}
	if d := c.document("a.md"); d.State != store.KeywordReady {
		t.Errorf("state %s, want %s", d.State, store.KeywordReady)
	}
}

func TestRunWithFailingEmbedder(t *testing.T) {
	c := newCourse(t)
	c.embed.fail = errors.New("connection refused")
	c.write("a.md", "Myelin.")
	defer c.start()()
	c.until("the module is settled as far as it goes", c.settled)
	c.until("the problem is said", func() bool {
		p := c.in.Problems()[0]
		return len(p) == 1 && p[0].Code == EmbedderFailing && strings.Contains(p[0].Detail, "refused")
	})
	c.write("b.md", "Node of Ranvier.")
	c.until("reading goes on", func() bool { return c.hits("ranvier") == 1 })

	c.embed.mu.Lock()
	c.embed.fail = nil
	c.embed.mu.Unlock()
	c.until("everything is ready once it works", func() bool {
		return c.state("a.md", store.Ready)() && c.state("b.md", store.Ready)()
	})
	c.until("the problem is over", func() bool { return len(c.in.Problems()) == 0 })
}

func TestAnotherEmbedderTakesOver(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Glia.")
	defer c.start()()
	c.until("the file is ready", c.state("a.md", store.Ready))
	c.embed.mu.Lock()
	c.embed.identity = "-other"
	c.embed.mu.Unlock()
	c.in.Wake()
	c.until("the new space is searched", func() bool {
		s, err := c.store.ActiveSpace(t.Context())
		return err == nil && s.Identity == "fake-other"
	})
	c.until("the file is ready in it", c.state("a.md", store.Ready))
}

func TestChangedWhileReadingIsReadAgain(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "First version.")
	changed := false
	c.reader.after = func(path string) {
		if !changed {
			changed = true
			c.write("a.md", "Second version, longer.")
		}
	}
	defer c.start()()
	c.until("the second version is found", func() bool { return c.hits("longer") == 1 })
	if c.hits("first") != 0 {
		t.Error("the first version is in the index")
	}
	if d := c.document("a.md"); d.Tries > 0 || d.Problem.Code != "" {
		t.Errorf("tries %d, problem %v: a change is not a failure", d.Tries, d.Problem)
	}
}

// What was read while the file changed is not kept for a moment: it may be half of one version and half of another.
func TestChangedWhileReadingIsNotKept(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "First version.")
	c.touch("a.md")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	c.reader.after = func(string) { c.write("a.md", "Second version, longer.") }
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if opened := c.reader.take(); len(opened) != 1 {
		t.Fatalf("read %v: this test sees nothing", opened)
	}
	if d := c.document("a.md"); d.State != store.Waiting || d.ReadAt != 0 || c.hits("version") != 0 {
		t.Errorf("the document is %s and found %d times", d.State, c.hits("version"))
	}
}

// A file that changes while a worker has it in hand is looked at again soon: the worker may have looked at it for the last time.
func TestChangedInHandIsScannedAgain(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Glia.")
	c.scan()
	if _, ok, err := c.store.NextWaiting(t.Context(), 0, true); err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	c.scan()
	if len(c.in.hints) != 0 {
		t.Fatal("a scan that found no change asks for another")
	}
	c.write("a.md", "Glia and more.")
	c.scan()
	select {
	case h := <-c.in.hints:
		if h.module != c.module.RowID || h.gone {
			t.Errorf("%+v", h)
		}
	default:
		t.Error("nobody looks at the file again")
	}
}

// A reading that ends with the program is no failure: the document waits as if it had not been taken up.
func TestStoppedWhileReadingWaitsAgain(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Glia.")
	c.touch("a.md")
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.reader.before = func(string) { cancel() }
	if err := c.in.process(ctx, job); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if d := c.document("a.md"); d.State != store.Waiting || d.Tries != 0 || d.Problem.Code != "" {
		t.Errorf("the document is %s after %d tries, %+v", d.State, d.Tries, d.Problem)
	}
}

// A process that is killed when a new version of a file is in, but its copies not yet let go, leaves them to the next one.
func TestCopiesThatAKilledProcessLeftAreRead(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Axon.")
	c.write("b.md", "Axon.")
	c.touch("a.md")
	c.touch("b.md")
	c.turn()
	first, second := c.document("a.md"), c.document("b.md")
	if first.SameAs != 0 {
		first, second = second, first
	}
	if second.SameAs != first.RowID {
		t.Fatalf("no copy: %s", c.listing(nil))
	}
	c.write(first.Path, "Dendrite.")
	info, err := os.Stat(c.path(first.Path))
	if err != nil {
		t.Fatal(err)
	}
	first.SHA256, first.Size, first.ModTime = "another", info.Size(), info.ModTime().UnixNano()
	page := store.Page{Number: 1, Text: "Dendrite."}
	passage := store.Passage{Page: 1, Span: store.Span{To: len(page.Text)}, Text: page.Text}
	if err := c.store.WriteContent(t.Context(), first, []store.Page{page}, []store.Passage{passage}); err != nil {
		t.Fatal(err)
	}
	defer c.start()()
	c.until("the copy is read itself", func() bool { return c.hits("axon") == 1 && c.document(second.Path).SameAs == 0 })
}

func TestSameBytesAtOnceAreReadOnce(t *testing.T) {
	c := newCourse(t)
	for _, name := range []string{"a.md", "b.md", "c.md", "d.md", "e.md", "f.md"} {
		c.write(name, "The same text in each of them.")
	}
	defer c.start()()
	c.until("all are ready", c.settled)
	if opened := c.reader.take(); len(opened) != 1 {
		t.Errorf("read %v, want one of them", opened)
	}
	if embedded := c.embed.take(); len(embedded) != 1 {
		t.Errorf("embedded %d texts, want 1", len(embedded))
	}
	if c.hits("same") != 1 {
		t.Errorf("found %d times, want once", c.hits("same"))
	}
}

func TestSameTextInTwoModulesIsEmbeddedOnce(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Neuroplasticity.")
	dir := t.TempDir()
	other := c.add("Other", dir)
	if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("Neuroplasticity."), 0o666); err != nil {
		t.Fatal(err)
	}
	defer c.start()()
	c.until("both are ready", func() bool {
		d, err := c.store.DocumentByPath(t.Context(), other.RowID, "a.md")
		return err == nil && d.State == store.Ready && c.settled()
	})
	if embedded := c.embed.take(); len(embedded) != 1 {
		t.Errorf("embedded %q, want it once", embedded)
	}
}

func TestOnePassageDoesNotStopTheEmbedding(t *testing.T) {
	c := newCourse(t)
	c.fill(20)
	c.write("poison.md", "Poison.")
	c.embed.refuse = "Poison."
	c.in.times.quiet = time.Nanosecond // nothing is too young to be read in the first spell
	defer c.start()()
	c.until("the module is settled", c.settled)
	for _, d := range c.documents() {
		want := store.Ready
		if d.Path == "poison.md" {
			want = store.KeywordReady
		}
		if d.State != want {
			t.Errorf("%s is %s, want %s", d.Path, d.State, want)
		}
	}
	c.write("later.md", "A later note.")
	c.until("later files are embedded too", c.state("later.md", store.Ready))
}

func TestManyPassagesDoNotStopTheEmbedding(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Read first, so that it is embedded last.")
	c.turn()
	c.embed.identity = "-2"
	for i := range pendingLimit + 1 {
		c.write(fmt.Sprintf("poison%d.md", i), fmt.Sprintf("%d Poison.", i))
	}
	c.embed.refuse = "Poison."
	c.turn()
	space, err := c.store.EnsureSpace(t.Context(), "fake-2", 8)
	if err != nil {
		t.Fatal(err)
	}
	pending, err := c.store.Pending(t.Context(), space.RowID, 0, 1000)
	if err != nil || len(pending) != pendingLimit+1 {
		t.Errorf("%d passages lack a vector, %v; want the %d that cannot be embedded", len(pending), err, pendingLimit+1)
	}
}

// A passage that another embedder cannot take does not keep that embedder from being searched with.
func TestAnotherEmbedderTakesOverButForOnePassage(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Axon.")
	c.write("poison.md", "Poison.")
	c.turn()
	c.embed.identity, c.embed.refuse = "-2", "Poison."
	c.work()
	if s, err := c.store.ActiveSpace(t.Context()); err != nil || s.Identity != "fake-2" {
		t.Errorf("searched is %+v, %v", s, err)
	}
	for path, want := range map[string]store.State{"a.md": store.Ready, "poison.md": store.KeywordReady} {
		if d := c.document(path); d.State != want {
			t.Errorf("%s is %s, want %s", path, d.State, want)
		}
	}
	if p := c.in.Problems()[0]; len(p) != 1 || p[0].Code != EmbedderFailing {
		t.Errorf("problems %v", p)
	}
}

func TestScansFindWhatCannotBeWatched(t *testing.T) {
	c := newCourse(t)
	c.in.newWatcher = func() (*fsnotify.Watcher, error) { return nil, syscall.EMFILE }
	c.in.times.rescan = 20 * time.Millisecond
	defer c.start()()
	c.until("the problem is said", func() bool {
		p := c.in.Problems()[c.module.RowID]
		return len(p) == 1 && p[0].Code == WatchLimit
	})
	c.write("a.md", "Insula.")
	c.until("the file is found by a scan", c.state("a.md", store.Ready))
	c.remove("a.md")
	c.write("b.md", "Gyrus.")
	c.until("so is its removal", c.state("a.md", ""))
}

// A document whose time has come since a reader looked is not slept over.
func TestADocumentThatIsReadyIsNotSleptOver(t *testing.T) {
	c := newCourse(t)
	if d := c.in.untilNext(t.Context(), true); d != 0 {
		t.Errorf("with nothing to read: %s", d)
	}
	c.write("a.md", "Fornix.")
	c.scan()
	if d := c.in.untilNext(t.Context(), true); d <= 0 || d > time.Second {
		t.Errorf("with a document that may be taken up: %s, where 0 is for ever", d)
	}
}

// A file that somebody may still be writing waits until it has been left alone for a while, and is not looked at all the time.
func TestAFileThatIsBeingWrittenWaits(t *testing.T) {
	c := newCourse(t)
	c.in.times.quiet = time.Hour
	c.write("a.md", "Half of a")
	c.scan()
	job, _, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	d := c.document("a.md")
	if opened := c.reader.take(); len(opened) > 0 || d.State != store.Waiting || d.Tries != 0 {
		t.Errorf("a file written just now was opened %d times and is %s after %d tries", len(opened), d.State, d.Tries)
	}
	q, err := c.store.Queue(t.Context(), true)
	if left := time.Until(time.UnixMilli(q.NextAt)); err != nil || q.Ready || left < 59*time.Minute || left > time.Hour {
		t.Errorf("it is looked at again in %v (%+v, %v)", left, q, err)
	}

	// A copy that keeps its time has the original's once it is whole.
	c.write("a.md", "Half of a hippocampus and the other half.")
	lastYear := time.Now().AddDate(-1, 0, 0)
	if err := os.Chtimes(c.path("a.md"), lastYear, lastYear); err != nil {
		t.Fatal(err)
	}
	c.turn()
	if opened := c.reader.take(); len(opened) != 1 || c.hits("other half") != 1 {
		t.Errorf("the whole file was opened %d times and is found %d times", len(opened), c.hits("other half"))
	}
}

// A course that is unpacked into the folder comes with more events than a system keeps; none of its files is lost.
func TestTenThousandFilesAtOnce(t *testing.T) {
	c := newCourse(t)
	c.in.times.quiet, c.in.times.limit = 100*time.Millisecond, time.Second
	if err := c.store.SetPaused(t.Context(), c.module.RowID, true); err != nil { // this test is not about reading
		t.Fatal(err)
	}
	defer c.start()()
	c.until("the empty folder is scanned", c.settled)
	const many = 10_000
	for i := range many {
		c.write(fmt.Sprintf("week %d/%d.md", i%20, i), "Engram.")
	}
	c.until("all files are listed", func() bool {
		counts, err := c.store.Counts(t.Context(), c.module.RowID)
		return err == nil && counts.Waiting == many
	})
}

// A folder that holds nothing but what is never listed is scanned now and then, and not all the time.
func TestAnEmptiedFolderIsNoBusyLoop(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Pons.")
	scans := make(chan struct{}, 1000)
	c.in.Notify = func(e Event) {
		if e.Kind == Scanned {
			scans <- struct{}{}
		}
		c.events.ring()
	}
	c.in.times.returned = time.Hour
	defer c.start()()
	c.until("the file is ready", c.state("a.md", store.Ready))
	c.remove("a.md")
	c.write(".DS_Store", "x")
	c.until("the file is missing", c.state("a.md", store.Missing))
	for len(scans) > 0 {
		<-scans
	}
	c.write("b.md", "Medulla.")
	c.until("a new file is found", c.state("b.md", store.Ready))
	if n := len(scans); n > 20 {
		t.Errorf("%d scans for one new file", n)
	}
	c.until("and the old one is known to be gone", c.state("a.md", ""))
}
