package ingest

import (
	"strings"
	"testing"
)

func TestIgnored(t *testing.T) {
	rules, err := parseIgnore(strings.NewReader(`
# what the course does not need
old/
*.bak
/private.md
drafts/**/secret.pdf
!keep.bak
solutions-[0-9].pdf
team?.txt
a/**/z
\#odd.md
Übung*.pdf
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		dir  bool
		want bool
	}{
		{"notes.md", false, false},
		{"old", true, true},
		{"week 1/old", true, true},
		{"old", false, false}, // a file of that name
		{"x.bak", false, true},
		{"deep/er/x.bak", false, true},
		{"keep.bak", false, false},
		{"private.md", false, true},
		{"sub/private.md", false, false},
		{"drafts/secret.pdf", false, true},
		{"drafts/a/b/secret.pdf", false, true},
		{"solutions-3.pdf", false, true},
		{"solutions-x.pdf", false, false},
		{"team1.txt", false, true},
		{"team/1.txt", false, false},
		{"a/z", false, true},
		{"a/b/c/z", false, true},
		{"#odd.md", false, true},
		{"Übung 3.pdf", false, true},
		{".git", true, true},
		{"sub/.hidden.md", false, true},
		{".DS_Store", false, true},
		{"~$Lecture 1.pptx", false, true},
		{"Lecture 1.pptx", false, false},
		{"movie.mp4.part", false, true},
		{"slides.pdf.crdownload", false, true},
		{"x.TMP", false, true},
		{"notes.md~", false, true},
		{"~notes.md", false, false},
		{"Thumbs.db", false, true},
		{"part", false, false},
		{"slides.pdf.download", true, true}, // Safari
		{"slides.pdf.aria2", false, true},
		{"slides.pdf.filepart", false, true},
		{"#notes.md#", false, true},
		{"#", false, false},
		{"notes.docx.sb-8a2b3c4d-PxZ9q1", false, true},
		{"notes.docx.sb-8a2b3c4d-PxZ9q1", true, true},
		{"a.sb-notes.md", false, false},
		{".notes.md.swo", false, true},
		{"notes.md.swo", false, true},
		{".~lock.slides.odp#", false, true},
		{"~WRL0001.tmp", false, true},
		{"my.tmp", true, false}, // a folder may be called anything
	} {
		if got := rules.ignored(c.path, c.dir); got != c.want {
			t.Errorf("ignored(%q, dir=%v) = %v, want %v", c.path, c.dir, got, c.want)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	for _, line := range []string{"*.bak", "[", "[!a]x", "a/**/b", "**", "!", "/", `\`, "[]]", "[z-a]", "x[\\]"} {
		f.Add(line, "a/b.bak")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		rules, err := parseIgnore(strings.NewReader(line))
		if err != nil {
			t.Skip(err)
		}
		rules.ignored(path, false)
		rules.ignored(path, true)
	})
}
