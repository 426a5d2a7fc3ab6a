package ingest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ibid/store"
)

func TestCheck(t *testing.T) {
	root := t.TempDir()
	for _, d := range []string{"home/courses/bio/week 1", "home/courses/bio2", "home/.data/models", "drive", "other"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	if err := os.WriteFile(at("home/courses/bio2/notes.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at("home/courses/bio"), at("other/link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at("drive"), at("other/drive")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", at("home"))
	bio := store.Module{RowID: 1, Name: "Biology", Dir: at("home/courses/bio")}
	chemistry := store.Module{RowID: 2, Name: "Chemistry", Dir: at("drive/chemistry")}
	for _, c := range []struct {
		dir       string
		code      string // "" = fine
		where     string // FolderError.Dir
		confirmed bool
	}{
		{dir: "home/courses/bio2"},
		{dir: "home/courses/bio", code: IsModule},
		{dir: "other/link", code: IsModule, where: "home/courses/bio"},
		{dir: "home/courses/bio/week 1", code: InsideModule},
		{dir: "home/courses", code: AroundModule},
		{dir: "home/courses/bio2/notes.md", code: NotAFolder, where: "home/courses/bio2"},
		{dir: "nowhere", code: NotThere},
		{dir: "drive/chemistry", code: FolderMissing},
		{dir: "other/drive/chemistry", code: FolderMissing},
		{dir: "drive/chemistry/week 1", code: NotThere},
		{dir: "home/.data", code: IsDataFolder},
		{dir: "home/.data/models", code: IsDataFolder},
		{dir: "other"},
	} {
		got, err := Check(t.Context(), at(c.dir), []store.Module{bio, chemistry}, at("home/.data"), c.confirmed)
		if c.code == "" {
			if err != nil || got != at(c.dir) {
				t.Errorf("Check(%s) = %q, %v", c.dir, got, err)
			}
			continue
		}
		var fe *FolderError
		if !errors.As(err, &fe) || fe.Code != c.code {
			t.Errorf("Check(%s): %v, want %s", c.dir, err, c.code)
			continue
		}
		if c.where == "" {
			c.where = c.dir
		}
		if fe.Dir != at(c.where) {
			t.Errorf("Check(%s): the error is about %s, want %s", c.dir, fe.Dir, at(c.where))
		}
		if about := fe.Module.Name != ""; about != (c.code == IsModule || c.code == InsideModule || c.code == AroundModule || c.code == FolderMissing) {
			t.Errorf("Check(%s): module %q", c.dir, fe.Module.Name)
		}
	}

	for _, dir := range []string{"home", "."} {
		if _, err := Check(t.Context(), at(dir), nil, at("home/.data"), false); !errors.Is(err, &FolderError{Code: ConfirmHome}) {
			t.Errorf("Check(%s): %v, want it to ask first", dir, err)
		}
		if _, err := Check(t.Context(), at(dir), nil, at("home/.data"), true); err != nil {
			t.Errorf("Check(%s) when confirmed: %v", dir, err)
		}
	}
	if _, err := Check(t.Context(), "/", nil, "", false); !errors.Is(err, &FolderError{Code: ConfirmHome}) {
		t.Errorf("Check(/): %v, want it to ask first", err)
	}
}

func TestHasMoreFiles(t *testing.T) {
	dir := t.TempDir()
	for i := range 30 {
		sub := filepath.Join(dir, fmt.Sprint(i%3), "deep")
		if err := os.MkdirAll(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprint(i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	more := func(limit int) bool {
		many, err := hasMoreFiles(t.Context(), dir, limit)
		if err != nil {
			t.Fatal(err)
		}
		return many
	}
	if more(30) || !more(29) {
		t.Errorf("30 files are more than 30: %v, more than 29: %v", more(30), more(29))
	}
	if err := os.WriteFile(filepath.Join(dir, IgnoreFile), []byte("/1/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if more(20) || !more(19) {
		t.Error("files that are left out are counted")
	}
}

// A folder that is not there, or cannot be listed any more, is told with the module whose it is.
func TestLostFolderNamesItsModule(t *testing.T) {
	m := store.Module{RowID: 7, Name: "Memory", Dir: filepath.Join(t.TempDir(), "gone")}
	for from, want := range map[string]string{NotThere: FolderMissing, FolderDenied: FolderDenied} {
		var got *FolderError
		err := orMissing(&FolderError{Code: from, Dir: m.Dir}, m.Dir, []store.Module{m})
		if !errors.As(err, &got) || got.Code != want || got.Module.RowID != m.RowID {
			t.Errorf("%s: %v", from, err)
		}
	}
}
