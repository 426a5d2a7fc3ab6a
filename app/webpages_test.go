package app

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browserOf is a window that notes what it would open in the browser.
type browserOf struct {
	*recorder
	opened []string
}

func (b *browserOf) OpenURL(address string) { b.opened = append(b.opened, address) }

// pageSite is a server of one page, which an App is let to, though it is on this computer.
func pageSite(t *testing.T, a *App, handler http.HandlerFunc) (address string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	a.pages = server.Client()
	a.pages.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return server.URL + "/memory"
}

// A page that is added belongs to its module, is found and opened by its address, is fetched anew on request, and goes without a rest.
func TestAddPage(t *testing.T) {
	shell := &browserOf{recorder: newRecorder()}
	a := open(t, Options{Shell: shell})
	m := add(t, a, course(t, map[string]string{"a.md": memoryCourse["spacing.md"]}), "Memory")
	text, code := "Echoic memory holds what was heard for about four seconds.", http.StatusOK
	address := pageSite(t, a, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = w.Write([]byte("<html><title>Senses</title><body><p>" + text + "</p><img src='/picture.png'></body></html>"))
	})
	d, err := a.AddPage("memory", address+"#part")
	if err != nil || d.Doc != address {
		t.Fatalf("%+v, %v", d, err)
	}
	if _, err := a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {}); err != nil {
		t.Fatal(err)
	}
	d = documentAt(t, a, m, address)
	if fetched, err := time.Parse(time.RFC3339, d.Fetched); d.Title != "Senses" || d.Kind != "web" || d.Passages == 0 || err != nil || time.Since(fetched) > time.Hour {
		t.Fatalf("%+v", d)
	}
	found, err := a.Search(SearchRequest{Question: "How long does echoic memory hold?"})
	if err != nil || len(found.Results) == 0 || found.Results[0].Doc != address || !strings.HasPrefix(found.Results[0].URL, "ibid:///open?module=memory&doc=http%3A%2F%2F") {
		t.Fatalf("%+v, %v", found.Results, err)
	}
	if source, err := a.Source(found.Results[0].URL); err != nil || source.Place.Passage != found.Results[0].Passage {
		t.Errorf("its link opens %+v, %v", source.Place, err)
	}
	if err := a.OpenOriginal(d.ID); err != nil || len(shell.opened) != 1 || shell.opened[0] != address {
		t.Errorf("opened %q, %v", shell.opened, err)
	}

	// A scan counts it as there; what is fetched anew takes the old one's place, and a failure keeps it.
	text = "Iconic memory holds what was seen for half a second, which is much shorter."
	if _, err := a.AddPage(m.Module, address); err != nil {
		t.Fatal(err)
	}
	code = http.StatusNotFound
	if _, err := a.AddPage(m.Module, address); ProblemOf(err, a.log).Code != "page_missing" {
		t.Errorf("a page that has gone: %v", err)
	}
	if _, err := a.AddFolder(m.Dir, "", false); err != nil {
		t.Fatal(err)
	}
	if _, err := a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {}); err != nil {
		t.Fatal(err)
	}
	if again := documentAt(t, a, m, address); again.ID != d.ID || again.SHA256 == d.SHA256 || again.State != "ready" && again.State != "keyword-ready" {
		t.Errorf("%+v, before %+v", again, d)
	}

	if err := a.Exclude(m.Module, strings.Replace(address, "http", "HTTP", 1)); err != nil {
		t.Fatal(err)
	}
	if docs, err := a.Documents(m.Module); err != nil || len(docs) != 1 {
		t.Errorf("%+v, %v", docs, err)
	}
	if _, err := os.Stat(filepath.Join(a.dataDir, "web")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("snapshots: %v", err)
	}
}

func documentAt(t *testing.T, a *App, m ModuleInfo, path string) DocumentInfo {
	t.Helper()
	stored, d, err := a.document(m.Module, path)
	if err != nil {
		t.Fatal(err)
	}
	return documentInfo(stored, d)
}

// A snapshot that somebody deleted is said so; what was read of it stays searchable, and adding the page again mends it.
func TestASnapshotThatIsGone(t *testing.T) {
	a := open(t, Options{})
	m := add(t, a, course(t, map[string]string{"a.md": memoryCourse["spacing.md"]}), "Memory")
	address := pageSite(t, a, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<html><p>Echoic memory holds what was heard for about four seconds.</p></html>"))
	})
	for _, want := range []string{"", "snapshot_gone", ""} {
		if want != "" {
			if err := os.RemoveAll(filepath.Join(a.dataDir, "web")); err != nil {
				t.Fatal(err)
			}
			if _, err := a.AddFolder(m.Dir, "", false); err != nil {
				t.Fatal(err)
			}
		} else if _, err := a.AddPage(m.Module, address); err != nil {
			t.Fatal(err)
		}
		if _, err := a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {}); err != nil {
			t.Fatal(err)
		}
		d := documentAt(t, a, m, address)
		if (d.Problem != nil) != (want != "") || d.Problem != nil && d.Problem.Code != want || d.Passages == 0 {
			t.Errorf("want %q: %+v, %+v", want, d, d.Problem)
		}
	}
}

func TestPagesThatAreNotAdded(t *testing.T) {
	a := open(t, Options{})
	m := add(t, a, course(t, map[string]string{"a.md": memoryCourse["spacing.md"]}), "Memory")
	for address, want := range map[string]string{
		"http://127.0.0.1:9/":        "page_private",
		"http://localhost/":          "page_private",
		"http://[::1]/":              "page_private",
		"http://192.168.1.1/":        "page_private",
		"http://169.254.169.254/":    "page_private",
		"ftp://example.org/":         "page_address",
		"https://me:pw@example.org/": "page_address",
	} {
		if _, err := a.AddPage(m.Module, address); ProblemOf(err, a.log).Code != want {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	if _, err := a.AddPage("physics", "https://example.org/"); ProblemOf(err, a.log).Code != "not_found" {
		t.Errorf("of no module: %v", err)
	}
	if docs, err := a.Documents(m.Module); err != nil || len(docs) != 1 {
		t.Errorf("%+v, %v", docs, err)
	}
	offline := open(t, Options{Offline: true})
	m = add(t, offline, course(t, map[string]string{"a.md": memoryCourse["spacing.md"]}), "Memory")
	if _, err := offline.AddPage(m.Module, "https://example.org/"); ProblemOf(err, a.log).Code != "page_offline" {
		t.Errorf("offline: %v", err)
	}
}

// A folder with nothing in it but web pages of its module is an empty folder, and no drive that was taken out.
func TestPagesOfAnEmptyFolder(t *testing.T) {
	a := open(t, Options{})
	m := add(t, a, t.TempDir(), "Memory")
	address := pageSite(t, a, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<html><p>Echoic memory holds what was heard for about four seconds.</p></html>"))
	})
	for range 2 {
		if _, err := a.AddPage(m.Module, address); err != nil {
			t.Fatal(err)
		}
		if _, err := a.AddFolder(m.Dir, "", false); err != nil {
			t.Fatal(err)
		}
		now, err := a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {})
		if err != nil || now.State == "missing" || now.Passages != 1 {
			t.Errorf("%+v, %v", now, err)
		}
	}
}
