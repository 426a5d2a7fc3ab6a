package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const memoryPage = "https://example.org/memory?week=3"

// snapshots lists the files under web/ of a data folder.
func snapshots(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(filepath.Join(dir, webFolder), func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(dir, file)
			found = append(found, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}

// withPage is a store with a module that has a web page.
func withPage(t *testing.T) (*Store, Module, Document) {
	t.Helper()
	s := openIn(t, t.TempDir())
	m, err := s.CreateModule(t.Context(), "Biology", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	savePage(t, s, m, "html", "<html>Memory</html>")
	return s, m, page(t, s, m)
}

func savePage(t *testing.T, s *Store, m Module, end, content string) {
	t.Helper()
	if err := s.SaveWebPage(t.Context(), m, memoryPage, end, []byte(content)); err != nil {
		t.Fatal(err)
	}
}

func page(t *testing.T, s *Store, m Module) Document {
	t.Helper()
	d, err := s.DocumentByPath(t.Context(), m.RowID, memoryPage)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSaveWebPage(t *testing.T) {
	s, m, d := withPage(t)
	if d.State != Waiting || d.Size != 19 || !strings.HasPrefix(d.Snapshot, "web/biology/example.org-memory-week-3-") || !strings.HasSuffix(d.Snapshot, ".html") {
		t.Fatalf("document %+v", d)
	}
	folder, file := s.FileOf(d, m.Dir)
	if folder != s.Dir() || string(read(t, file)) != "<html>Memory</html>" {
		t.Errorf("its file is %s in %s", file, folder)
	}
	if _, file := s.FileOf(Document{Path: "a/b.pdf"}, m.Dir); file != filepath.Join(m.Dir, "a", "b.pdf") {
		t.Errorf("a file of the folder is %s", file)
	}
	if pages, err := s.WebPages(t.Context(), m.RowID); err != nil || !slices.Equal(pages, []WebPage{{memoryPage, d.Snapshot}}) {
		t.Errorf("pages %+v, %v", pages, err)
	}
	if err := s.SaveWebPage(t.Context(), Module{RowID: 99, ID: "none"}, memoryPage, "html", nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("of no module: %v", err)
	}
	if got := snapshots(t, s.Dir()); !slices.Equal(got, []string{d.Snapshot}) {
		t.Errorf("snapshots %q", got)
	}
}

// A page that is fetched anew stays the same document, and nothing is left of a snapshot in another format.
func TestSaveWebPageAgain(t *testing.T) {
	s, m, d := withPage(t)
	if err := s.WriteContent(t.Context(), d, []Page{{Number: 1, Text: "Memory"}}, nil); err != nil {
		t.Fatal(err)
	}
	savePage(t, s, m, "pdf", "%PDF-1.4 and more of it")
	again := page(t, s, m)
	if again.RowID != d.RowID || again.State != Waiting || again.Pages != 1 || again.Size != 23 || !strings.HasSuffix(again.Snapshot, ".pdf") {
		t.Errorf("document %+v", again)
	}
	if got := snapshots(t, s.Dir()); !slices.Equal(got, []string{again.Snapshot}) {
		t.Errorf("snapshots %q", got)
	}
}

func TestRemoveWebPage(t *testing.T) {
	s, m, d := withPage(t)
	if err := s.RemoveWebPage(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Document(t.Context(), d.RowID); !errors.Is(err, ErrNotFound) {
		t.Errorf("document: %v", err)
	}
	if pages, err := s.WebPages(t.Context(), m.RowID); err != nil || len(pages) > 0 {
		t.Errorf("pages %+v, %v", pages, err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir(), webFolder)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its snapshot: %v", err)
	}
	for _, end := range []string{"", "-wal"} {
		if strings.Contains(string(read(t, s.path+end)), "example.org") {
			t.Errorf("its address is still in the database%s", end)
		}
	}
}

func TestWebPagesGoWithTheirModule(t *testing.T) {
	for name, remove := range map[string]func(s *Store, m Module) error{
		"at once": func(s *Store, m Module) error { return s.RemoveModule(t.Context(), m.RowID) },
		"later": func(s *Store, m Module) error {
			if err := s.ScheduleRemoval(t.Context(), m.RowID, 1); err != nil {
				return err
			}
			_, err := s.RemoveDue(t.Context(), m.RowID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, m, _ := withPage(t)
			other, err := s.CreateModule(t.Context(), "Physics", t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			savePage(t, s, other, "html", "Heat")
			if err := remove(s, m); err != nil {
				t.Fatal(err)
			}
			if got := snapshots(t, s.Dir()); !slices.Equal(got, []string{page(t, s, other).Snapshot}) {
				t.Errorf("snapshots %q", got)
			}
		})
	}
}

// What a process that was killed left behind is no page's, and goes.
func TestSweepSnapshots(t *testing.T) {
	s, m, d := withPage(t)
	for _, stray := range []string{"part-123", "old.html"} {
		if err := os.WriteFile(filepath.Join(s.Dir(), webFolder, m.ID, stray), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SweepSnapshots(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := snapshots(t, s.Dir()); !slices.Equal(got, []string{d.Snapshot}) {
		t.Errorf("snapshots %q", got)
	}
}

// That the folder of the module has gone does not concern its web pages: they are read all the same.
func TestWebPagesOfAMissingModule(t *testing.T) {
	s, m, d := withPage(t)
	if err := s.MarkMissing(t.Context(), m, 1); err != nil {
		t.Fatal(err)
	}
	if job, ok, err := s.NextWaiting(t.Context(), 0, false); err != nil || !ok || job.RowID != d.RowID || job.Snapshot != d.Snapshot {
		t.Errorf("job %+v, %v, %v", job, ok, err)
	}
}

func TestSnapshotName(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.org/":                           "web/m/example.org-",
		"https://example.org/../../etc/passwd":           "web/m/example.org-..-..-etc-passwd-",
		`https://example.org/a\b:c*?"<>|d`:               "web/m/example.org-a-b-c-d-",
		"https://example.org/" + strings.Repeat("é", 99): "web/m/example.org-" + strings.Repeat("é", 44) + "-",
	} {
		got := snapshotName("m", url, "html")
		if !strings.HasPrefix(got, want) || len(got) != len(want)+len("123456789012.html") {
			t.Errorf("%s: %s, want %s and a hash", url, got, want)
		}
	}
	if snapshotName("m", "http://a/", "html") == snapshotName("m", "https://a/", "html") {
		t.Error("two addresses share a snapshot")
	}
}

func TestSalvageKeepsWebPages(t *testing.T) {
	for name, test := range map[string]struct {
		table string
		kept  bool
	}{
		"their documents are lost": {"documents", true},
		"their module is lost":     {"modules", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := library(t)
			m, err := s.Module(t.Context(), "biology")
			if err != nil {
				t.Fatal(err)
			}
			savePage(t, s, m, "html", "Memory")
			snapshot, dir := page(t, s, m).Snapshot, s.Dir()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			spoil(t, dir, test.table)
			if _, err := Salvage(t.Context(), dir, "now"); err != nil {
				t.Fatal(err)
			}
			s = openIn(t, dir)
			pages, err := s.WebPages(t.Context(), m.RowID)
			if err != nil || (len(pages) == 1 && pages[0] == WebPage{memoryPage, snapshot}) != test.kept {
				t.Errorf("pages %+v, %v", pages, err)
			}
			want := filepath.FromSlash(snapshot)
			if !test.kept {
				want = filepath.Join("web.damaged-now", strings.TrimPrefix(want, webFolder))
			}
			if string(read(t, filepath.Join(dir, want))) != "Memory" {
				t.Errorf("the snapshot is not where it should be")
			}
		})
	}
}
