package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"
)

// The word index keeps beginnings of terms where its pages meet: after a removal they too are of terms that are there.
func TestIndexPagesBeginWithTermsThatAreThere(t *testing.T) {
	s := openIn(t, t.TempDir())
	m, err := s.CreateModule(t.Context(), "Biology", "/biology")
	if err != nil {
		t.Fatal(err)
	}
	var rows []int64
	for i := range 40 {
		var row int64
		err := s.write(t.Context(), func(tx *sql.Tx) error {
			return tx.QueryRow(`INSERT INTO documents (module_id, path) VALUES (?, ?) RETURNING id`, m.RowID, i).Scan(&row)
		})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
		var text strings.Builder
		for j := range 400 {
			n := uint32(i*400+j+1) * 2654435761 // spreads the words over the alphabet
			for ; n > 0; n /= 26 {
				text.WriteByte(byte('a' + n%26))
			}
			text.WriteByte(' ')
		}
		if err := s.WriteContent(t.Context(), Document{RowID: row}, nil, []Passage{{Text: text.String()}}); err != nil {
			t.Fatal(err)
		}
	}
	for i, row := range rows {
		if i%2 == 0 {
			if _, err := s.ApplyScan(t.Context(), m, Scan{Gone: []int64{row}}, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = s.write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, passage_fts, row)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list := func(query string) []string {
		rows, err := s.writer.Query(query)
		all, err := collect(rows, err, scanString)
		if err != nil {
			t.Fatal(err)
		}
		sort.Strings(all)
		return all
	}
	terms, starts := list(`SELECT term FROM temp.vocabulary`), list(`SELECT CAST(term AS TEXT) FROM passage_fts_idx`)
	if len(terms) < 7000 || len(starts) < 10 {
		t.Fatalf("%d terms on %d pages are too few for this test", len(terms), len(starts))
	}
	for _, start := range starts {
		start = strings.TrimPrefix(start, "0") // the number of the index before each term
		at := sort.SearchStrings(terms, start)
		if at == len(terms) || !strings.HasPrefix(terms[at], start) {
			t.Errorf("%q is the beginning of no term that is left", start)
		}
	}
}

// A process that is killed between a removal and the emptying of the log leaves the log: the next write empties it.
func TestTheLogOfAKilledProcessIsEmptied(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	killed := t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		if err := os.WriteFile(filepath.Join(killed, FileName+suffix), read(t, s.path+suffix), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !logIsFilled(filepath.Join(killed, FileName)) {
		t.Fatal("nothing is in the log")
	}
	next := openIn(t, killed)
	checkSound(t, next, 1)
	if err := next.SetSetting(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	if logIsFilled(next.path) {
		t.Error("the log is still filled")
	}
}

// The copy of an upgrade stays until something is removed, also when a process is killed.
func TestTheCopyOfAnUpgradeStays(t *testing.T) {
	s := openIn(t, t.TempDir())
	copied := s.path + ".bak-1"
	if err := backup(t.Context(), s.writer, copied); err != nil {
		t.Fatal(err)
	}
	s.unclean.Store(true) // as after a killed process
	if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(copied); err != nil {
		t.Errorf("the copy is gone: %v", err)
	}
}

// A search of another process that does not end keeps neither a removal nor what is written after it waiting for long.
func TestAReaderThatStaysKeepsNobodyWaiting(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	other := openIn(t, filepath.Dir(s.path))
	err := other.read(t.Context(), func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM passages`).Scan(&n); err != nil || n != 1 {
			t.Errorf("%d passages, %v", n, err)
		}
		started := time.Now()
		if err := s.RemoveModule(t.Context(), 1); err != nil {
			t.Error(err)
		}
		for range 5 {
			if err := s.SetSetting(t.Context(), "key", []byte("value")); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(started); took > 15*time.Second {
			t.Errorf("it took %s", took)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !logIsFilled(s.path) {
		t.Error("the log was emptied under a reader: this test shows nothing")
	}
	if err := s.SetSetting(t.Context(), "key", nil); err != nil {
		t.Fatal(err)
	}
	if logIsFilled(s.path) {
		t.Error("the log is still filled")
	}
}

func TestARemovalTakesOldCopiesWithIt(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	copied := s.path + ".bak-1"
	if err := backup(t.Context(), s.writer, copied); err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveModule(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(copied); !os.IsNotExist(err) {
		t.Errorf("the copy is still there: %v", err)
	}
}

func TestARemovalGivesSpaceBack(t *testing.T) {
	s := openIn(t, t.TempDir())
	for range 10 {
		if err := addDocument(t.Context(), s, 100_000); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RemoveModule(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300_000 {
		t.Errorf("an empty database has %d bytes", info.Size())
	}
}

// While a document is written, a search finds its old version.
func TestTheOldVersionIsThereUntilTheNewOneIs(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 100); err != nil {
		t.Fatal(err)
	}
	search := func(ctx context.Context, word string, want int) {
		t.Helper()
		hits, err := s.Keyword(ctx, KeywordQuery{Text: word, Limit: 10})
		if err != nil || len(hits) != want {
			t.Errorf("%s: %d hits, %v; want %d", word, len(hits), err, want)
		}
	}
	doc := Document{RowID: 1, Title: "T"}
	passages := identify(doc, []Passage{{Text: "another text"}})
	err := s.write(t.Context(), func(tx *sql.Tx) error {
		doc.ModuleID = 1
		if err := replacePassages(t.Context(), tx, doc, passages, analyse(doc, passages), 1); err != nil {
			return err
		}
		search(t.Context(), "memory", 1)
		search(t.Context(), "another", 0)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	search(t.Context(), "memory", 0)
	search(t.Context(), "another", 1)
}

// A removal takes long in a large library. What is asked meanwhile is answered at once, from what was there before.
func TestNothingThatIsAskedWaitsForARemoval(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	space, err := s.EnsureSpace(t.Context(), "test", 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PutVectors(t.Context(), space.RowID, []Vector{{Passage: 1, Values: []float32{1, 0}}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	err = s.write(t.Context(), func(tx *sql.Tx) error {
		if err := removeModule(t.Context(), tx, 1); err != nil {
			return err
		}
		if _, err := s.purge(t.Context(), tx); err != nil {
			return err
		}
		for name, ask := range map[string]func() (int, error){
			"words": func() (int, error) {
				all, err := s.Keyword(ctx, KeywordQuery{Text: "memory", Limit: 5})
				return len(all), err
			},
			"vectors": func() (int, error) {
				all, err := s.Nearest(ctx, space.RowID, KNN{Query: []float32{1, 0}, Limit: 5})
				return len(all), err
			},
			"modules":   func() (int, error) { all, err := s.Modules(ctx); return len(all), err },
			"documents": func() (int, error) { all, err := s.Documents(ctx, 1); return len(all), err },
			"counts":    func() (int, error) { c, err := s.Counts(ctx, 1); return c.Documents, err },
			"page":      func() (int, error) { p, err := s.Page(ctx, 1, 1); return p.Number, err },
			"passages":  func() (int, error) { all, err := s.Around(ctx, 1, 1, 1); return len(all), err },
		} {
			if n, err := ask(); n != 1 || err != nil {
				t.Errorf("%s: %d, %v; want the one that is still there", name, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if modules, err := s.Modules(ctx); err != nil || len(modules) != 0 {
		t.Errorf("after the removal: %v, %v", modules, err)
	}
}

func TestWriteIsGivenUpWithItsContext(t *testing.T) {
	s := openIn(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES ('a', x'00')`); err != nil {
			return err
		}
		cancel()
		return nil
	})
	if err == nil {
		t.Error("no error")
	}
	if value, err := s.Setting(t.Context(), "a"); err != nil || value != nil {
		t.Errorf("%q, %v", value, err)
	}
}
