package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"ibid/ingest/extract"
	"ibid/store"
)

// program puts a program of a name, which does nothing, where programs are looked for.
func program(t *testing.T, name string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

// stretches hears three sentences of a recording, one a second, and is stopped after as many as it is allowed in one go.
type stretches struct {
	atOnce  int
	trouble error
	before  func() // called before each sentence; may be nil
	began   []int  // how many were known at the beginning of each go
}

var spoken = []string{"Glia hold neurons.", "Axons carry signals.", "Dendrites take them."}

func (s *stretches) listen(ctx context.Context, _ string, way extract.Way) (extract.Text, error) {
	if way.Quick {
		return extract.Text{Later: true}, nil
	}
	parts, err := way.Memory.Kept(ctx, "test")
	if err != nil {
		return extract.Text{}, err
	}
	var known []extract.Stretch
	for _, part := range parts {
		var k extract.Stretch
		if err := json.Unmarshal(part, &k); err != nil {
			return extract.Text{}, err
		}
		known = append(known, k)
	}
	s.began = append(s.began, len(known))
	first := len(known)
	for i := first; i < len(spoken); i++ {
		if i == first+s.atOnce {
			return extract.Text{}, s.trouble
		}
		if s.before != nil {
			s.before()
		}
		next := extract.Stretch{Start: float64(i), End: float64(i + 1), Sentences: []extract.SpokenSentence{{Start: float64(i), End: float64(i + 1), Text: spoken[i]}}}
		part, err := json.Marshal(next)
		if err == nil {
			err = way.Memory.Keep(ctx, "test", part, float64(i+1)/3)
		}
		if err != nil {
			return extract.Text{}, err
		}
		known = append(known, next)
	}
	page := store.Page{Number: 1, ReadBy: "speech"}
	for _, k := range known {
		from := len(page.Text)
		page.Text += k.Sentences[0].Text + " "
		page.Blocks = append(page.Blocks, store.Block{Span: store.Span{From: from, To: len(page.Text) - 1}, Kind: store.Cue, Start: k.Start, End: k.End})
	}
	page.Text = page.Text[:len(page.Text)-1]
	return extract.Text{Format: "mp3", Unit: store.UnitTime, Pages: []store.Page{page}, ReadBy: []string{"speech"}}, nil
}

// listening is a course with a recording, of which one sentence is heard in each go.
func listening(t *testing.T, trouble error) (*course, *stretches) {
	t.Helper()
	c := newCourse(t)
	c.write("lecture.mp3", "sound")
	c.touch("lecture.mp3")
	s := &stretches{atOnce: 1, trouble: trouble}
	c.in.Extract = func(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
		if extract.IsRecording(path) {
			return s.listen(ctx, path, way)
		}
		return c.reader.Read(ctx, path, way)
	}
	return c, s
}

// claimSlow claims the recording once it is known that it takes long.
func (c *course) claimSlow() store.Job {
	c.t.Helper()
	c.scan()
	for {
		job, ok, err := c.store.NextWaiting(c.t.Context(), 0, true)
		if err != nil || !ok {
			c.t.Fatalf("nothing waits: %v", err)
		}
		if job.Slow {
			return job
		}
		if err := c.in.process(c.t.Context(), job); err != nil {
			c.t.Fatal(err)
		}
	}
}

// A recording whose hearing is interrupted again and again is heard to its end: what counts as a failure is a try that gets nowhere.
func TestListeningGoesOnWhereItWas(t *testing.T) {
	c, s := listening(t, errors.New("the computer went to sleep"))
	c.turn()
	if d := c.document("lecture.mp3"); d.State != store.Ready || d.Kind != store.Transcript || d.Tries != 0 || d.Share != 0 {
		t.Fatalf("%+v", d)
	}
	if len(s.began) != 3 || s.began[1] != 1 || s.began[2] != 2 {
		t.Errorf("the goes began with %v", s.began)
	}
	for _, word := range []string{"neurons", "signals", "dendrites"} {
		if c.hits(word) != 1 {
			t.Errorf("%s is found %d times", word, c.hits(word))
		}
	}
}

// What was heard is heard anew when a part of it cannot be read any more; the next recording does not wait for that.
func TestDamagedHearing(t *testing.T) {
	c, s := listening(t, context.Canceled)
	c.scan()
	job, ok, err := c.store.NextWaiting(t.Context(), 0, true)
	if err != nil || !ok {
		t.Fatalf("nothing waits: %v", err)
	}
	sum, err := hashFile(t.Context(), c.path("lecture.mp3"))
	if err == nil {
		err = c.store.KeepPart(t.Context(), job.RowID, "listening", sum+" test", []byte("{broken"), 0.3)
	}
	if err == nil {
		err = c.store.Release(t.Context(), job.RowID, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.write("other.mp3", "sound of another")
	s.atOnce = 9
	c.turn()
	for _, name := range []string{"lecture.mp3", "other.mp3"} {
		if d := c.document(name); d.State != store.Ready {
			t.Errorf("%s: %s, %v", name, d.State, d.Problem)
		}
	}
	if !slices.Equal(s.began, []int{0, 0}) {
		t.Errorf("the goes began with %v", s.began)
	}
}

// Another version of a recording is heard from its beginning.
func TestChangedRecordingIsHeardAnew(t *testing.T) {
	c, s := listening(t, context.Canceled)
	job := c.claimSlow()
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	c.write("lecture.mp3", "other sound")
	c.touch("lecture.mp3")
	s.atOnce = 9
	c.turn()
	if len(s.began) != 2 || s.began[1] != 0 || c.document("lecture.mp3").State != store.Ready {
		t.Errorf("the goes began with %v; %+v", s.began, c.document("lecture.mp3"))
	}
}

// A recording that is excluded while it is heard is let go at once.
func TestExcludedWhileListening(t *testing.T) {
	c, s := listening(t, nil)
	job := c.claimSlow()
	if err := c.store.ExcludeDocument(t.Context(), job.RowID); err != nil {
		t.Fatal(err)
	}
	s.atOnce = 9
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if d := c.document("lecture.mp3"); d.State != store.Excluded || c.hits("neurons") != 0 {
		t.Errorf("%s, found %d times", d.State, c.hits("neurons"))
	}
}

// Slides are found by their meaning while a recording is listened to, which may take hours.
func TestVectorsDoNotWaitForListening(t *testing.T) {
	c, s := listening(t, nil)
	c.write("note.md", "Glia.")
	done := make(chan struct{})
	end := sync.OnceFunc(func() { close(done) })
	s.before = func() { <-done }
	s.atOnce = len(spoken)
	defer c.start()()
	defer end()
	c.until("the recording is in hand", c.state("lecture.mp3", store.Reading))
	c.until("the note is ready", c.state("note.md", store.Ready))
	if d := c.document("lecture.mp3"); d.State != store.Reading {
		t.Errorf("the recording is %s", d.State)
	}
	end()
	c.until("so is the recording", c.state("lecture.mp3", store.Ready))
}

// A module that is paused does not wait for an hour of listening.
func TestPausedWhileListening(t *testing.T) {
	c, s := listening(t, nil)
	s.atOnce = 9
	job := c.claimSlow()
	if err := c.store.SetPaused(t.Context(), c.module.RowID, true); err != nil {
		t.Fatal(err)
	}
	if err := c.in.process(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if d := c.document("lecture.mp3"); d.State != store.Waiting || d.Tries != 0 {
		t.Errorf("%s after %d tries", d.State, d.Tries)
	}
	if err := c.store.SetPaused(t.Context(), c.module.RowID, false); err != nil {
		t.Fatal(err)
	}
	c.turn()
	if len(s.began) != 2 || s.began[1] != 1 || c.document("lecture.mp3").State != store.Ready {
		t.Errorf("the goes began with %v; %s", s.began, c.document("lecture.mp3").State)
	}
}
