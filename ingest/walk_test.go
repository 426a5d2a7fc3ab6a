package ingest

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ibid/store"
)

func TestWalkNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{
		"emoji 🧠.md", "hash #1.md", "what?.md", "100%.md", "new\nline.md", "back\\slash.md", "über.md", "u\u0308ber.md", " lead.md",
		"quote'\".md", "semi;colon.md", "-dash.md", "\xff\xfe.md",
	}
	long := ""
	for len(long) < 196 {
		long += "x"
	}
	names = append(names, long+".md")
	for _, n := range names {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(n), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, err := walk(t.Context(), dir, "", onlyInCloud)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found.files {
		got = append(got, f.Path)
	}
	slices.Sort(names)
	slices.Sort(got)
	if !slices.Equal(got, names) {
		t.Errorf("found %q, want %q", got, names)
	}
}

func TestOddNamesAreIndexed(t *testing.T) {
	c := newCourse(t)
	names := []string{"emoji 🧠/hash #1?.md", "100%/new\nline.md", "quote'\".md", "u\u0308ber.md"}
	for _, n := range names {
		c.write(n, "The text of "+n)
	}
	c.turn()
	for _, n := range names {
		if d := c.document(n); d.State != store.Ready {
			t.Errorf("%q is %s %v", n, d.State, d.Problem)
		}
	}
}

func TestWalkLinks(t *testing.T) {
	root := t.TempDir()
	dir, outside := filepath.Join(root, "course"), filepath.Join(root, "course-private")
	for _, d := range []string{dir, outside, filepath.Join(dir, "a")} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{filepath.Join(outside, "secret.md"), filepath.Join(dir, "a", "x.md")} {
		if err := os.WriteFile(f, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for to, from := range map[string]string{
		filepath.Join(outside, "secret.md"): "secret.md",  // a file outside, in a folder whose name begins like ours
		outside:                             "private",    // a folder outside
		"..":                                "a/up",       // a loop
		"self":                              "self",       // a link to itself
		".":                                 "loop",       // a shorter one
		"a":                                 "b",          // a folder inside
		"a/x.md":                            "y.md",       // inside
		"/dev/null":                         "null",       // a device
		"nothing":                           "a/dangling", // nothing
	} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Fatal(err)
		}
	}
	found, err := walk(t.Context(), dir, "", onlyInCloud)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range found.files {
		files = append(files, f.Path)
	}
	if want := []string{"a/x.md", "y.md"}; !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	refused := make(map[string]string)
	for _, r := range found.refused {
		refused[r.Path] = r.Why.Code
	}
	want := map[string]string{
		"secret.md": LinkOutside, "private": LinkOutside, "null": LinkOutside, "self": LinkBroken, "a/dangling": LinkBroken,
		"loop": LinkFolder, "a/up": LinkFolder, "b": LinkFolder,
	}
	if !maps.Equal(refused, want) {
		t.Errorf("refused %v, want %v", refused, want)
	}
}

// A file that is replaced by a link after the scan is not followed either.
func TestLinkThatCameAfterTheScan(t *testing.T) {
	c := newCourse(t)
	secret := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(secret, []byte("Secret."), 0o666); err != nil {
		t.Fatal(err)
	}
	c.write("a.md", "Public.")
	c.scan()
	c.remove("a.md")
	if err := os.Symlink(secret, c.path("a.md")); err != nil {
		t.Fatal(err)
	}
	c.work()
	if d := c.document("a.md"); d.State != store.Skipped || d.Problem.Code != LinkOutside {
		t.Errorf("a.md is %s %v, want it skipped as %s", d.State, d.Problem, LinkOutside)
	}
	if c.hits("secret") > 0 {
		t.Error("the secret is in the index")
	}
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read %v", opened)
	}
}

// A home folder may be a module, and Ibid's own data may lie in it.
func TestTheDataFolderIsLeftOut(t *testing.T) {
	c := newCourse(t)
	c.data = c.path("Library/ibid")
	inside, err := store.Open(t.Context(), c.data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inside.Close() })
	c.store = inside
	c.module = c.add("Home", c.dir)
	c.in = c.ingester()
	c.write("Library/notes.md", "Notes.")
	if err := os.WriteFile(filepath.Join(c.data, "own.md"), []byte("Own."), 0o666); err != nil {
		t.Fatal(err)
	}
	c.turn()
	if got, want := c.listing(nil), "A Library/notes.md ready \"Notes.\"\n"; got != want {
		t.Errorf("listed:\n%swant:\n%s", got, want)
	}
	dirs, err := c.in.scan(t.Context(), c.module)
	if err != nil || !slices.Equal(dirs, []string{".", "Library"}) {
		t.Errorf("watched: %q, %v", dirs, err)
	}
}

func TestAFolderNamedLikeTheIgnoreFile(t *testing.T) {
	c := newCourse(t)
	c.write(IgnoreFile+"/x.md", "Hidden.")
	c.write("a.md", "Shown.")
	c.turn()
	if got, want := c.listing(nil), "A a.md ready \"Shown.\"\n"; got != want {
		t.Errorf("listed:\n%swant:\n%s", got, want)
	}
}

func TestWalkStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := walk(ctx, t.TempDir(), "", onlyInCloud); !errors.Is(err, context.Canceled) {
		t.Errorf("walk: %v, want it to stop", err)
	}
	if _, err := walk(t.Context(), filepath.Join(t.TempDir(), "gone"), "", onlyInCloud); !errors.Is(err, errFolderGone) {
		t.Errorf("walk of nothing: %v", err)
	}
}
