package ingest

import (
	"errors"
	"slices"
	"testing"

	"ibid/store"
)

// noHash is for comparisons that need to read no file.
func noHash(string) (string, error) { return "", errors.New("the file is not to be read") }

func TestCompareByPath(t *testing.T) {
	known := store.Document{RowID: 1, Path: "a.pdf", Size: 10, ModTime: 100, State: store.Ready}
	for name, c := range map[string]struct {
		found   store.Seen
		state   store.State
		problem string
		changed bool
	}{
		"the same":                    {store.Seen{Path: "a.pdf", Size: 10, ModTime: 100}, store.Ready, "", false},
		"another size":                {store.Seen{Path: "a.pdf", Size: 11, ModTime: 100}, store.Ready, "", true},
		"another time, as long":       {store.Seen{Path: "a.pdf", Size: 10, ModTime: 101}, store.Ready, "", true},
		"an older time":               {store.Seen{Path: "a.pdf", Size: 10, ModTime: 99}, store.Ready, "", true},
		"left out by the student":     {store.Seen{Path: "a.pdf", Size: 11, ModTime: 101}, store.Excluded, "", false},
		"a link that led outside":     {store.Seen{Path: "a.pdf", Size: 10, ModTime: 100}, store.Skipped, LinkOutside, true},
		"a file that was not for us":  {store.Seen{Path: "a.pdf", Size: 10, ModTime: 100}, store.Skipped, "unsupported", false},
		"a folder that was forbidden": {store.Seen{Path: "a.pdf", Size: 10, ModTime: 100}, store.Failed, FolderDenied, true},
	} {
		d := known
		d.State, d.Problem.Code = c.state, c.problem
		scan := compare(tree{files: []store.Seen{c.found}}, []store.Document{d}, noHash)
		if got := len(scan.Changed) == 1; got != c.changed || len(scan.Added)+len(scan.Gone)+len(scan.Moved) > 0 {
			t.Errorf("%s: %+v", name, scan)
		}
	}
}

// Of documents with the same bytes the one that has the text moves, however like the file the others are: its passages keep their names.
func TestCompareMovesTheOneWithTheText(t *testing.T) {
	known := []store.Document{
		{RowID: 1, Path: "old/copy.pdf", Size: 10, ModTime: 100, SHA256: "5e", State: store.Ready, SameAs: 2},
		{RowID: 2, Path: "old/first.pdf", Size: 10, ModTime: 50, SHA256: "5e", State: store.Ready, ReadAt: 1},
	}
	found := tree{files: []store.Seen{{Path: "new/copy.pdf", Size: 10, ModTime: 100}}}
	scan := compare(found, known, func(string) (string, error) { return "5e", nil })
	if len(scan.Moved) != 1 || scan.Moved[0].Document != 2 || !slices.Equal(scan.Gone, []int64{1}) || len(scan.Added) > 0 {
		t.Errorf("%+v", scan)
	}
	scan = compare(found, known, func(string) (string, error) { return "5f", nil })
	if len(scan.Moved) != 0 || len(scan.Gone) != 2 || len(scan.Added) != 1 {
		t.Errorf("other bytes of the same size: %+v", scan)
	}
}
