// Package storetest gives tests of other packages a real store with things in it.
package storetest

import (
	"cmp"
	"path"
	"strings"
	"testing"

	"ibid/store"
)

// Open opens a new store in a folder that goes with the test.
func Open(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatalf("open store: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close store: %v", err)
		}
	})
	return s
}

// Module makes a module with an empty folder of its own.
func Module(t testing.TB, s *store.Store, name string) store.Module {
	t.Helper()
	m, err := s.CreateModule(t.Context(), name, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Listed adds a document that waits to be read.
func Listed(t testing.TB, s *store.Store, module store.Module, path string) store.Document {
	t.Helper()
	_, err := s.ApplyScan(t.Context(), module, store.Scan{Added: []store.Seen{{Path: path, Size: 1, ModTime: 1}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return Reload(t, s, module, path)
}

// Reload fetches the document at a path.
func Reload(t testing.TB, s *store.Store, module store.Module, path string) store.Document {
	t.Helper()
	d, err := s.DocumentByPath(t.Context(), module.RowID, path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Document adds a document, or replaces what was read of the one at doc.Path: a page for each text, whole as one passage.
// What doc leaves empty is an English PDF of slides.
func Document(t testing.TB, s *store.Store, module store.Module, doc store.Document, texts ...string) store.Document {
	t.Helper()
	if there, err := s.DocumentByPath(t.Context(), module.RowID, doc.Path); err == nil {
		doc.RowID = there.RowID
	} else {
		doc.RowID = Listed(t, s, module, doc.Path).RowID
	}
	doc.Title = cmp.Or(doc.Title, strings.TrimSuffix(path.Base(doc.Path), path.Ext(doc.Path)))
	doc.Format = cmp.Or(doc.Format, "pdf")
	doc.Unit = cmp.Or(doc.Unit, store.UnitPage)
	doc.Kind = cmp.Or(doc.Kind, store.Slides)
	doc.Lang = cmp.Or(doc.Lang, "en")
	var pages []store.Page
	var passages []store.Passage
	for i, text := range texts {
		whole := store.Span{From: 0, To: len(text)}
		pages = append(pages, store.Page{
			Number: i + 1, Text: text, Blocks: []store.Block{{Span: whole, Kind: store.Paragraph}}, ReadBy: "text",
		})
		passages = append(passages, store.Passage{Page: i + 1, Span: whole, Text: text, Tokens: len(text)/4 + 1})
	}
	if err := s.WriteContent(t.Context(), doc, pages, passages); err != nil {
		t.Fatal(err)
	}
	return Reload(t, s, module, doc.Path)
}

// Remove has the store forget a document, as when its file is gone.
func Remove(t testing.TB, s *store.Store, module store.Module, doc store.Document) {
	t.Helper()
	if result, err := s.ApplyScan(t.Context(), module, store.Scan{Gone: []int64{doc.RowID}}, 1); err != nil || result.Removed != 1 {
		t.Fatalf("remove %s: %+v, %v", doc.Path, result, err)
	}
}

// Passages lists the passages of a document.
func Passages(t testing.TB, s *store.Store, doc store.Document) []store.Passage {
	t.Helper()
	passages, err := s.PassagesOf(t.Context(), doc.RowID)
	if err != nil {
		t.Fatal(err)
	}
	return passages
}
