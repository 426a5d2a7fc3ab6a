package store_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"

	"ibid/store"
	"ibid/store/storetest"
)

// library is a store whose words and vectors occur nowhere else, so that they can be looked for in its bytes.
type library struct {
	*store.Store
	dir     string
	modules []store.Module
	space   store.Space
	words   map[int64][]string // by document
	vectors map[int64][][]byte

	replaced []string // words of versions that were read over
}

const eraseDim = 32

// fill makes two modules with documents written in turn, so that what is removed and what stays share pages of the file.
func fill(t *testing.T, documents, passages int) *library {
	t.Helper()
	l := &library{dir: t.TempDir(), words: map[int64][]string{}, vectors: map[int64][][]byte{}}
	var err error
	if l.Store, err = store.Open(t.Context(), l.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	l.modules = []store.Module{storetest.Module(t, l.Store, "Qzalpha"), storetest.Module(t, l.Store, "Qzbeta")}
	random := rand.New(rand.NewPCG(1, 2))
	if l.space, err = l.EnsureSpace(t.Context(), "test", eraseDim); err != nil {
		t.Fatal(err)
	}
	for i := range documents {
		for m, module := range l.modules {
			if i%4 == 0 { // an earlier version, whose words go too
				l.add(t, random, module, fmt.Sprintf("qzpath%d%c.pdf", i, 'a'+m), passages)
			}
			l.add(t, random, module, fmt.Sprintf("qzpath%d%c.pdf", i, 'a'+m), passages)
		}
	}
	return l
}

func (l *library) add(t *testing.T, random *rand.Rand, module store.Module, path string, passages int) {
	t.Helper()
	unique := func() string {
		b := []byte("qz")
		for range 12 {
			b = append(b, byte('a'+random.IntN(26)))
		}
		return string(b)
	}
	title := unique()
	words := []string{title}
	var texts []string
	for range passages {
		some := make([]string, 8)
		for i := range some {
			some[i] = unique()
		}
		words = append(words, some...)
		texts = append(texts, "The memory of "+strings.Join(some, " and the sleep of "))
	}
	doc := storetest.Document(t, l.Store, module, store.Document{Path: path, Title: title, Tags: []string{title}, Lang: "en"}, texts...)
	if before := l.words[doc.RowID]; before != nil {
		l.replaced = append(l.replaced, before...)
		delete(l.vectors, doc.RowID)
	}
	l.words[doc.RowID] = words
	var vectors []store.Vector
	for _, p := range storetest.Passages(t, l.Store, doc) {
		values := make([]float32, eraseDim)
		for i := range values {
			values[i] = random.Float32()*2 - 1
		}
		blob, err := vec.SerializeFloat32(values)
		if err != nil {
			t.Fatal(err)
		}
		l.vectors[doc.RowID] = append(l.vectors[doc.RowID], blob)
		vectors = append(vectors, store.Vector{Passage: p.RowID, Values: values})
	}
	if err := l.PutVectors(t.Context(), l.space.RowID, vectors); err != nil {
		t.Fatal(err)
	}
}

// bytes reads all files of the data folder.
func (l *library) bytes(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(l.dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content...)
	}
	return all
}

// beginnings are the first ten bytes of each word that fill made up.
func beginnings(all []byte) map[string]bool {
	words := map[string]bool{}
	for at := bytes.Index(all, []byte("qz")); at >= 0 && at+10 <= len(all); {
		words[string(all[at:at+10])] = true
		next := bytes.Index(all[at+1:], []byte("qz"))
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return words
}

// ends are the first and the last 16 bytes of a vector, which may lie across two pages of the file.
func ends(vector []byte) (first, last [16]byte) {
	return [16]byte(vector), [16]byte(vector[len(vector)-16:])
}

// stretches says which of the ends of the documents' vectors are among the bytes. There are millions of places and thousands of
// vectors: two bytes tell most places from all of them.
func (l *library) stretches(all []byte, documents []int64) map[[16]byte]bool {
	found := map[[16]byte]bool{}
	var begins [1 << 16]bool
	for _, document := range documents {
		for _, vector := range l.vectors[document] {
			first, last := ends(vector)
			for _, end := range [][16]byte{first, last} {
				found[end] = false
				begins[binary.NativeEndian.Uint16(end[:])] = true
			}
		}
	}
	for i := 0; i+16 <= len(all); i++ {
		if !begins[binary.NativeEndian.Uint16(all[i:])] {
			continue
		}
		if _, wanted := found[[16]byte(all[i:])]; wanted {
			found[[16]byte(all[i:])] = true
		}
	}
	return found
}

// expect looks for the words and vectors of documents in all files of the data folder.
func (l *library) expect(t *testing.T, there bool, documents ...int64) {
	t.Helper()
	all := l.bytes(t)
	words, vectors := beginnings(all), l.stretches(all, documents)
	for _, word := range l.replaced {
		if !there && words[word[:10]] {
			t.Errorf("%s of an earlier version is still in the files", word)
		}
	}
	for _, document := range documents {
		var seen []string
		// The index keeps the beginnings of words where its pages meet: eight random letters are telling enough.
		for _, word := range l.words[document] {
			if words[word[:10]] {
				seen = append(seen, word)
			}
		}
		for i, vector := range l.vectors[document] {
			if first, last := ends(vector); vectors[first] || vectors[last] {
				seen = append(seen, fmt.Sprintf("vector %d", i))
			}
		}
		of := len(l.words[document]) + len(l.vectors[document])
		if there && len(seen) != of {
			t.Errorf("document %d: only %d of %d words and vectors are in the files: the test does not see them", document, len(seen), of)
		}
		if !there && len(seen) > 0 {
			t.Errorf("document %d: %d of %d words and vectors are still in the files: %.5q", document, len(seen), of, seen)
		}
	}
}

// documents lists the rows of a module's documents.
func (l *library) documents(t *testing.T, module int) []int64 {
	t.Helper()
	documents, err := l.Documents(t.Context(), l.modules[module].RowID)
	if err != nil {
		t.Fatal(err)
	}
	var rows []int64
	for _, d := range documents {
		rows = append(rows, d.RowID)
	}
	return rows
}

func TestNothingIsLeft(t *testing.T) {
	for size, n := range map[string][2]int{"few": {3, 4}, "many": {40, 25}} {
		if size == "many" && testing.Short() {
			continue
		}
		t.Run(size+"/module", func(t *testing.T) {
			l := fill(t, n[0], n[1])
			gone, stay := l.documents(t, 0), l.documents(t, 1)
			l.expect(t, true, append(gone, stay...)...)
			if err := l.RemoveModule(t.Context(), l.modules[0].RowID); err != nil {
				t.Fatal(err)
			}
			l.expect(t, false, gone...)
			l.expect(t, true, stay...)
			for _, trace := range []string{"qzalpha", "Qzalpha", "qzpath1a", filepath.ToSlash(l.modules[0].Dir)} {
				if bytes.Contains(l.bytes(t), []byte(trace)) {
					t.Errorf("%s is still in the files", trace)
				}
			}
		})
		for name, remove := range map[string]func(l *library, ctx context.Context, row int64) error{
			"document": func(l *library, ctx context.Context, row int64) error {
				_, err := l.ApplyScan(ctx, l.modules[0], store.Scan{Gone: []int64{row}}, 1)
				return err
			},
			"excluded": func(l *library, ctx context.Context, row int64) error { return l.ExcludeDocument(ctx, row) },
		} {
			t.Run(size+"/"+name, func(t *testing.T) {
				l := fill(t, n[0], n[1])
				var gone, stay []int64
				for i, row := range l.documents(t, 0) {
					if i%3 != 1 {
						stay = append(stay, row)
						continue
					}
					if err := remove(l, t.Context(), row); err != nil {
						t.Fatal(err)
					}
					gone = append(gone, row)
				}
				l.expect(t, false, gone...)
				l.expect(t, true, stay...)
			})
		}
	}
}

// One transaction may take out what the word index had and what it never had: the words go whichever is last.
func TestWordsGoWithADocumentThatWasNotRead(t *testing.T) {
	l := fill(t, 12, 10)
	gone := l.documents(t, 0)[:4]
	unread := storetest.Listed(t, l.Store, l.modules[0], "unread.pdf")
	if _, err := l.ApplyScan(t.Context(), l.modules[0], store.Scan{Gone: append(gone, unread.RowID)}, 1); err != nil {
		t.Fatal(err)
	}
	l.expect(t, false, gone...)
}

// When another embedder takes over, the vectors of the one before go like what is removed.
func TestVectorsOfAnotherEmbedderGo(t *testing.T) {
	l := fill(t, 3, 4)
	l.replaced = nil
	all := append(l.documents(t, 0), l.documents(t, 1)...)
	l.expect(t, true, all...)
	next, err := l.EnsureSpace(t.Context(), "next", 8)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.ActivateSpace(t.Context(), next.RowID); err != nil {
		t.Fatal(err)
	}
	clear(l.words)
	l.expect(t, false, all...)
}

// Words of versions that were read over go when they have been there for a while.
func TestWordsOfEarlierVersionsGo(t *testing.T) {
	l := fill(t, 8, 10)
	if err := l.TidyWords(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	all, there := l.bytes(t), 0
	for _, word := range l.replaced {
		if bytes.Contains(all, []byte(word)) {
			there++
		}
	}
	if there == 0 {
		t.Fatal("no word of an earlier version is in the files: this test shows nothing")
	}
	if err := l.TidyWords(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	l.expect(t, false) // no document in particular: the words of earlier versions are looked for
	l.expect(t, true, append(l.documents(t, 0), l.documents(t, 1)...)...)
	before, err := l.DataVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other, err := store.Open(t.Context(), l.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.TidyWords(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if after, err := l.DataVersion(t.Context()); err != nil || after != before {
		t.Errorf("nothing was to be tidied, and yet something was written: %v", err)
	}
}
