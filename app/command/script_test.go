package command_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"

	"ibid/app"
	"ibid/app/command"
	"ibid/app/models/modelstest"
)

// TestMain lets the scripts run the command line as a program of its own, without the window and without the models: what is
// found is found by words, which is all that these scripts look at.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"internet": internet, "ibid": func() {
		os.Exit(command.Run(context.Background(), command.Program{
			Version: "test", Assets: os.DirFS(os.Getenv("IBID_TEST_ASSETS")), Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
			Window: func(context.Context, app.Options, string) error { return errors.New("a secret of the window") },
		}))
	}})
}

// TestScripts runs the scripts in testdata/script: a new case is a new file.
func TestScripts(t *testing.T) {
	assets, err := filepath.Abs("../../build/assets")
	if err != nil {
		t.Fatal(err)
	}
	sample, err := filepath.Abs("../../build/sample")
	if err != nil {
		t.Fatal(err)
	}
	locked, err := filepath.Abs("../../ingest/extract/testdata/pdf/locked.pdf")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	ollama := modelstest.NewOllama(t)
	ollama.Answer("Echoic memory holds what was heard for about four seconds [1].")
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Condition: func(name string) (bool, error) {
			switch name {
			case "netns": // a network namespace of one's own, with nothing in it
				return exec.Command("unshare", "--user", "--map-root-user", "--net", "ip", "link", "set", "lo", "up").Run() == nil, nil
			case "strace":
				return canTrace(), nil
			case "watchlimit": // a limit of one's own for the folders that are watched
				return exec.Command("unshare", "--user", "--map-root-user", "sh", "-c", "echo 1 > /proc/sys/user/max_inotify_watches").Run() == nil, nil
			case "models":
				_, err := os.Stat(filepath.Join(assets, "models.json"))
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "connects": connects, "sql": changeIndex},
		Setup: func(e *testscript.Env) error {
			e.Setenv("IBID_DATA", e.WorkDir+"/.data")
			e.Setenv("IBID_TEST_ASSETS", e.WorkDir+"/.assets")
			e.Setenv("OLLAMA_HOST", "127.0.0.1:9") // nothing answers on the discard port
			e.Setenv("HOME", e.WorkDir+"/.home")
			e.Setenv("MODELS", assets)
			e.Setenv("SAMPLE", sample)
			e.Setenv("LOCKED", locked)
			e.Setenv("CACHE", cache) // PDFium is compiled once on a machine
			e.Setenv("OLLAMA", ollama.URL().Host)
			return errors.Join(lieStill(e.WorkDir), os.Mkdir(e.WorkDir+"/.home", 0o700))
		},
	})
}

// lieStill makes files look as if nobody had written them just now: such files are left alone for two seconds.
func lieStill(dir string) error {
	before := time.Now().Add(-time.Hour)
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		return os.Chtimes(path, before, before)
	})
}

// exits is the command "exits CODE PROGRAM ARGS...": it runs a program, which has to end with the code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	code := 0
	var ended *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// changeIndex is the command "sql STATEMENTS": it changes the index behind the program's back.
func changeIndex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sql STATEMENTS")
	}
	db, err := sql.Open("sqlite3", ts.MkAbs(".data/ibid.db"))
	ts.Check(err)
	_, err = db.Exec(args[0])
	ts.Check(errors.Join(err, db.Close()))
}
