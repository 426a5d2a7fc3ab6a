//go:build linux

package ingest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ibid/store"
)

// asNobody runs the test again as a user without rights when it runs as root, whom no permission stops, and reports whether it
// did. The test binary is copied to where that user can get at it.
func asNobody(t *testing.T) bool {
	if os.Geteuid() != 0 {
		return false
	}
	dir, err := os.MkdirTemp("", "ibid-nobody")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(exe)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "test"), binary, 0o755)
	}
	if err == nil {
		err = os.Chmod(filepath.Join(dir, "test"), 0o755)
	}
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "test"), "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), "--- PASS: "+t.Name()) && err == nil {
		t.Errorf("as nobody, the test did not run:\n%s", out)
	}
	return true
}

func (c *course) chmod(name string, mode os.FileMode) {
	c.t.Helper()
	if err := os.Chmod(c.path(name), mode); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = os.Chmod(c.path(name), 0o755) }) // else the folder could not be removed
}

func TestFilesAndFoldersWithoutPermission(t *testing.T) {
	if asNobody(t) {
		return
	}
	c := newCourse(t)
	c.write("open.md", "Open to all.")
	c.write("closed.md", "Closed file.")
	c.write("closed/a.md", "In a closed folder.")
	c.write("later/b.md", "In a folder that is closed later.")
	c.chmod("closed.md", 0)
	c.chmod("closed", 0)
	c.turn()
	for path, code := range map[string]string{"closed.md": Denied, "closed": FolderDenied} {
		if d := c.document(path); d.State != store.Failed || d.Problem.Code != code {
			t.Errorf("%s is %s %v, want failed as %s", path, d.State, d.Problem, code)
		}
	}
	if d := c.document("open.md"); d.State != store.Ready {
		t.Errorf("open.md is %s: others stopped it", d.State)
	}

	c.chmod("later", 0)
	c.turn()
	if d := c.document("later/b.md"); d.State != store.Ready || c.hits("later") != 1 {
		t.Errorf("later/b.md is %s: it was forgotten though nobody knows whether it is there", d.State)
	}

	c.chmod("closed.md", 0o644)
	c.chmod("closed", 0o755)
	c.chmod("later", 0o755)
	c.turn()
	for _, path := range []string{"closed.md", "closed/a.md", "later/b.md"} {
		if d := c.document(path); d.State != store.Ready {
			t.Errorf("%s is %s %v once it may be read", path, d.State, d.Problem)
		}
	}
	if _, err := c.store.DocumentByPath(t.Context(), c.module.RowID, "closed"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the folder is still listed as a problem: %v", err)
	}
}

func TestModuleFolderWithoutPermission(t *testing.T) {
	if asNobody(t) {
		return
	}
	c := newCourse(t)
	c.write("a.md", "Cerebellum.")
	c.turn()
	c.chmod(".", 0)
	c.scan()
	if d := c.document("a.md"); d.State != store.Missing || c.hits("cerebellum") != 1 {
		t.Errorf("a.md is %s, found %d times", d.State, c.hits("cerebellum"))
	}
	if p := c.in.Problems()[c.module.RowID]; len(p) != 1 || p[0].Code != FolderDenied {
		t.Errorf("problems %v, want %s", p, FolderDenied)
	}
	c.chmod(".", 0o755)
	c.turn()
	if d := c.document("a.md"); d.State != store.Ready {
		t.Errorf("a.md is %s", d.State)
	}
}

// What an ignore file leaves out is not read because the file cannot be: nothing is read then.
func TestIgnoreFileWithoutPermission(t *testing.T) {
	if asNobody(t) {
		return
	}
	c := newCourse(t)
	c.write("diary.md", "Diary.")
	c.write(IgnoreFile, "diary.md")
	c.chmod(IgnoreFile, 0)
	c.turn()
	if opened := c.reader.take(); len(opened) > 0 {
		t.Errorf("read %v", opened)
	}
	if p := c.in.Problems()[c.module.RowID]; len(p) != 1 || p[0].Code != FolderDenied {
		t.Errorf("problems %v, want %s", p, FolderDenied)
	}
}

// A folder that cannot be written is read all the same: nothing is ever written there.
func TestReadOnlyFolder(t *testing.T) {
	if asNobody(t) {
		return
	}
	c := newCourse(t)
	c.write("a.md", "Brainstem.")
	c.chmod("a.md", 0o444)
	c.chmod(".", 0o555)
	before := c.files()
	c.turn()
	if d := c.document("a.md"); d.State != store.Ready {
		t.Errorf("a.md is %s %v", d.State, d.Problem)
	}
	if after := c.files(); after != before {
		t.Errorf("the folder is\n%s\nwas\n%s", after, before)
	}
}

func TestCheckWithoutPermission(t *testing.T) {
	if asNobody(t) {
		return
	}
	dir := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(dir, 0); err != nil {
		t.Fatal(err)
	}
	_, err := Check(t.Context(), dir, nil, "", false)
	if !errors.Is(err, &FolderError{Code: FolderDenied}) {
		t.Errorf("Check: %v, want %s", err, FolderDenied)
	}
}
