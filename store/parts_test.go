package store

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

// listening is a store with a recording that a worker has claimed.
func listening(t *testing.T) (*Store, Document) {
	t.Helper()
	s := openIn(t, t.TempDir())
	m, err := s.CreateModule(t.Context(), "Memory", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ApplyScan(t.Context(), m, Scan{Added: []Seen{{Path: "lecture.mp3", Size: 9, ModTime: 1}}}, 1); err != nil {
		t.Fatal(err)
	}
	return s, claimNext(t, s)
}

func claimNext(t *testing.T, s *Store) Document {
	t.Helper()
	job, ok, err := s.NextWaiting(t.Context(), 0, true)
	if err != nil || !ok {
		t.Fatalf("claim: %v, %v", ok, err)
	}
	return job.Document
}

func partTexts(t *testing.T, s *Store, document int64, source string) string {
	t.Helper()
	list, err := s.Parts(t.Context(), document, source)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, text := range list {
		texts = append(texts, string(text))
	}
	return strings.Join(texts, " ")
}

func TestParts(t *testing.T) {
	s, d := listening(t)
	keep := func(source, text string, share float64) {
		t.Helper()
		if err := s.KeepPart(t.Context(), d.RowID, "listening", source, []byte(text), share); err != nil {
			t.Fatal(err)
		}
	}
	keep("a", "one", 0.25)
	keep("a", "two", 0.5)
	if got := partTexts(t, s, d.RowID, "a"); got != "one two" {
		t.Errorf("heard %q", got)
	}
	now, err := s.Document(t.Context(), d.RowID)
	if err != nil || now.Stage != "listening" || now.Share != 0.5 {
		t.Errorf("stage %q, heard %v, %v", now.Stage, now.Share, err)
	}
	// It outlives the claim; another source takes its place.
	if err := s.Release(t.Context(), d.RowID, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepPart(t.Context(), d.RowID, "listening", "a", []byte("late"), 1); !errors.Is(err, ErrNotFound) {
		t.Errorf("kept without a claim: %v", err)
	}
	claimNext(t, s)
	if got := partTexts(t, s, d.RowID, "a"); got != "one two" {
		t.Errorf("after another claim: heard %q", got)
	}
	keep("b", "other", 0.1)
	if a, b := partTexts(t, s, d.RowID, "a"), partTexts(t, s, d.RowID, "b"); a != "" || b != "other" {
		t.Errorf("of the old source %q, of the new %q", a, b)
	}
	// The whole text takes its place in turn.
	if err := s.WriteContent(t.Context(), d, []Page{{Number: 1, Text: "other"}}, nil); err != nil {
		t.Fatal(err)
	}
	if got := partTexts(t, s, d.RowID, "b"); got != "" {
		t.Errorf("after writing: heard %q", got)
	}
}

// A recording that gets on is not to blame for the ends of the process.
func TestPartsForgiveCrashes(t *testing.T) {
	s, d := listening(t)
	for range 5 {
		if err := s.KeepPart(t.Context(), d.RowID, "listening", "a", []byte("more"), 0.1); err != nil {
			t.Fatal(err)
		}
		if err := s.RecoverReading(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		claimNext(t, s)
	}
}

// What was heard goes with its document.
func TestPartsAreForgotten(t *testing.T) {
	s, d := listening(t)
	if err := s.KeepPart(t.Context(), d.RowID, "listening", "a", []byte("secret"), 0.1); err != nil {
		t.Fatal(err)
	}
	if err := s.ExcludeDocument(t.Context(), d.RowID); err != nil {
		t.Fatal(err)
	}
	if got := partTexts(t, s, d.RowID, "a"); got != "" {
		t.Errorf("of an excluded recording: %q", got)
	}
}

// A recording in whose place another file is read leaves nothing in the index.
func TestReadInstead(t *testing.T) {
	s, d := listening(t)
	pages := []Page{{Number: 1, Text: "hippocampus"}}
	passages := []Passage{{Page: 1, Span: Span{0, 11}, Text: "hippocampus"}}
	if err := s.WriteContent(t.Context(), d, pages, passages); err != nil {
		t.Fatal(err)
	}
	m, err := s.ModuleByRow(t.Context(), d.ModuleID)
	if err != nil {
		t.Fatal(err)
	}
	instead := Refused{Seen: Seen{Path: d.Path, Size: 9, ModTime: 1}, State: Skipped, Why: Failure{Code: "subtitles_read"}, Instead: true}
	if _, err := s.ApplyScan(t.Context(), m, Scan{Refused: []Refused{instead}}, 2); err != nil {
		t.Fatal(err)
	}
	now, err := s.Document(t.Context(), d.RowID)
	if err != nil || now.State != Skipped || now.Passages != 0 || now.ReadAt != 0 || now.Problem.Code != "subtitles_read" {
		t.Errorf("%+v, %v", now, err)
	}
	if left, err := s.Pages(t.Context(), d.RowID); err != nil || len(left) != 0 {
		t.Errorf("%d pages are left, %v", len(left), err)
	}
}

// A file of the first version gets the same tables as a new one.
func TestMigrations(t *testing.T) {
	first := newestSchema
	for _, table := range []string{"parts", "web_pages", "descriptions"} {
		before, rest, ok := strings.Cut(first, "CREATE TABLE "+table)
		_, after, ok2 := strings.Cut(rest, ";\n\n")
		if !ok || !ok2 {
			t.Fatalf("the schema has no table %s", table)
		}
		first = before + after
	}
	later := regexp.MustCompile(`(?ms)^  (slow|unseen|confidence|described|described_by|first_page|removed) [^\n]*\n|,\n  compared [^\n]*|^-- Which passage says .*?^END;\n|^CREATE INDEX (pages_with_removed|passages_to_compare) [^\n]*\n`)
	old := makeFile(t, shape{schema: later.ReplaceAllString(first, ""), version: 1})
	if err := prepare(t.Context(), old, newest); err != nil {
		t.Fatal(err)
	}
	const tables = `
		SELECT group_concat(line, char(10)) FROM (
			SELECT concat_ws(' ', s.type, s.name, c.name, c.type, c."notnull", c.dflt_value, c.pk) AS line
			FROM sqlite_schema s LEFT JOIN pragma_table_info(s.name) c ON s.type = 'table'
			WHERE s.sql <> '' ORDER BY line)`
	if got, want := ask[string](t, old, tables), ask[string](t, makeFile(t, newest), tables); got != want {
		t.Errorf("upgraded:\n%s\nnew:\n%s", got, want)
	}
}
