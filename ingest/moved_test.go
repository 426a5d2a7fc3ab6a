package ingest

import (
	"testing"

	"ibid/store"
)

// What the path of a document says about it follows the path when that changes, without the file being read again.
func TestMovedDocumentIsNamedAnew(t *testing.T) {
	c := newCourse(t)
	c.write("Week 1/penguins.txt", "They live in the south.")
	c.write("exam2019.md", "Which animals lay eggs?")
	c.write("copy/b.txt", "Glia hold neurons.")
	c.turn()
	c.write("copy/week 3.txt", "Glia hold neurons.")
	c.turn()
	if d := c.document("exam2019.md"); d.Kind != store.Exam || c.hits("penguins") != 1 {
		t.Fatalf("%s, found %d times", d.Kind, c.hits("penguins"))
	}
	c.reader.take()
	c.move("Week 1/penguins.txt", "Week 7/seabirds.txt")
	c.move("exam2019.md", "Lecture notes.md")
	c.remove("copy/b.txt") // its copy takes its place
	c.turn()
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read again: %v", opened)
	}
	for path, want := range map[string]store.Document{
		"Week 7/seabirds.txt": {Title: "seabirds", Week: 7, Kind: store.Notes},
		"Lecture notes.md":    {Title: "Lecture notes", Kind: store.Notes},
		"copy/week 3.txt":     {Title: "week 3", Week: 3, Kind: store.Notes},
	} {
		if d := c.document(path); d.Title != want.Title || d.Week != want.Week || d.Kind != want.Kind || d.State != store.Ready {
			t.Errorf("%s: %q, week %d, %s, %s", path, d.Title, d.Week, d.Kind, d.State)
		}
	}
	if c.hits("penguins") != 0 || c.hits("seabirds") != 1 {
		t.Errorf("found %d times by the old name, %d by the new one", c.hits("penguins"), c.hits("seabirds"))
	}
	if damages, err := c.store.Check(t.Context(), func(store.Part) {}); err != nil || len(damages) > 0 {
		t.Errorf("the index: %+v, %v", damages, err)
	}
}
