package ingest

import (
	"slices"
	"testing"

	"ibid/ingest/extract"
	"ibid/store"
)

func TestReadSubtitles(t *testing.T) {
	seen := func(names ...string) (files []store.Seen) {
		for _, name := range names {
			files = append(files, store.Seen{Path: name, Size: 10})
		}
		return files
	}
	for name, c := range map[string]struct {
		files   []store.Seen
		known   []store.Document
		instead []string // of what is not known to be read itself
		read    bool     // the subtitles are
	}{
		"beside":            {seen("a/Lecture 1.mp4", "a/lecture 1.VTT", "a/Lecture 2.mp3"), nil, []string{"a/Lecture 1.mp4"}, false},
		"with a language":   {seen("l.webm", "l.en-GB.srt"), nil, []string{"l.webm"}, false},
		"sound and film":    {seen("l.mp4", "l.m4a", "l.sbv"), nil, []string{"l.mp4", "l.m4a"}, false},
		"another name":      {seen("l.mp4", "l2.vtt", "l.notes on it.vtt"), nil, nil, false},
		"another folder":    {seen("a/l.mp4", "b/l.vtt"), nil, nil, false},
		"not a recording":   {seen("l.pdf", "l.vtt"), nil, nil, false},
		"empty":             {append(seen("l.mp4"), store.Seen{Path: "l.vtt"}), nil, nil, false},
		"known to be bad":   {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.vtt", State: store.Failed}}, nil, false},
		"left out":          {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.vtt", State: store.Excluded}}, nil, false},
		"known to be good":  {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.vtt", State: store.Ready}}, []string{"l.mp4"}, true},
		"heard, to be read": {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.mp4", State: store.Ready, ReadAt: 1}, {Path: "l.vtt", State: store.Waiting}}, nil, false},
		"a copy of heard":   {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.mp4", State: store.Ready, SameAs: 7}}, nil, false},
		"heard, read":       {seen("l.mp4", "l.vtt"), []store.Document{{Path: "l.mp4", State: store.Ready, ReadAt: 1}, {Path: "l.vtt", State: store.KeywordReady}}, []string{"l.mp4"}, true},
		"two, one read":     {seen("l.mp4", "l.de.vtt", "l.vtt"), []store.Document{{Path: "l.mp4", ReadAt: 1}, {Path: "l.vtt", State: store.Ready}}, []string{"l.mp4"}, true},
		"nothing to listen": {seen("l.vtt"), nil, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := tree{files: slices.Clone(c.files)}
			found.readSubtitles(c.known)
			var instead []string
			for _, r := range found.refused {
				if r.Why.Code != SubtitlesRead || r.State != store.Skipped || r.Instead != c.read {
					t.Errorf("%+v", r)
				}
				instead = append(instead, r.Path)
			}
			if !slices.Equal(instead, c.instead) || len(found.files)+len(instead) != len(c.files) {
				t.Errorf("instead of %v, still read %v", instead, found.files)
			}
		})
	}
}

// Subtitles that come take the place of a recording, and give it back when they go.
func TestSubtitlesComeAndGo(t *testing.T) {
	c := newCourse(t)
	c.write("lecture.mp3", "Hippocampus as it is heard.")
	c.turn()
	if d := c.document("lecture.mp3"); d.State != store.Ready || c.hits("hippocampus") != 1 {
		t.Fatalf("%s, found %d times", d.State, c.hits("hippocampus"))
	}
	c.write("lecture.vtt", "Hippocampus as it was said.")
	c.turn()
	if d := c.document("lecture.mp3"); d.State != store.Ready || !c.asksForScan() {
		t.Errorf("while the subtitles were read: %s, a scan was asked for: %t", d.State, c.asksForScan())
	}
	c.turn()
	if d := c.document("lecture.mp3"); d.State != store.Skipped || d.Problem.Code != SubtitlesRead || d.Problem.Detail != "lecture.vtt" || c.hits("hippocampus") != 1 {
		t.Errorf("%s, %v, found %d times", d.State, d.Problem, c.hits("hippocampus"))
	}
	c.reader.take()
	c.turn()
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read again: %v", opened)
	}
	c.remove("lecture.vtt")
	c.turn()
	if d := c.document("lecture.mp3"); d.State != store.Ready || c.hits("heard") != 1 {
		t.Errorf("%s, %v, found %d times", d.State, d.Problem, c.hits("heard"))
	}
}

func (c *course) asksForScan() bool {
	c.t.Helper()
	m, err := c.store.ModuleByRow(c.t.Context(), c.module.RowID)
	if err != nil {
		c.t.Fatal(err)
	}
	return m.ScannedAt == 0
}

// What was heard stays as it is found, and is not heard again, when subtitles come that cannot be read.
func TestBadSubtitlesTakeNothing(t *testing.T) {
	c := newCourse(t)
	c.write("lecture.mp3", "Hippocampus as it is heard.")
	c.turn()
	c.reader.take()
	c.write("lecture.vtt", "")
	c.write("lecture.srt", "PASSWORD")
	c.turn()
	for range 2 {
		if d := c.document("lecture.mp3"); d.State != store.Ready || c.hits("hippocampus") != 1 {
			t.Errorf("%s, %v, found %d times", d.State, d.Problem, c.hits("hippocampus"))
		}
		c.turn()
	}
	if opened := c.reader.take(); slices.Contains(opened, "lecture.mp3") {
		t.Errorf("read again: %v", opened)
	}
}

// A recording that came with subtitles is heard as soon as these turn out to be of no use.
func TestRecordingBesideBadSubtitles(t *testing.T) {
	c := newCourse(t)
	c.write("lecture.mp3", "Hippocampus as it is heard.")
	c.write("lecture.vtt", "PASSWORD")
	c.start()
	c.until("the recording is heard", c.state("lecture.mp3", store.Ready))
	if c.hits("hippocampus") != 1 {
		t.Errorf("found %d times", c.hits("hippocampus"))
	}
}

// A recording that waited for FFmpeg is looked at again once that is there, and not before.
func TestCompareWaitsForFFmpeg(t *testing.T) {
	d := store.Document{RowID: 1, Path: "a.m4a", Size: 10, State: store.Skipped, Problem: store.Failure{Code: extract.NeedsFFmpeg}}
	found := tree{files: []store.Seen{{Path: "a.m4a", Size: 10}}}
	t.Setenv("PATH", "")
	if scan := compare(found, []store.Document{d}, noHash); len(scan.Changed) != 0 {
		t.Errorf("without FFmpeg: %+v", scan)
	}
	program(t, "ffmpeg")
	if scan := compare(found, []store.Document{d}, noHash); len(scan.Changed) != 1 {
		t.Errorf("with FFmpeg: %+v", scan)
	}
}
