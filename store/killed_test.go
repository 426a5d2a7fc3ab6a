package store

import (
	"os"
	"os/exec"
	"testing"
	"testing/fstest"
	"time"
)

// childUpgrade is the variable that tells the test binary to upgrade a database to endless.
const childUpgrade = "STORE_TEST_CHILD_UPGRADE"

// endless is third with a last step that fills a table for ever.
var endless = shape{version: 3, migrations: fstest.MapFS{"0002_day.sql": addDay, "0003_tag.sql": {Data: []byte(`
	CREATE TABLE tags (note INTEGER REFERENCES notes (id), name TEXT) STRICT;
	WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) INSERT INTO tags SELECT 1, hex(randomblob(500)) FROM n;`)}}}

// A process that is killed in the middle of an upgrade leaves what was there, and the next one goes on.
func TestKilledWhileUpgrading(t *testing.T) {
	path := makeFile(t, first)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self)
	child.Env = append(os.Environ(), childUpgrade+"="+path)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	// What does not fit into the child's memory goes to the log before the step ends.
	for inside := false; !inside; {
		select {
		case err := <-ended:
			t.Fatalf("the child ended: %v", err)
		case <-look.C:
			info, err := os.Stat(path + "-wal")
			inside = err == nil && info.Size() > 1<<20
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	if got := ask[string](t, path, `SELECT text || day FROM notes`); got != "kept7" {
		t.Errorf("after the first step: %q", got)
	}
	if got := ask[int](t, path, `SELECT count(*) FROM sqlite_schema WHERE name = 'tags'`); got != 0 {
		t.Error("half of the second step is there")
	}
	if err := prepare(t.Context(), path, third); err != nil {
		t.Fatal(err)
	}
	if got := ask[string](t, path, `SELECT text || day || group_concat(name) FROM notes JOIN tags ON note = id`); got != "kept7new" {
		t.Errorf("after the upgrade: %q", got)
	}
	if got := ask[string](t, path+".bak-1", `SELECT text FROM notes`); got != "kept" {
		t.Errorf("the copy: %q", got)
	}
}
