package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// library is a store with three documents of three passages, which have vectors in the active space.
func library(t *testing.T) *Store {
	t.Helper()
	s := openIn(t, t.TempDir())
	ctx := t.Context()
	m, err := s.CreateModule(ctx, "Biology", "/biology")
	if err != nil {
		t.Fatal(err)
	}
	space, err := s.EnsureSpace(ctx, "test", 4)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		path := fmt.Sprintf("%d.pdf", n)
		if _, err := s.ApplyScan(ctx, m, Scan{Added: []Seen{{Path: path, Size: 1, ModTime: 1}}}, 1); err != nil {
			t.Fatal(err)
		}
		d, err := s.DocumentByPath(ctx, m.RowID, path)
		if err != nil {
			t.Fatal(err)
		}
		d.Title, d.Lang, d.SHA256, d.ReadBy = "Memory", "en", fmt.Sprint("hash", n), []string{"text"}
		var pages []Page
		var passages []Passage
		for k := range 3 {
			text := fmt.Sprintf("Page %d of document %d speaks of remembered hippocampi.", k+1, n)
			whole := Span{0, len(text)}
			pages = append(pages, Page{Number: k + 1, Text: text, Blocks: []Block{{Span: whole, Kind: Paragraph}}, Boxes: []Box{{Span: Span{0, 4}}}})
			passages = append(passages, Passage{Page: k + 1, Span: whole, Text: text, Heading: "Sleep", Tokens: 9})
		}
		if err := s.WriteContent(ctx, d, pages, passages); err != nil {
			t.Fatal(err)
		}
	}
	embedPending(t, s, space)
	return s
}

// embedPending gives the passages that lack one a vector, and returns how many did.
func embedPending(t *testing.T, s *Store, space Space) int {
	t.Helper()
	pending, err := s.Pending(t.Context(), space.RowID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []Vector
	for _, p := range pending {
		vectors = append(vectors, Vector{Passage: p.RowID, InputHash: p.InputHash, Values: []float32{1, float32(p.RowID), 0, 0}})
	}
	if err := s.PutVectors(t.Context(), space.RowID, vectors); err != nil {
		t.Fatal(err)
	}
	return len(pending)
}

func quiet(Part) {}

// damage changes the database behind the store's back, without its foreign keys and checks.
func damage(t *testing.T, s *Store, statements string) {
	t.Helper()
	conn, err := s.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range []string{`PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON`, statements, `PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF`} {
		if _, err := conn.ExecContext(context.WithoutCancel(t.Context()), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func parts(all []Damage) (parts []Part) {
	for _, d := range all {
		parts = append(parts, d.Part)
	}
	return parts
}

func TestRepair(t *testing.T) {
	for name, test := range map[string]struct {
		damage string
		want   []Part // what is found
		count  int    // of the first
		lost   int    // passages that are embedded again
		again  int    // documents that are read again
		gone   int    // passages that are not found any more
	}{
		"sound":                                    {damage: `SELECT 1`},
		"an index of SQLite is missing":            {damage: `DROP INDEX passages_by_input`, want: []Part{FilePart}, count: 1},
		"a trigger is missing":                     {damage: `DROP TRIGGER passage_terms_added`, want: []Part{FilePart}, count: 1},
		"an index lacks a row":                     {damage: unindexed, want: []Part{FilePart}, count: 2},
		"the word index lacks words":               {damage: `DELETE FROM passage_fts_data WHERE id > 10`, want: []Part{WordsPart}, count: 1},
		"the word index is empty":                  {damage: `DELETE FROM passage_fts_data; DELETE FROM passage_fts_idx; DELETE FROM passage_fts_docsize`, want: []Part{WordsPart}, count: 1},
		"a block of the word index is overwritten": {damage: `UPDATE passage_fts_data SET block = randomblob(length(block)) WHERE id > 10`, want: []Part{WordsPart}, count: 1},
		"the word index has other words":           {damage: `INSERT INTO passage_fts (rowid, title, heading, text) VALUES (77, 'a', 'b', 'c')`, want: []Part{WordsPart}, count: 1},
		"terms are missing":                        {damage: `DELETE FROM passage_terms WHERE id = 2`, want: []Part{TermPart}, count: 1},
		"all terms are missing":                    {damage: `DROP TABLE passage_terms`, want: []Part{FilePart}, count: 4},
		"terms are others":                         {damage: `UPDATE passage_terms SET text = 'nonsense' WHERE id IN (2, 3)`, want: []Part{TermPart}, count: 2},
		"terms of a passage that is gone":          {damage: `INSERT INTO passage_terms VALUES (99, 'a', 'b', 'c')`, want: []Part{ReferencePart}, count: 1},
		"a page of a document that is gone":        {damage: `INSERT INTO pages (document_id, number, text) VALUES (99, 1, 'x')`, want: []Part{ReferencePart}, count: 1},
		"a document that is gone":                  {damage: `DELETE FROM documents WHERE id = 2`, want: []Part{ReferencePart}, count: 9, gone: 3},
		"a copy of a document that is gone":        {damage: `UPDATE documents SET same_as = 99 WHERE id = 2`, want: []Part{ReferencePart}, count: 1},
		"vectors of a space that is gone":          {damage: `INSERT INTO vectors VALUES (9, 2, 1); INSERT INTO vector_tables (space_id, module_id) VALUES (9, 1)`, want: []Part{ReferencePart, VectorPart}, count: 2},
		"a module that is gone":                    {damage: `DELETE FROM modules`, want: []Part{ReferencePart}, count: 13, gone: 9},
		"a message without a conversation":         {damage: `INSERT INTO messages (conversation_id, question, created_at) VALUES (9, 'q', 1)`, want: []Part{ReferencePart}, count: 1},
		"a vector is missing":                      {damage: `DELETE FROM vec_1_1_0 WHERE rowid = 2`, want: []Part{VectorPart}, count: 1, lost: 1},
		"a vector is not listed":                   {damage: `DELETE FROM vectors WHERE passage_id = 2`, want: []Part{VectorPart}, count: 2, lost: 1},
		"a vector is no number":                    {damage: `UPDATE vec_1_1_0 SET embedding = zeroblob(16) WHERE rowid = 2`, want: []Part{VectorPart}, count: 1, lost: 1},
		"the vectors are missing":                  {damage: `DROP TABLE vec_1_1_0`, want: []Part{VectorPart}, count: 9, lost: 9},
		"the bytes of the vectors are missing":     {damage: `DELETE FROM vec_1_1_0_vector_chunks00`, want: []Part{VectorPart}, count: 9, lost: 9},
		"the chunks of the vectors are missing":    {damage: `DELETE FROM vec_1_1_0_chunks`, want: []Part{VectorPart}, count: 9},
		"a vector table is not listed":             {damage: `DELETE FROM vector_tables`, want: []Part{VectorPart}, count: 10, lost: 9},
		"a document is not ready":                  {damage: `UPDATE documents SET state = 'keyword-ready' WHERE id = 2`, want: []Part{VectorPart}, count: 1},
		"a document is ready without vectors":      {damage: `DELETE FROM vectors WHERE document_id = 2; DELETE FROM vec_1_1_0 WHERE rowid IN (4, 5, 6)`, want: []Part{VectorPart}, count: 2, lost: 3},
		"the text of a passage":                    {damage: `UPDATE passages SET text = replace(text, 'hippocampi', 'xxxxxxxxxx') WHERE id = 2`, want: []Part{TextPart, TermPart}, count: 1, lost: 1},
		"the hash of a passage":                    {damage: `UPDATE passages SET input_hash = 'abc' WHERE id = 2`, want: []Part{TextPart}, count: 1, lost: 1},
		"the place of a passage":                   {damage: `UPDATE passages SET to_byte = 9999 WHERE id = 2`, want: []Part{TextPart}, count: 1, again: 1, gone: 1},
		"the page of a passage":                    {damage: `UPDATE passages SET page = 7 WHERE id = 2`, want: []Part{TextPart}, count: 1, again: 1, gone: 1},
		"the name of a passage":                    {damage: `UPDATE passages SET key = 'abc' WHERE id = 2`, want: []Part{TextPart}, count: 1, again: 1, gone: 1},
		"the text of a page":                       {damage: `UPDATE pages SET text = 'x' || text WHERE document_id = 1 AND number = 2`, want: []Part{TextPart}, count: 1, again: 1, gone: 1},
		"the text of a page is cut":                {damage: `UPDATE pages SET text = substr(text, 1, 20) WHERE document_id = 1 AND number = 2`, want: []Part{TextPart}, count: 2, again: 1, gone: 1},
		"the blocks of a page":                     {damage: `UPDATE pages SET blocks = '[{' WHERE document_id = 1 AND number = 2`, want: []Part{TextPart}, count: 2, again: 1, gone: 1},
		"the boxes of a page":                      {damage: `UPDATE pages SET boxes = x'FFFF' WHERE document_id = 1 AND number = 2`, want: []Part{TextPart}, count: 2, again: 1, gone: 1},
		"a page is missing":                        {damage: `DELETE FROM pages WHERE document_id = 1 AND number = 2`, want: []Part{TextPart}, count: 2, again: 1, gone: 1},
		"a passage is missing":                     {damage: `DELETE FROM vec_1_1_0 WHERE rowid = 2; DELETE FROM vectors WHERE passage_id = 2; DELETE FROM passage_terms WHERE id = 2; DELETE FROM passages WHERE id = 2; UPDATE vector_tables SET live = 8`, want: []Part{VectorPart, TextPart}, count: 1, again: 1, gone: 1},
		"a list of a document":                     {damage: `UPDATE documents SET doubtful = '[1,' WHERE id = 1`, want: []Part{TextPart}, count: 1, again: 1},
		"what is kept":                             {damage: `INSERT INTO parts VALUES (1, 1, 's', 0.1, '{}'), (1, 2, 's', 0.2, '{broken')`, want: []Part{KeptPart}, count: 1},
		"an answer":                                {damage: talk + `UPDATE messages SET answer = x'7B' WHERE id = 1`, want: []Part{ConversationPart}, count: 1},
		"what a conversation is about":             {damage: talk + `UPDATE conversations SET modules = '[' WHERE id = 1`, want: []Part{ConversationPart}, count: 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := library(t)
			damage(t, s, test.damage)
			found, err := s.Check(t.Context(), quiet)
			if err != nil || !slices.Equal(parts(found), test.want) {
				t.Fatalf("found %+v, %v", found, err)
			}
			if len(found) > 0 && found[0].Count != test.count {
				t.Errorf("found %+v, want %d", found, test.count)
			}
			mended, err := s.Repair(t.Context(), quiet)
			if err != nil {
				t.Fatalf("mended %+v, %v", mended, err)
			}
			if len(test.want) > 0 && parts(mended)[0] != test.want[0] { // mending one part may mend the next
				t.Errorf("mended %+v, want %s", mended, test.want[0])
			}
			checkMended(t, s, test.lost, test.again, 9-test.gone)
		})
	}
}

// talk is a conversation of two questions.
const talk = `
	INSERT INTO conversations (id, created_at) VALUES (1, 1);
	INSERT INTO messages (conversation_id, question, answer, state, created_at) VALUES (1, 'a?', CAST('{}' AS BLOB), 'done', 1), (1, 'b?', NULL, 'stopped', 1);
	`

// A conversation loses nothing but the answer that cannot be read, and what is kept of a document goes as a whole.
func TestRepairKeepsTheRest(t *testing.T) {
	s := library(t)
	damage(t, s, talk+`
		UPDATE messages SET answer = x'7B' WHERE id = 1;
		INSERT INTO messages (conversation_id, question, answer, state, created_at) VALUES (1, 'c?', CAST('{"text":"c"}' AS BLOB), 'done', 1);
		INSERT INTO parts VALUES (1, 1, 's', 0.1, '{}'), (1, 2, 's', 0.2, '{broken'), (2, 1, 's', 0.1, '{}')`)
	if _, err := s.Repair(t.Context(), quiet); err != nil {
		t.Fatal(err)
	}
	_, messages, err := s.Conversation(t.Context(), 1)
	var said []string
	for _, m := range messages {
		said = append(said, m.Question+string(m.AnswerJSON))
	}
	if want := []string{"a?", "b?", `c?{"text":"c"}`}; err != nil || !slices.Equal(said, want) {
		t.Errorf("%q, %v; want %q", said, err, want)
	}
	for document, want := range map[int64]int{1: 0, 2: 1} {
		if kept, err := s.Parts(t.Context(), document, "s"); err != nil || len(kept) != want {
			t.Errorf("%d parts of document %d, %v; want %d", len(kept), document, err, want)
		}
	}
}

// unindexed takes the rows of a module out of an index of SQLite, by having it made for other rows.
const unindexed = `
	PRAGMA writable_schema = ON;
	UPDATE sqlite_schema SET sql = 'CREATE INDEX passages_by_module ON passages (module_id) WHERE id <> 2' WHERE name = 'passages_by_module';
	PRAGMA writable_schema = RESET;
	REINDEX passages_by_module;
	PRAGMA writable_schema = ON;
	UPDATE sqlite_schema SET sql = 'CREATE INDEX passages_by_module ON passages (module_id)' WHERE name = 'passages_by_module';
	PRAGMA writable_schema = RESET`

func checkMended(t *testing.T, s *Store, lost, again, passages int) {
	t.Helper()
	if left, err := s.Check(t.Context(), quiet); err != nil || len(left) > 0 {
		t.Errorf("left after the repair: %+v, %v", left, err)
	}
	hits, err := s.Keyword(t.Context(), KeywordQuery{Text: "remembered", Limit: 100})
	if err != nil || len(hits) != passages {
		t.Errorf("%d passages are found, %v; want %d", len(hits), err, passages)
	}
	space, err := s.ActiveSpace(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := embedPending(t, s, space); n != lost {
		t.Errorf("%d passages wait for a vector, want %d", n, lost)
	}
	near, err := s.Nearest(t.Context(), space.RowID, KNN{Query: []float32{1, 1, 0, 0}, Limit: 100})
	if err != nil || len(near) != passages {
		t.Errorf("%d passages are near, %v; want %d", len(near), err, passages)
	}
	var waiting int
	if err := s.reader.QueryRow(`SELECT count(*) FROM documents WHERE state = 'waiting' AND sha256 = ''`).Scan(&waiting); err != nil || waiting != again {
		t.Errorf("%d documents wait to be read again, %v; want %d", waiting, err, again)
	}
}

// Pages of the file that are overwritten are found, and nothing is changed where they cannot be mended.
func TestRepairOfADamagedFile(t *testing.T) {
	s := library(t)
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, FileName)
	root := ask[int](t, path, `SELECT rootpage FROM sqlite_schema WHERE name = 'pages'`)
	size := ask[int](t, path, `PRAGMA page_size`)
	file := read(t, path)
	copy(file[(root-1)*size:root*size], strings.Repeat("\xAA", size))
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s = openIn(t, dir)
	if found, err := s.Check(t.Context(), quiet); err == nil && !slices.Contains(parts(found), FilePart) || err != nil && !errors.Is(err, ErrCorrupt) {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, err := s.Repair(t.Context(), quiet); !errors.Is(err, ErrCorrupt) {
		t.Errorf("repair: %v", err)
	}
	var n int
	if err := s.read(t.Context(), func(tx *sql.Tx) error { return tx.QueryRow(`SELECT count(*) FROM passages`).Scan(&n) }); err != nil || n != 9 {
		t.Errorf("%d passages, %v", n, err)
	}
}
