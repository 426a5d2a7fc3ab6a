package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// The versions of a small database: 2 adds a column, 3 a table; wrong ones fail in several ways.
var (
	first  = shape{schema: `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES (1, 'kept');`, version: 1}
	addDay = &fstest.MapFile{Data: []byte(`ALTER TABLE notes ADD COLUMN day INTEGER NOT NULL DEFAULT 7;`)}
	addTag = &fstest.MapFile{Data: []byte(`CREATE TABLE tags (note INTEGER REFERENCES notes (id), name TEXT) STRICT; INSERT INTO tags VALUES (1, 'new');`)}
	third  = shape{version: 3, migrations: fstest.MapFS{"0002_day.sql": addDay, "0003_tag.sql": addTag, "README.md": {}}}
)

func makeFile(t *testing.T, shape shape) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	if err := prepare(t.Context(), path, shape); err != nil {
		t.Fatal(err)
	}
	return path
}

func ask[T any](t *testing.T, path, query string) (answer T) {
	t.Helper()
	db := openPool(path, looking)
	defer db.Close()
	if err := db.QueryRow(query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func TestUpgrade(t *testing.T) {
	path := makeFile(t, first)
	if err := prepare(t.Context(), path, third); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, path, `PRAGMA user_version`); got != 3 {
		t.Errorf("version %d", got)
	}
	if got := ask[string](t, path, `SELECT text || day || name FROM notes JOIN tags ON note = id`); got != "kept7new" {
		t.Errorf("content %q", got)
	}
	copied := path + ".bak-1"
	if got := ask[int](t, copied, `PRAGMA user_version`); got != 1 {
		t.Errorf("the copy has version %d", got)
	}
	if got := ask[string](t, copied, `SELECT text FROM notes`); got != "kept" {
		t.Errorf("the copy has %q", got)
	}
	if info, err := os.Stat(copied); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the copy can be read by others: %v, %v", info, err)
	}
	if err := prepare(t.Context(), path, third); err != nil {
		t.Errorf("a second start: %v", err)
	}
}

// What a killed process has left in the log belongs to the copy too.
func TestUpgradeCopiesTheLog(t *testing.T) {
	path := makeFile(t, first)
	db := openPool(path, writing)
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO notes VALUES (2, 'in the log')`); err != nil {
		t.Fatal(err)
	}
	if !logIsFilled(path) {
		t.Fatal("nothing is in the log")
	}
	if err := prepare(t.Context(), path, third); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, path+".bak-1", `SELECT count(*) FROM notes`); got != 2 {
		t.Errorf("the copy has %d notes", got)
	}
}

func TestUpgradeThatFails(t *testing.T) {
	for name, test := range map[string]struct {
		step *fstest.MapFile
		want string
	}{
		"syntax":           {&fstest.MapFile{Data: []byte(`CREATE TABLE half (id INTEGER); CREATE NONSENSE;`)}, "syntax"},
		"broken reference": {&fstest.MapFile{Data: []byte(`CREATE TABLE half (note INTEGER REFERENCES notes (id)); INSERT INTO half VALUES (99);`)}, "broken references"},
		"missing":          {nil, "no migration to version 3"},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"0002_day.sql": addDay}
			if test.step != nil {
				files["0003_wrong.sql"] = test.step
			}
			path := makeFile(t, first)
			err := prepare(t.Context(), path, shape{version: 3, migrations: files})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v", err)
			}
			if got := ask[int](t, path, `PRAGMA user_version`); got != 2 {
				t.Errorf("version %d, want that of the last whole step", got)
			}
			if got := ask[int](t, path, `SELECT count(*) FROM sqlite_schema WHERE name = 'half'`); got != 0 {
				t.Error("half of a step holds")
			}
			if err := prepare(t.Context(), path, third); err != nil {
				t.Errorf("the next program cannot go on: %v", err)
			}
		})
	}
}

// A copy that cannot be made whole leaves the one of an earlier try as it was.
func TestCopyThatFailsKeepsTheOneBefore(t *testing.T) {
	path := makeFile(t, first)
	db := openPool(path, writing)
	defer db.Close()
	to := path + ".bak-1"
	if err := backup(t.Context(), db, to); err != nil {
		t.Fatal(err)
	}
	before := read(t, to)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := backup(ended, db, to); err == nil {
		t.Fatal("the copy was made after its end")
	}
	after, err := os.ReadFile(to)
	if err != nil || !bytes.Equal(after, before) {
		t.Errorf("the earlier copy has changed: %v", err)
	}
	if _, err := os.Stat(to + ".part"); !os.IsNotExist(err) {
		t.Errorf("half a copy is left: %v", err)
	}
}

func TestUpgradeByTwoAtOnce(t *testing.T) {
	path := makeFile(t, first)
	done := make(chan error)
	for range 4 {
		go func() { done <- prepare(context.Background(), path, third) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got := ask[int](t, path+".bak-1", `PRAGMA user_version`); got != 1 {
		t.Errorf("the copy has version %d", got)
	}
}

func TestRefusedFilesKeepTheirBytes(t *testing.T) {
	newer := func(t *testing.T) []byte {
		path := makeFile(t, shape{schema: first.schema, version: 9})
		return read(t, path)
	}
	foreign := func(t *testing.T) []byte {
		path := filepath.Join(t.TempDir(), "x.db")
		db := openPool(path, writing)
		defer db.Close()
		if _, err := db.Exec(`CREATE TABLE theirs (id INTEGER); PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
		return read(t, path)
	}
	// Programs number the versions of their databases alike: only the mark of the file tells whose it is.
	sameVersion := func(t *testing.T) []byte {
		path := filepath.Join(t.TempDir(), "x.db")
		db := openPool(path, writing)
		defer db.Close()
		if _, err := db.Exec(`CREATE TABLE theirs (id INTEGER); PRAGMA user_version = 1; PRAGMA application_id = 252006674; PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
		return read(t, path)
	}
	for name, test := range map[string]struct {
		content []byte
		want    error
	}{
		"another's of our version": {sameVersion(t), ErrCorrupt},
		"newer version":            {newer(t), ErrNewerSchema},
		"another program's":        {foreign(t), ErrCorrupt},
		"no database":              {[]byte("Dear diary, " + strings.Repeat("today I wrote a text file. ", 100)), ErrCorrupt},
		"few bytes":                {[]byte("x"), ErrCorrupt},
		"a database that is short": {newer(t)[:700], ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			if err := os.WriteFile(path, test.content, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), dir)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if !bytes.Equal(read(t, path), test.content) {
				t.Error("the file has changed")
			}
		})
	}
}

func TestEmptyFileIsANewDatabase(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// The schema is one that SQLite checks: no table without STRICT slips in.
func TestSchemaIsStrict(t *testing.T) {
	path := makeFile(t, newest)
	loose := ask[sql.NullString](t, path, `
		SELECT group_concat(name) FROM pragma_table_list
		 WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`)
	if loose.String != "" {
		t.Errorf("not STRICT: %s", loose.String)
	}
}

func TestNewestHasItsMigrations(t *testing.T) {
	for version := 2; version <= newest.version; version++ {
		if _, err := newest.migration(version); err != nil {
			t.Error(err)
		}
	}
	if name, err := newest.migration(newest.version + 1); err == nil {
		t.Errorf("migration %s leads to a version this program does not know", name)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
