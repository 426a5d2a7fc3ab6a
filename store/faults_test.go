package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func openIn(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// addDocument adds a document row and writes content of about size bytes to it.
func addDocument(ctx context.Context, s *Store, size int) error {
	m, err := s.Module(ctx, "biology")
	if errors.Is(err, ErrNotFound) {
		m, err = s.CreateModule(ctx, "Biology", "/biology")
	}
	if err != nil {
		return err
	}
	var row int64
	err = s.write(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `
			INSERT INTO documents (module_id, path) VALUES (?, (SELECT count(*) FROM documents) || '.pdf') RETURNING id`, m.RowID).Scan(&row)
	})
	if err != nil {
		return err
	}
	text := strings.Repeat("memory and sleep ", size/17+1)
	return s.WriteContent(ctx, Document{RowID: row, Title: "T"}, []Page{{Number: 1, Text: text}}, []Passage{{Text: text, Page: 1}})
}

// The database may not grow: to SQLite that is a full disk.
func TestFullDatabase(t *testing.T) {
	s := openIn(t, t.TempDir())
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	var limit int
	if err := s.writer.QueryRow(`PRAGMA max_page_count = 1`).Scan(&limit); err != nil {
		t.Fatal(err)
	}
	if err := addDocument(t.Context(), s, 1_000_000); !errors.Is(err, ErrDiskFull) {
		t.Fatalf("error %v", err)
	}
	checkSound(t, s, 1)
}

// checkSound checks that a store has whole documents only, and can search them.
func checkSound(t *testing.T, s *Store, read int) {
	t.Helper()
	var result string
	if err := s.reader.QueryRow(`PRAGMA integrity_check`).Scan(&result); err != nil || result != "ok" {
		t.Errorf("integrity: %s, %v", result, err)
	}
	hits, err := s.Keyword(t.Context(), KeywordQuery{Text: "memory", Limit: 100})
	if err != nil || len(hits) != read {
		t.Errorf("%d passages are found, %v; want %d", len(hits), err, read)
	}
}

// A file that was damaged while the program was away is told apart from other errors.
func TestDamagedDatabase(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := addDocument(t.Context(), s, 4000); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, FileName)
	content := read(t, path)
	for i := 4096; i < len(content); i++ { // all but the first page
		content[i] = 0xAA
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), dir)
	if err == nil {
		defer s.Close()
		_, err = s.Modules(t.Context())
	}
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("error %v", err)
	}
}

// For root no folder is read-only: the test then runs in a child process of another user.
func TestReadOnlyFolder(t *testing.T) {
	base := t.TempDir()
	whole, empty := filepath.Join(base, "whole"), filepath.Join(base, "empty")
	s := openIn(t, whole)
	if err := addDocument(t.Context(), s, 1000); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{whole, empty} {
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(dir, 0o755)
	}
	if err := os.Chmod(filepath.Join(whole, FileName), 0o644); err != nil { // the other user may read it
		t.Fatal(err)
	}
	before := read(t, filepath.Join(whole, FileName))
	file := filepath.Join(base, "file") // anybody may write in it, but not to the database
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(file, FileName), before, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, whole} {
		if got := openAsUser(t, dir); got != onlyRead {
			t.Errorf("%s: %s", filepath.Base(dir), got)
		}
	}
	for _, dir := range []string{empty, filepath.Join(empty, "new")} {
		if got := openAsUser(t, dir); got != ErrReadOnly.Error() {
			t.Errorf("%s: %s", filepath.Base(dir), got)
		}
	}
	if string(read(t, filepath.Join(whole, FileName))) != string(before) {
		t.Error("the file has changed")
	}
}

// openAsUser opens a store without root's rights and returns what it says.
func openAsUser(t *testing.T, dir string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		return openAndSay(dir)
	}
	for parent := filepath.Dir(dir); parent != os.TempDir() && parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		if err := os.Chmod(parent, 0o755); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(filepath.Dir(dir), "child")
	if _, err := os.Stat(binary); err != nil {
		if err := os.WriteFile(binary, read(t, self), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	child := exec.CommandContext(t.Context(), binary)
	child.Env = append(os.Environ(), childFolder+"="+dir)
	if !dropRights(child) {
		t.Skip("this system has no way to run a child without root's rights")
	}
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("child: %v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// childFolder is the variable that tells the test binary to be openAsUser's child.
const childFolder = "STORE_TEST_CHILD_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		fmt.Println(openAndSay(dir))
		return
	}
	if path := os.Getenv(childUpgrade); path != "" {
		fmt.Println(prepare(context.Background(), path, endless))
		return
	}
	os.Exit(m.Run())
}

// onlyRead is what openAndSay says of a store that can be read and not written.
const onlyRead = "read, not written"

func openAndSay(dir string) string {
	s, err := Open(context.Background(), dir)
	if err == nil {
		hits, errRead := s.Keyword(context.Background(), KeywordQuery{Text: "memory", Limit: 100})
		if len(hits) == 1 && errors.Is(s.Writable(), ErrReadOnly) {
			err = s.SetSetting(context.Background(), "key", []byte("value"))
		}
		if errClose := s.Close(); errClose == nil && errors.Is(err, ErrReadOnly) {
			return onlyRead
		}
		return fmt.Sprint("opened: ", s.Writable(), ", ", len(hits), " found, ", errRead, "; written: ", err)
	}
	for _, sentinel := range []error{ErrReadOnly, ErrDiskFull, ErrCorrupt} {
		if errors.Is(err, sentinel) {
			return sentinel.Error()
		}
	}
	return err.Error()
}
