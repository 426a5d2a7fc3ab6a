package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// world is a set-up in a temporary folder whose npm and python are scripts that hand out prepared archives.
type world struct {
	setup
	t     *testing.T
	said  []string
	store string // where the clients find the archives
}

func newWorld(t *testing.T) *world {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the clients of this test are shell scripts")
	}
	dir := t.TempDir()
	w := &world{t: t, store: filepath.Join(dir, "registry")}
	w.setup = setup{
		manifest: filepath.Join(dir, "manifest.json"), cache: filepath.Join(dir, "cache"), assets: filepath.Join(dir, "assets"),
		system: "linux", arch: "amd64", say: func(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) },
	}
	bin := filepath.Join(dir, "bin")
	w.must(os.MkdirAll(w.store, 0o755), os.MkdirAll(bin, 0o755))
	script := []byte("#!/bin/sh\necho \"$0 $*\" >>" + w.store + "/calls\ncp " + w.store + "/*.* .\n")
	w.must(os.WriteFile(filepath.Join(bin, "npm"), script, 0o755), os.WriteFile(filepath.Join(bin, "python3"), script, 0o755))
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	return w
}

func (w *world) must(errs ...error) {
	w.t.Helper()
	for _, err := range errs {
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// publish puts a .tgz with one file in the registry.
func (w *world) publish(path, text string) (sum string) {
	w.t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	entries := tar.NewWriter(z)
	w.must(entries.WriteHeader(&tar.Header{Name: path, Size: int64(len(text)), Mode: 0o644}))
	_, err := entries.Write([]byte(text))
	w.must(err, entries.Close(), z.Close(), os.WriteFile(filepath.Join(w.store, "thing-1.tgz"), b.Bytes(), 0o644))
	return hash(b.Bytes())
}

// want writes a manifest of one archive with one file for linux/amd64.
func (w *world) want(archive, text string) {
	w.t.Helper()
	m := manifest{Artefacts: []artefact{{
		Name: "Thing", Version: "1", Registry: "npm", Package: "thing", Archive: "thing-1.tgz", SHA256: archive, Page: "the page of Thing",
		Take: []file{{OS: "linux", Arch: "amd64", Path: "package/lib.so", As: "lib.so", Role: "runtime", SHA256: hash([]byte(text))}},
	}}}
	data, err := json.Marshal(m)
	w.must(err, os.WriteFile(w.manifest, data, 0o644))
}

func (w *world) calls() int {
	data, _ := os.ReadFile(filepath.Join(w.store, "calls"))
	return bytes.Count(data, []byte("\n"))
}

func TestSetupOnce(t *testing.T) {
	w := newWorld(t)
	w.want(w.publish("package/lib.so", "library"), "library")
	if err := w.check(); err == nil || !strings.Contains(err.Error(), "make setup") {
		t.Fatalf("check before: %v", err)
	}
	w.must(w.make(), w.make(), w.check())
	if w.calls() != 1 || len(w.said) != 1 {
		t.Errorf("%d calls, said %q", w.calls(), w.said)
	}
	var list index
	data, err := os.ReadFile(filepath.Join(w.assets, indexName))
	w.must(err, json.Unmarshal(data, &list))
	if len(list.Files) != 1 || list.Files[0] != (entry{"runtime", "lib.so", 7, hash([]byte("library"))}) {
		t.Errorf("index %+v", list)
	}

	// A changed asset is made again from the cache, and what is not listed goes.
	w.must(os.WriteFile(filepath.Join(w.assets, "lib.so"), []byte("LIBRARY"), 0o644), os.WriteFile(filepath.Join(w.assets, "old.so"), nil, 0o644))
	w.must(w.make(), w.check())
	if _, err := os.Stat(filepath.Join(w.assets, "old.so")); err == nil || w.calls() != 1 {
		t.Errorf("old.so: %v, %d calls", err, w.calls())
	}

	// A damaged archive is fetched again.
	w.must(os.Remove(filepath.Join(w.assets, "lib.so")), os.Truncate(filepath.Join(w.cache, "thing-1.tgz"), 10), w.make(), w.check())
	if w.calls() != 2 {
		t.Errorf("%d calls after the archive was damaged", w.calls())
	}
}

func TestSetupSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world)
		want string
	}{
		{"another archive", func(w *world) { w.publish("package/lib.so", "library"); w.want(hash(nil), "library") }, "not used"},
		{"another file in it", func(w *world) { w.want(w.publish("package/lib.so", "other"), "library") }, "as in the manifest"},
		{"the file is not in it", func(w *world) { w.want(w.publish("package/other", "library"), "library") }, "package/lib.so"},
		{"the client fails", func(w *world) { w.want(hash(nil), "library") }, "the npm package thing 1"},
		{"no client", func(w *world) { w.want(hash(nil), "library"); w.t.Setenv("PATH", "") }, "npm (comes with Node.js) is not installed"},
		{"another system", func(w *world) { w.want(hash(nil), "library"); w.system = "plan9" }, "not published for plan9/amd64"},
		{"no manifest", func(*world) {}, "project's folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.do(w)
			if err := w.make(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if _, err := os.Stat(filepath.Join(w.assets, "lib.so")); err == nil {
				t.Error("an unchecked file is in place")
			}
		})
	}
}

func TestTakeOutOfAWheel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "thing.whl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	in, err := z.Create("thing/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte("weights")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := takeOut(path, "thing/weights.bin"); err != nil || string(got) != "weights" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := takeOut(path, "thing/other.bin"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestSpeechWords(t *testing.T) {
	script := []byte("export default tokens\nconst llama_vocab_base64 = \"PHVuaz4K4paBTWVtb3J5\"\n")
	if words, err := speechWords(script); err != nil || string(words) != "<unk>\n\u2581Memory" {
		t.Errorf("%q, %v", words, err)
	}
	for _, broken := range []string{"", `const llama_vocab_base64 = "PHVu`, `const llama_vocab_base64 = "P!Vu"`} {
		if words, err := speechWords([]byte(broken)); err == nil {
			t.Errorf("%q gave %q", broken, words)
		}
	}
}

// TestManifest keeps the project's own manifest whole: every archive and file has its hash and licence, and none has an
// address of a registry, which the ordinary clients know.
func TestManifest(t *testing.T) {
	m, err := readManifest("../manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range m.Artefacts {
		if len(a.SHA256) != 64 || a.Licence == "" || a.Page == "" || a.Version == "" || a.Archive == "" {
			t.Errorf("%s: something is missing", a.Name)
		}
		for _, f := range a.Take {
			for _, o := range append(f.outputs(), output{Role: "source", As: "source", SHA256: f.SHA256}) {
				if len(o.SHA256) != 64 || o.Role == "" || o.As == "" {
					t.Errorf("%s: %s: something is missing", a.Name, f.Path)
				}
			}
		}
		if (a.Registry != "npm" && a.Registry != "pypi") || strings.Contains(a.Page, "npmjs") || strings.Contains(a.Page, "pypi") {
			t.Errorf("%s: registry %q, page %q", a.Name, a.Registry, a.Page)
		}
	}
}
