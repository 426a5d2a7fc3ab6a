package ingest

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ibid/store"
)

var update = flag.Bool("update", false, "rewrite the expected indexes of testdata/script")

// TestScripts runs testdata/script/*.txt: commands on a folder and the index that is expected after them.
//
//	write PATH FILE     the file FILE of the archive becomes PATH
//	copy|move FROM TO   · remove PATH · touch PATH · mkdir PATH · link TARGET PATH
//	exclude PATH        as the student does
//	turn                scan the folder, read and embed what follows from it
//	read NAME...        the names of the files that were read since the last 'read', sorted
//	embedded N          how many texts were embedded since the last 'embedded'
//	index FILE          the index is as FILE of the archive says; -update writes it there
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := newCourse(t)
	c.in.times.quiet = 0 // what the script has written is whole
	c.in.times.again = 0 // and a second try need not wait, whatever the clock says
	letters := make(map[int64]string)
	for i, line := range strings.Split(string(archive.Comment), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		arg := append(words[1:], "", "")
		switch words[0] {
		case "write":
			c.write(arg[0], string(section(t, archive, arg[1]).Data))
		case "copy":
			data, err := os.ReadFile(c.path(arg[0]))
			if err != nil {
				t.Fatal(err)
			}
			c.write(arg[1], string(data))
		case "move":
			c.move(arg[0], arg[1])
		case "remove":
			c.remove(arg[0])
		case "touch":
			c.touch(arg[0])
		case "mkdir":
			if err := os.MkdirAll(c.path(arg[0]), 0o777); err != nil {
				t.Fatal(err)
			}
		case "link":
			if err := os.Symlink(filepath.FromSlash(arg[0]), c.path(arg[1])); err != nil {
				t.Fatal(err)
			}
		case "exclude":
			if err := c.store.ExcludeDocument(t.Context(), c.document(arg[0]).RowID); err != nil {
				t.Fatal(err)
			}
		case "turn":
			c.turn()
		case "read":
			if got := c.reader.take(); !slices.Equal(got, words[1:]) {
				t.Errorf("%s:%d: read %q, want %q", file, i+1, got, words[1:])
			}
		case "embedded":
			if got := len(c.embed.take()); arg[0] != strconv.Itoa(got) {
				t.Errorf("%s:%d: embedded %d texts, want %s", file, i+1, got, arg[0])
			}
		case "index":
			want := section(t, archive, arg[0])
			got := c.listing(letters)
			if *update {
				want.Data = []byte(got)
			} else if got != string(want.Data) {
				t.Errorf("%s:%d: the index is\n%swant\n%s", file, i+1, got, want.Data)
			}
		default:
			t.Fatalf("%s:%d: unknown command %q", file, i+1, words[0])
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	checkWhole(t, c)
}

func section(t *testing.T, archive *txtar.Archive, name string) *txtar.File {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			return &archive.Files[i]
		}
	}
	t.Fatalf("no file %q in the archive", name)
	return nil
}

// checkWhole looks for documents that say what cannot be: content without having been read, a copy of nothing.
func checkWhole(t testing.TB, c *course) {
	t.Helper()
	documents := c.documents()
	for _, d := range documents {
		passages, err := c.store.PassagesOf(t.Context(), d.RowID)
		if err != nil {
			t.Fatal(err)
		}
		if len(passages) != d.Passages {
			t.Errorf("%s has %d passages, says %d", d.Path, len(passages), d.Passages)
		}
		if d.State == store.Ready && d.Passages == 0 && d.SameAs == 0 {
			t.Errorf("%s is ready with nothing in the index", d.Path)
		}
	}
}
