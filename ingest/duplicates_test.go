package ingest

import (
	"strings"
	"testing"

	"ibid/store"
)

const lecture = `Encoding turns what we perceive into a trace. Storage keeps that trace over time, and retrieval brings it back when a cue fits.
	Deep processing leaves a stronger trace than shallow processing, because meaning links the new item with much that is known already.
	Sleep after learning stabilises memories; interference from similar lists weakens them, whereas spaced practice makes recall easier.`

// original says what the first passage of a document is a copy of, by the path of its document; "" when of nothing.
func (c *course) original(path string) string {
	c.t.Helper()
	copies, err := c.store.CopiesIn(c.t.Context(), c.document(path).RowID)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(copies) == 0 {
		return ""
	}
	found, err := c.store.PassagesByRow(c.t.Context(), []int64{copies[0].Original})
	if err != nil {
		c.t.Fatal(err)
	}
	return string(copies[0].Level) + " as " + found[copies[0].Original].Document.Path
}

func (c *course) originals(want map[string]string) {
	c.t.Helper()
	for path, w := range want {
		if got := c.original(path); got != w {
			c.t.Errorf("%s is %q, want %q", path, got, w)
		}
	}
}

// Passages are compared when they have their vectors, new ones with those that are there; when the original goes, a copy takes its
// place.
func TestCopiesAreFound(t *testing.T) {
	c := newCourse(t)
	c.embed.alike = true
	c.write("a.md", lecture)
	c.write("other.md", "Synapses carry signals between neurons.")
	c.turn()
	c.originals(map[string]string{"a.md": "", "other.md": ""})

	c.write("b.md", strings.ToUpper(lecture))
	c.write("c.md", strings.Replace(lecture, "fits", "matches", 1))
	c.write("number.md", lecture+" It took 3 weeks.")
	c.turn()
	c.originals(map[string]string{"a.md": "", "b.md": "same as a.md", "c.md": "near as a.md", "number.md": ""})
	if !c.settled() {
		t.Error("the course is not settled")
	}

	c.remove("a.md")
	c.scan()
	if c.settled() {
		t.Error("settled before the copies were compared")
	}
	c.work()
	c.originals(map[string]string{"b.md": "", "c.md": "near as b.md", "number.md": ""})

	c.write("a.md", lecture)
	c.turn()
	c.originals(map[string]string{"a.md": "same as b.md", "b.md": ""})
}

// Without nearness in meaning there is no near copy.
func TestCopiesAreNearInMeaning(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", lecture)
	c.write("c.md", strings.Replace(lecture, "fits", "matches", 1))
	c.turn()
	c.originals(map[string]string{"a.md": "", "c.md": ""})
}

// Two modules with the same bytes: they are read once and embedded once, and each module has its own passages.
func TestBytesOfAnotherModuleAreNotReadAgain(t *testing.T) {
	c := newCourse(t)
	other := c.add("Other", t.TempDir())
	c.write("a.md", lecture)
	c.turn()
	c.reader.take()
	c.embed.take()

	one := *c
	c.module, c.dir = other, other.Dir
	c.write("sub/copy.md", lecture)
	c.turn()
	if opened := c.reader.take(); len(opened) != 0 {
		t.Errorf("read again: %q", opened)
	}
	d := c.document("sub/copy.md")
	if d.State != store.Ready || d.Passages != 1 || d.Title != "copy" {
		t.Errorf("%+v", d)
	}
	c.originals(map[string]string{"sub/copy.md": ""}) // a copy is one of its own module only
	if err := c.store.ExcludeDocument(t.Context(), one.document("a.md").RowID); err != nil {
		t.Fatal(err)
	}
	if n := c.hits("retrieval"); n != 1 {
		t.Errorf("%d passages are left when what was read first goes: %s", n, c.listing(nil))
	}
}
