package app

import (
	"testing"
	"testing/fstest"
)

func TestSampleCourse(t *testing.T) {
	a := open(t, Options{Sample: fstest.MapFS{
		"One/a.md":        {Data: []byte("# Spacing\n\nA gap of eleven days was best.\n")},
		"Two/b.md":        {Data: []byte("# Sleep\n\nSleep strengthens what was learned.\n")},
		"questions.jsonl": {Data: []byte("{}\n")},
	}})
	for range 2 { // a second time changes nothing
		modules, err := a.SampleCourse()
		if err != nil || len(modules) != 2 || modules[0].Name != "One" || modules[1].Name != "Two" {
			t.Fatalf("modules %+v, %v", modules, err)
		}
	}
	if all, err := a.Modules(); err != nil || len(all) != 2 {
		t.Errorf("modules %+v, %v", all, err)
	}
}
