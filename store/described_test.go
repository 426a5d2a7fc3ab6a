package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// blurredScan is a store with a document that was read: a page that could not be read well and one that could.
func blurredScan(t *testing.T) (*Store, Document) {
	t.Helper()
	s, d := listening(t)
	d.Format, d.Unit, d.SHA256, d.Doubtful, d.ReadBy = "pdf", UnitPage, "abc", []int{1}, []string{"ocr"}
	d.ReadAt = 0
	pages := []Page{
		{Number: 1, Label: "i", Text: "Blurr", Blocks: []Block{{Span: Span{To: 5}, Kind: Paragraph}}, Boxes: []Box{{Span: Span{To: 5}, X1: 9, Y1: 9}}, Doubtful: true, ReadBy: "ocr"},
		{Number: 2, Text: "Memory", Blocks: []Block{{Span: Span{To: 6}, Kind: Paragraph}}, ReadBy: "ocr"},
	}
	passages := []Passage{{Page: 1, Span: Span{To: 5}, Text: "Blurr"}, {Page: 2, Span: Span{To: 6}, Text: "Memory"}}
	if err := s.WriteContent(t.Context(), d, pages, passages); err != nil {
		t.Fatal(err)
	}
	return s, reload(t, s, d)
}

func reload(t *testing.T, s *Store, d Document) Document {
	t.Helper()
	d, err := s.Document(t.Context(), d.RowID)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// described is the first page of blurredScan with what a model said of it.
func described(by string) (Page, []Passage) {
	p := Page{Number: 1, Text: "Blurr\nA xylophone chart", Blocks: []Block{
		{Span: Span{To: 5}, Kind: Paragraph}, {Span: Span{From: 6, To: 23}, Kind: Described, By: by},
	}}
	return p, []Passage{
		{Page: 1, Span: Span{To: 5}, Text: "Blurr"}, {Page: 1, Span: Span{From: 6, To: 23}, Text: "A xylophone chart", DescribedBy: by},
		{Page: 2, Span: Span{To: 6}, Text: "Memory"},
	}
}

func TestWriteDescribed(t *testing.T) {
	s, d := blurredScan(t)
	before, err := s.PassagesOf(t.Context(), d.RowID)
	if err != nil {
		t.Fatal(err)
	}
	page, passages := described("ollama:llava")
	changed := d
	changed.Described, changed.Doubtful, changed.ReadBy = []int{1}, nil, []string{"ocr", "vision"}
	if err := s.WriteDescribed(t.Context(), changed, []Page{page}, passages); err != nil {
		t.Fatal(err)
	}
	got := reload(t, s, d)
	if !slices.Equal(got.Described, []int{1}) || len(got.Doubtful) != 0 || got.Pages != 2 || got.Passages != 3 || got.ReadAt != d.ReadAt {
		t.Errorf("document %+v", got)
	}
	kept, err := s.Page(t.Context(), d.RowID, 1)
	if err != nil || kept.Label != "i" || len(kept.Boxes) != 1 || kept.ReadBy != "ocr" || !kept.Doubtful || kept.Blocks[1].By != "ollama:llava" {
		t.Errorf("page %+v, %v", kept, err)
	}
	after, err := s.PassagesOf(t.Context(), d.RowID)
	if err != nil || len(after) != 3 || after[0].RowID != before[0].RowID || after[2].RowID != before[1].RowID {
		t.Fatalf("the document's own passages are others: %+v, %v", after, err)
	}
	if after[0].DescribedBy != "" || after[1].DescribedBy != "ollama:llava" || after[2].DescribedBy != "" {
		t.Errorf("marks of %+v", after)
	}
	if hits, err := s.Keyword(t.Context(), KeywordQuery{Text: "xylophone", Limit: 5, Weights: [3]float64{1, 1, 1}}); err != nil || len(hits) != 1 {
		t.Errorf("it is not found: %v, %v", hits, err)
	}
}

// What happened to the document meanwhile counts for more.
func TestDescribedTooLate(t *testing.T) {
	page, passages := described("ollama:llava")
	for name, spoil := range map[string]string{
		"read again":        `UPDATE documents SET read_at = read_at + 1`,
		"other bytes":       `UPDATE documents SET sha256 = 'other'`,
		"waits to be read":  `UPDATE documents SET state = 'waiting'`,
		"left out by hand":  `UPDATE documents SET state = 'excluded'`,
		"the folder is not": `UPDATE documents SET state = 'missing'`,
	} {
		t.Run(name, func(t *testing.T) {
			s, d := blurredScan(t)
			if _, err := s.writer.Exec(spoil); err != nil {
				t.Fatal(err)
			}
			if err := s.WriteDescribed(t.Context(), d, []Page{page}, passages); !errors.Is(err, ErrNotFound) {
				t.Errorf("written: %v", err)
			}
			if err := s.AllDescribed(t.Context(), d, "llava 1", nil); !errors.Is(err, ErrNotFound) {
				t.Errorf("noted: %v", err)
			}
		})
	}
}

func TestDescriptions(t *testing.T) {
	s, d := blurredScan(t)
	keep := func(picture, reader, text string) {
		t.Helper()
		if err := s.KeepDescription(t.Context(), d.RowID, picture, reader, text); err != nil {
			t.Fatal(err)
		}
	}
	keep("one", "llava 1 transcribe", "A chart")
	keep("two", "llava 1 describe", "")
	keep("old", "llava 1 describe", "Gone")
	keep("one", "qwen 1 transcribe", "Another chart")
	if text, err := s.Description(t.Context(), "one", "llava 1 transcribe"); err != nil || text != "A chart" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := s.Description(t.Context(), "two", "llava 1 describe"); err != nil || text != "" {
		t.Errorf("nothing to say: %q, %v", text, err)
	}
	if err := s.AllDescribed(t.Context(), d, "llava 1", []string{"one", "two"}); err != nil {
		t.Fatal(err)
	}
	for _, gone := range [][2]string{{"old", "llava 1 describe"}, {"one", "qwen 1 transcribe"}, {"none", "llava 1 describe"}} {
		if text, err := s.Description(t.Context(), gone[0], gone[1]); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v: %q, %v", gone, text, err)
		}
	}
	if text, err := s.Description(t.Context(), "one", "llava 1 transcribe"); err != nil || text != "A chart" {
		t.Errorf("what is still shown: %q, %v", text, err)
	}
	if err := s.KeepDescription(t.Context(), d.RowID+1, "one", "llava 1 describe", "x"); !errors.Is(err, ErrNotFound) {
		t.Errorf("of no document: %v", err)
	}
}

func TestNextUndescribed(t *testing.T) {
	s, d := blurredScan(t)
	next := func(reader string, without ...int64) int64 {
		t.Helper()
		job, err := s.NextUndescribed(t.Context(), reader, 0, []string{"pdf", "png"}, []string{".mp3"}, without)
		if errors.Is(err, ErrNotFound) {
			return 0
		}
		if err != nil || job.Dir == "" {
			t.Fatal(err)
		}
		return job.RowID
	}
	if got := next("llava 1"); got != d.RowID {
		t.Errorf("next %d", got)
	}
	if got := next("llava 1", d.RowID); got != 0 {
		t.Errorf("one to pass over: %d", got)
	}
	if err := s.AllDescribed(t.Context(), d, "llava 1", nil); err != nil {
		t.Fatal(err)
	}
	if got := next("llava 1"); got != 0 {
		t.Errorf("again: %d", got)
	}
	if got := next("qwen 1"); got != d.RowID {
		t.Errorf("another model: %d", got)
	}
	for _, test := range []struct {
		set  string
		want int64
	}{
		{`state = 'waiting', size = 9`, 0},
		{`state = 'ready', format = 'docx'`, 0},
		{`state = 'failed', problem_code = 'damaged', read_at = 0, format = ''`, 0},
		{`state = 'failed', problem_code = 'no_text'`, d.RowID},
		{`state = 'skipped', problem_code = 'empty'`, d.RowID},
		{`path = 'lecture.txt'`, 0},
		{`path = 'LECTURE.MP3', size = 0`, 0},
	} {
		if _, err := s.writer.Exec(`UPDATE documents SET ` + test.set); err != nil {
			t.Fatal(err)
		}
		if got := next("qwen 1"); got != test.want {
			t.Errorf("%s: %d, want %d", test.set, got, test.want)
		}
	}
}

// Nothing of what a model said is in the file when the document has gone.
func TestDescriptionsGoWithTheirDocument(t *testing.T) {
	s, d := blurredScan(t)
	page, passages := described("ollama:llava")
	if err := s.KeepDescription(t.Context(), d.RowID, "one", "llava 1 describe", "A zeppelin chart"); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteDescribed(t.Context(), d, []Page{page}, passages); err != nil {
		t.Fatal(err)
	}
	if err := s.ExcludeDocument(t.Context(), d.RowID); err != nil {
		t.Fatal(err)
	}
	if got := reload(t, s, d); len(got.Described) != 0 || got.DescribedBy != "" {
		t.Errorf("document %+v", got)
	}
	dir := filepath.Dir(s.path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"zeppelin", "xylophone"} {
		if strings.Contains(string(data), word) {
			t.Errorf("%q is still in the file", word)
		}
	}
}
