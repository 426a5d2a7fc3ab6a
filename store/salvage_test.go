package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// beyondRepair is a library with a conversation in which SQLite finds pages that are none.
func beyondRepair(t *testing.T, tables ...string) (dir string, damaged []byte) {
	t.Helper()
	s := library(t)
	damage(t, s, `
		INSERT INTO documents (id, module_id, path, state) VALUES (7, 1, 'private.md', 'excluded');
		INSERT INTO settings VALUES ('app.settings', x'7B7D'), ('store.readers', x'6F6C64');
		INSERT INTO conversations (id, title, created_at) VALUES (1, 'Sleep', 1);
		INSERT INTO messages (conversation_id, question, answer, created_at) VALUES (1, 'Why?', x'7B7D', 1)`)
	dir = s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, spoil(t, dir, tables...)
}

// spoil overwrites the first page of tables, or the header, of a database that is closed.
func spoil(t *testing.T, dir string, tables ...string) (damaged []byte) {
	t.Helper()
	path := filepath.Join(dir, FileName)
	size := ask[int](t, path, `PRAGMA page_size`)
	damaged = read(t, path)
	for _, table := range tables {
		root := ask[int](t, path, `SELECT rootpage FROM sqlite_schema WHERE name = '`+table+`'`)
		for i := (root - 1) * size; i < root*size; i++ {
			damaged[i] = 0xAA
		}
	}
	if len(tables) == 0 {
		copy(damaged, make([]byte, size))
	}
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	return damaged
}

func TestSalvage(t *testing.T) {
	for name, test := range map[string]struct {
		tables []string // whose first page is overwritten; none = the header
		want   Salvaged
	}{
		"what was read":     {[]string{"passages", "documents"}, Salvaged{Modules: 1, Conversations: 1, Messages: 1}},
		"the modules":       {[]string{"modules"}, Salvaged{Conversations: 1, Messages: 1}},
		"the conversations": {[]string{"conversations", "pages"}, Salvaged{Modules: 1}},
		"the header":        {nil, Salvaged{}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, damaged := beyondRepair(t, test.tables...)
			got, err := Salvage(t.Context(), dir, "now")
			if err != nil {
				t.Fatal(err)
			}
			if kept := read(t, got.Copy); string(kept) != string(damaged) {
				t.Error("the copy is not the damaged file")
			}
			test.want.Copy = filepath.Join(dir, FileName+".damaged-now")
			if got != test.want {
				t.Errorf("saved %+v, want %+v", got, test.want)
			}
			s := openIn(t, dir)
			if found, err := s.Check(t.Context(), quiet); err != nil || len(found) > 0 {
				t.Errorf("the new database: %+v, %v", found, err)
			}
			modules, err := s.Modules(t.Context())
			if err != nil || len(modules) != test.want.Modules {
				t.Fatalf("modules %+v, %v", modules, err)
			}
			if len(modules) > 0 && (modules[0].ID != "biology" || modules[0].Dir != "/biology" || modules[0].ScannedAt != 0) {
				t.Errorf("module %+v", modules[0])
			}
			setting, err := s.Setting(t.Context(), "app.settings")
			if want := test.tables != nil; err != nil || (setting != nil) != want {
				t.Errorf("settings %q, %v", setting, err)
			}
			if readers, err := s.Setting(t.Context(), "store.readers"); err != nil || readers != nil {
				t.Errorf("what the old index was made with is taken for the new one's: %q, %v", readers, err)
			}
			var states []string
			for _, m := range modules {
				documents, err := s.Documents(t.Context(), m.RowID)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range documents {
					states = append(states, fmt.Sprint(d.RowID, " ", d.Path, " ", d.State))
				}
			}
			slices.Sort(states)
			if want := []string{"1 0.pdf waiting", "2 1.pdf waiting", "3 2.pdf waiting", "7 private.md excluded"}; name == "the conversations" && !slices.Equal(states, want) {
				t.Errorf("documents %q, want %q", states, want)
			}
			for _, pattern := range []string{"*.new*", "*.damaged-*-*-*"} {
				left, err := filepath.Glob(filepath.Join(dir, pattern))
				if err != nil || len(left) > 0 {
					t.Errorf("left: %q, %v", left, err)
				}
			}
		})
	}
}

// A row of something that is lost keeps nothing behind it from being saved.
func TestSalvageGoesPastOrphans(t *testing.T) {
	s := library(t)
	damage(t, s, `
		INSERT INTO conversations (id, title, created_at) VALUES (5, 'Sleep', 1);
		INSERT INTO messages (id, conversation_id, question, created_at) VALUES (1, 4, 'Lost?', 1), (2, 5, 'Why?', 1), (3, 6, 'Lost too?', 1);
		INSERT INTO documents (id, module_id, path, state) VALUES (7, 9, 'lost.md', 'excluded'), (8, 1, 'private.md', 'excluded')`)
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := Salvage(t.Context(), dir, "now"); err != nil || got.Messages != 1 {
		t.Errorf("saved %+v, %v", got, err)
	}
}

// A salvage that fails leaves nothing behind that takes room, and the database as it was.
func TestSalvageFails(t *testing.T) {
	dir, damaged := beyondRepair(t, "passages")
	path := filepath.Join(dir, FileName)
	// Something that is in the way, first of the new database, then of a part of the copy.
	for _, way := range []string{path + ".new/x", path + ".damaged-now-wal/x"} {
		if err := os.WriteFile(path+"-wal", []byte("log"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(way, 0o700); err != nil {
			t.Fatal(err)
		}
		if got, err := Salvage(t.Context(), dir, "now"); err == nil {
			t.Fatalf("%s: saved %+v", way, got)
		}
		if err := os.RemoveAll(filepath.Dir(way)); err != nil {
			t.Fatal(err)
		}
		if left, err := filepath.Glob(path + ".*-*"); err != nil || len(left) > 0 {
			t.Errorf("%s: left %q, %v", way, left, err)
		}
		if string(read(t, path)) != string(damaged) {
			t.Errorf("%s: the database was changed", way)
		}
	}
}

// What a killed process has left in the log is saved too.
func TestSalvageReadsTheLog(t *testing.T) {
	s := library(t)
	dir := t.TempDir()
	for _, end := range []string{"", "-wal"} {
		if err := copyFile(s.path+end, filepath.Join(dir, FileName+end)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Salvage(t.Context(), dir, "now")
	if err != nil || got.Modules != 1 {
		t.Errorf("saved %+v, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(dir, FileName+"-wal")); err == nil {
		t.Error("the log of the damaged database lies beside the new one")
	}
}

func TestSalvageOfANewerDatabase(t *testing.T) {
	s := library(t)
	damage(t, s, `PRAGMA user_version = 99`)
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := read(t, filepath.Join(dir, FileName))
	if _, err := Salvage(t.Context(), dir, "now"); err == nil {
		t.Error("it was replaced")
	}
	if string(read(t, filepath.Join(dir, FileName))) != string(before) {
		t.Error("it was changed")
	}
}
