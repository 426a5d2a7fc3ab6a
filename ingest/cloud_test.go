package ingest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ibid/store"
)

// A file that is only in the cloud is listed and never opened, for that would download it.
func TestFilesInTheCloud(t *testing.T) {
	c := newCourse(t)
	away := map[string]bool{"far.md": true}
	c.in.onlyInCloud = func(info os.FileInfo) bool { return away[info.Name()] }
	c.write("far.md", "Corpus callosum.")
	c.write("near.md", "Thalamus.")
	c.write("week 1/.stub.md.icloud", "bplist00")
	c.turn()
	if got, want := c.listing(nil), `A far.md skipped cloud_only
C near.md ready "Thalamus."
B week 1/stub.md skipped cloud_only
`; got != want {
		t.Errorf("listed:\n%swant:\n%s", got, want)
	}
	if opened := c.reader.take(); !slices.Equal(opened, []string{"near.md"}) {
		t.Errorf("read %v", opened)
	}

	delete(away, "far.md")
	c.move("week 1/.stub.md.icloud", "week 1/stub.md")
	away["near.md"] = true // what was read stays when the cloud takes the file back
	c.touch("near.md")
	c.turn()
	if opened := c.reader.take(); !slices.Equal(opened, []string{"far.md", "stub.md"}) {
		t.Errorf("read %v, want what has come", opened)
	}
	for _, path := range []string{"far.md", "near.md", "week 1/stub.md"} {
		if d := c.document(path); d.State != store.Ready || d.Problem.Code != "" {
			t.Errorf("%s is %s %v", path, d.State, d.Problem)
		}
	}
}

// A stand-in beside the file it stands for is a download that has just ended.
func TestACloudFileThatHasJustCome(t *testing.T) {
	c := newCourse(t)
	c.write(".new.md.icloud", "bplist00")
	c.write("new.md", "Brain stem.")
	c.turn()
	if got, want := c.listing(nil), "A new.md ready \"Brain stem.\"\n"; got != want {
		t.Errorf("listed:\n%swant:\n%s", got, want)
	}
}

// A file that the cloud takes away between the scan and the reading is not opened either.
func TestACloudFileThatWentAfterTheScan(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Medulla.")
	c.scan()
	c.in.onlyInCloud = func(info os.FileInfo) bool { return strings.HasSuffix(info.Name(), ".md") }
	c.work()
	if d := c.document("a.md"); d.State != store.Skipped || d.Problem.Code != CloudOnly {
		t.Errorf("a.md is %s %v", d.State, d.Problem)
	}
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read %v", opened)
	}
}

// A new version that the cloud takes away before it was read is not waited for; what was read of the file stays.
func TestACloudFileThatWentWithItsNewVersion(t *testing.T) {
	c := newCourse(t)
	c.write("a.md", "Medulla.")
	c.turn()
	c.write("a.md", "Medulla and pons.")
	c.scan()
	c.move("a.md", ".a.md.icloud")
	c.work()
	c.scan()
	if d := c.document("a.md"); d.State != store.Skipped || d.Problem.Code != CloudOnly || c.hits("medulla") != 1 {
		t.Errorf("a.md is %s %v, found %d times", d.State, d.Problem, c.hits("medulla"))
	}
	c.move(".a.md.icloud", "a.md")
	c.turn()
	if d := c.document("a.md"); d.State != store.Ready || c.hits("pons") != 1 {
		t.Errorf("once it is back a.md is %s %v", d.State, d.Problem)
	}
}
