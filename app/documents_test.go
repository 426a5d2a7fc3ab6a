package app

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ibid/store"
)

// A file with the same bytes as another is listed with the one that was read in its place.
func TestCopiesAreNamed(t *testing.T) {
	a := open(t, Options{})
	files := map[string]string{"a.md": memoryCourse["spacing.md"], "b/a.md": memoryCourse["spacing.md"], "c.md": memoryCourse["forgetting.md"]}
	m := add(t, a, course(t, files), "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	copies := 0
	for _, d := range docs {
		if d.SameAs != "" {
			copies++
		}
		if d.SameAs != "" && (d.Doc == "c.md" || d.SameAs == d.Doc || files[d.SameAs] != files[d.Doc]) {
			t.Errorf("%s is the same as %q", d.Doc, d.SameAs)
		}
	}
	if copies != 1 {
		t.Errorf("%d documents are copies, want 1", copies)
	}
}

// What the page fetches of some documents is what it would find of them in the whole list.
func TestSomeDocuments(t *testing.T) {
	a := open(t, Options{})
	files := map[string]string{"twin.md": memoryCourse["spacing.md"], "picture.xyz": "?"}
	for name, text := range memoryCourse {
		files[name] = text
	}
	m := add(t, a, course(t, files), "Memory")
	other := add(t, a, course(t, map[string]string{"x.md": "# Twins\n\nAnother module.\n"}), "Botany")
	all, err := a.Documents(m.Module)
	if err != nil || len(all) != len(files) {
		t.Fatalf("%s, %v", text(t, all), err)
	}
	if !slices.ContainsFunc(all, func(d DocumentInfo) bool { return d.SameAs != "" }) {
		t.Fatal("no document is the same as another")
	}
	foreign, err := a.Documents(other.Module)
	if err != nil {
		t.Fatal(err)
	}
	ids := []int64{foreign[0].ID, 4711}
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	some, err := a.SomeDocuments(m.Module, ids)
	if err != nil || text(t, some) != text(t, all) {
		t.Errorf("%v\n%s\n%s", err, text(t, some), text(t, all))
	}
	if _, err := a.SomeDocuments("nothing", ids); ProblemOf(err, a.log).Code != "not_found" {
		t.Errorf("of no module: %v", err)
	}
}

// Where the program that opens a file fails, the student is told which file it was and what to do.
func TestAViewerThatFails(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("another program opens files here")
	}
	a := open(t, Options{})
	dir := course(t, map[string]string{"a.md": memoryCourse["spacing.md"]})
	m := add(t, a, dir, "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\nexit 4\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	for code, show := range map[string]func(int64) error{"not_opened": a.OpenOriginal, "not_shown": a.Reveal} {
		if p := ProblemOf(show(docs[0].ID), a.log); p.Code != code || !strings.Contains(p.Detail, dir) || p.Action == "" {
			t.Errorf("%+v, want %s", p, code)
		}
	}
}

// Names that differ only in bytes that are no UTF-8 are told apart, and what is shown of them is accepted back.
func TestNamesThatAreNotUTF8(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are UTF-8 here")
	}
	a := open(t, Options{})
	m := add(t, a, course(t, map[string]string{
		"100%\xfe.md": memoryCourse["spacing.md"], "100%\xff.md": memoryCourse["forgetting.md"], "100%.md": "# Recall\n\nRecall is practised.\n",
	}), "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, d := range docs {
		shown = append(shown, d.Doc)
	}
	slices.Sort(shown)
	if want := []string{"100%.md", "100%25%FE.md", "100%25%FF.md"}; !slices.Equal(shown, want) {
		t.Fatalf("shown as %q, want %q", shown, want)
	}
	found, err := a.Search(SearchRequest{Question: "forgetting curve"})
	if err != nil || len(found.Results) == 0 || found.Results[0].Doc != "100%25%FF.md" {
		t.Fatalf("%+v, %v", found.Results, err)
	}
	if at, err := a.Show(found.Results[0].URL); err != nil || at.Doc != found.Results[0].Doc {
		t.Errorf("%s leads to %q, %v", found.Results[0].URL, at.Doc, err)
	}
	if err := a.Exclude(m.Module, "100%25%FF.md"); err != nil {
		t.Fatal(err)
	}
	for _, path := range shown {
		if _, d, err := a.document(m.Module, path); err != nil || (d.State == "excluded") != (path == "100%25%FF.md") {
			t.Errorf("%s: %s, %v", path, d.State, err)
		}
	}
}

// A file that is left out may be why another one was not read: that is looked at anew.
func TestExcludeLooksAgain(t *testing.T) {
	a := open(t, Options{})
	m, err := a.AddFolder(course(t, map[string]string{"note.md": "Sleep."}), "Memory", false)
	if err != nil {
		t.Fatal(err)
	}
	row, err := a.store.Module(t.Context(), m.Module)
	if err == nil {
		_, err = a.store.ApplyScan(t.Context(), row, store.Scan{Added: []store.Seen{{Path: "note.md"}}}, 5)
	}
	if err == nil {
		err = a.Exclude(m.Module, "note.md")
	}
	if err != nil {
		t.Fatal(err)
	}
	if row, err = a.store.Module(t.Context(), m.Module); err != nil || row.ScannedAt != 0 {
		t.Errorf("scanned at %d, %v", row.ScannedAt, err)
	}
}
