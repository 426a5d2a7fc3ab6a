package build_test

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"ibid/build"
)

func TestSampleCourse(t *testing.T) {
	files, size := 0, int64(0)
	err := fs.WalkDir(build.Sample(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(name, "/") {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files++
		size += info.Size()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 8 || files > 12 || size > 8<<20 {
		t.Errorf("%d files, %d bytes: the sample course has eight to twelve files and is small", files, size)
	}
}

func TestSampleQuestionsNameRealFiles(t *testing.T) {
	f, err := build.Sample().Open("questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	refusals, questions := 0, 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var q struct {
			ID, Question, Says string
			Expect             []struct{ Module, Doc string }
			Refuse             bool
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		questions++
		if q.Refuse {
			refusals++
		}
		if q.ID == "" || q.Question == "" || q.Refuse != (len(q.Expect) == 0) || q.Refuse != (q.Says == "") {
			t.Errorf("%s: incomplete", q.ID)
		}
		for _, place := range q.Expect {
			if _, err := fs.Stat(build.Sample(), path.Join(place.Module, place.Doc)); err != nil {
				t.Errorf("%s: %v", q.ID, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if questions != 5 || refusals != 1 {
		t.Errorf("%d questions, %d of them without an answer", questions, refusals)
	}
}
