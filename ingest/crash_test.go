package ingest

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/store"
)

// The crash tests start this test binary again as a child that ingests, and kill it.
const (
	childEnv  = "IBID_INGEST_CHILD" // what the child does, see runChild
	childData = "IBID_INGEST_DATA"
)

// runChild ingests the store of the data folder for ever, and tells on standard output what it does. Modes:
//
//	run         just that
//	read N      block at the opening of the files after the first N
//	embed N     block at the embedding of the batch after the first N
//	bomb        die at the opening of bomb.md, and be slow with the others so that one of them is in hand then
func runChild(mode string) int {
	var mu sync.Mutex // guards what follows
	say := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	opened, batches := 0, 0
	words := strings.Fields(mode)
	limit := 0
	if len(words) > 1 {
		limit, _ = strconv.Atoi(words[1])
	}
	reader := &counting{before: func(path string) {
		mu.Lock()
		defer mu.Unlock()
		opened++
		if words[0] == "read" && opened > limit {
			say("blocked %s", filepath.Base(path))
			mu.Unlock()
			select {}
		}
		say("open %s", filepath.Base(path))
		if words[0] == "bomb" && filepath.Base(path) == "bomb.md" {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			say("%v", err)
			select {}
		}
		if words[0] == "bomb" {
			mu.Unlock()
			<-time.After(20 * time.Millisecond)
			mu.Lock()
		}
	}}
	embedder := &fakeEmbedder{before: func(texts []string) {
		mu.Lock()
		defer mu.Unlock()
		batches++
		if words[0] == "embed" && batches > limit {
			say("blocked")
			mu.Unlock()
			select {}
		}
		say("embed %d", len(texts))
	}}
	st, err := store.Open(context.Background(), os.Getenv(childData))
	if err != nil {
		say("%v", err)
		return 1
	}
	in := New(Deps{Store: st, Extract: reader.Read, Embedder: embedder})
	in.times.backoff, in.times.quiet = time.Millisecond, time.Millisecond
	say("ready")
	if err := in.Run(context.Background()); err != nil {
		say("%v", err)
	}
	return 1
}

// child is a process that ingests.
type child struct {
	t     testing.TB
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func (c *course) child(mode string) *child {
	c.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+mode, childData+"="+c.data)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	ch := &child{c.t, cmd, bufio.NewScanner(out)}
	c.t.Cleanup(func() { ch.kill() })
	return ch
}

// kill ends the child as a power cut would.
func (c *child) kill() {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill() // it may be dead already, which is all that is wanted
		_ = c.cmd.Wait()
	}
}

// until reads what the child says until enough lines have come that begin with the word, and returns all lines.
func (c *child) until(word string, n int) []string {
	c.t.Helper()
	var lines []string
	for n > 0 && c.lines.Scan() {
		lines = append(lines, c.lines.Text())
		if strings.HasPrefix(c.lines.Text(), word) {
			n--
		}
	}
	if n > 0 {
		c.t.Fatalf("the child ended after %q", lines)
	}
	return lines
}

func named(lines []string, word string) []string {
	var names []string
	for _, l := range lines {
		if name, ok := strings.CutPrefix(l, word+" "); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// fill writes n files with different texts and returns their names.
func (c *course) fill(n int) []string {
	var names []string
	for i := range n {
		name := fmt.Sprintf("note%03d.md", i)
		c.write(name, fmt.Sprintf("Fact number %d about the brain.", i))
		names = append(names, name)
	}
	return names
}

func (c *course) finish() {
	c.t.Helper()
	c.in = c.ingester()
	stop := c.start()
	c.until("all is ready", c.settled)
	stop()
	for _, d := range c.documents() {
		if d.State != store.Ready {
			c.t.Errorf("%s is %s %v", d.Path, d.State, d.Problem)
		}
	}
	checkWhole(c.t, c)
}

func TestKilledAfterSomeDocuments(t *testing.T) {
	for _, k := range []int{0, 1, 7, 18} {
		t.Run(strconv.Itoa(k), func(t *testing.T) {
			c := newCourse(t)
			names := c.fill(20)
			before := c.files()
			ch := c.child("read " + strconv.Itoa(k))
			lines := ch.until("blocked", readers) // both readers are blocked: everything before is committed
			ch.kill()
			done := named(lines, "open")
			if len(done) != k {
				t.Fatalf("the child read %v before it blocked, want %d", done, k)
			}
			c.finish()
			want := slices.DeleteFunc(names, func(n string) bool { return slices.Contains(done, n) })
			if got := c.reader.take(); !slices.Equal(got, want) {
				t.Errorf("after the crash %v were read, want only what had not been, %v", got, want)
			}
			if after := c.files(); after != before {
				t.Errorf("the student's files changed:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

func TestKilledWhileEmbedding(t *testing.T) {
	c := newCourse(t)
	n := batchTexts*2 + 10
	c.fill(n)
	ch := c.child("embed 1")
	lines := ch.until("blocked", 1)
	ch.kill()
	done, err := strconv.Atoi(named(lines, "embed")[0])
	if err != nil || done == 0 {
		t.Fatalf("the child said %q", lines)
	}
	c.finish()
	if got := c.reader.take(); len(got) > 0 {
		t.Errorf("%v were read again", got)
	}
	if got := len(c.embed.take()); got != n-done {
		t.Errorf("%d texts were embedded after the crash, want the %d that had not been", got, n-done)
	}
}

func TestKilledAgainAndAgain(t *testing.T) {
	c := newCourse(t)
	const files, rounds = 60, 12
	c.fill(files)
	opened := 0
	for range rounds {
		ch := c.child("run")
		lines := ch.until("open", 1+rand.IntN(4))
		ch.kill()
		for ch.lines.Scan() {
			lines = append(lines, ch.lines.Text())
		}
		opened += len(named(lines, "open"))
	}
	c.finish()
	opened += len(c.reader.take())
	if most := files + rounds*readers; opened > most {
		t.Errorf("%d files were opened %d times in %d crashes, want at most %d", files, opened, rounds, most)
	}
}

func TestADocumentThatKillsIsGivenUp(t *testing.T) {
	c := newCourse(t)
	names := c.fill(5)
	c.write("bomb.md", "Boom.")
	var opened []string
	for range maxTries {
		ch := c.child("bomb")
		var lines []string
		for ch.lines.Scan() {
			lines = append(lines, ch.lines.Text())
		}
		ch.kill()
		opened = append(opened, named(lines, "open")...)
	}
	if n := len(slices.DeleteFunc(slices.Clone(opened), func(n string) bool { return n != "bomb.md" })); n != maxTries {
		t.Fatalf("the bomb was opened %d times in %v", n, opened)
	}
	c.in = c.ingester()
	stop := c.start()
	c.until("all is settled", c.settled)
	stop()
	if got := c.reader.take(); slices.Contains(got, "bomb.md") {
		t.Errorf("the bomb was opened again: %v", got)
	}
	if d := c.document("bomb.md"); d.State != store.Failed || d.Problem.Code != Crashed {
		t.Errorf("the bomb is %s %v, want it failed as %s", d.State, d.Problem, Crashed)
	}
	for _, n := range names {
		if d := c.document(n); d.State != store.Ready {
			t.Errorf("%s is %s %v: it was taken down by its neighbour", n, d.State, d.Problem)
		}
	}
}

func TestKilledWhileRemoving(t *testing.T) {
	c := newCourse(t)
	c.fill(150)
	c.turn()
	if err := c.store.ScheduleRemoval(t.Context(), c.module.RowID, 1); err != nil {
		t.Fatal(err)
	}
	whole := len(c.documents())
	for range 8 {
		ch := c.child("run")
		ch.until("ready", 1)
		<-time.After(time.Duration(rand.IntN(25)) * time.Millisecond) // somewhere before, in or after the removal
		ch.kill()
		if n := len(c.documents()); n != whole && n != 0 {
			t.Fatalf("%d of %d documents are left: half a removal", n, whole)
		}
	}
	last, err := store.Open(t.Context(), c.data)
	if err != nil {
		t.Fatal(err)
	}
	c.store = last
	c.in = c.ingester()
	stop := c.start()
	c.until("the module is removed", func() bool {
		modules, err := c.store.Modules(t.Context())
		return err == nil && len(modules) == 0
	})
	stop()
	if err := last.Close(); err != nil { // what the end of the work has cut short
		t.Fatal(err)
	}
	files, err := os.ReadDir(c.data)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(c.data, f.Name()))
		if err == nil && strings.Contains(string(data), "about the brain") {
			t.Errorf("words of the removed module are in %s", f.Name())
		}
	}
}

// files describes the course folder to the last byte and time.
func (c *course) files() string {
	c.t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(c.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %s %s", path, info.Mode(), info.ModTime().Format(time.RFC3339Nano))
		if info.Mode().IsRegular() {
			sum, err := hashFile(c.t.Context(), path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %d %s", info.Size(), sum)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return b.String()
}
