package command_test

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ibid/app/command"
)

// TestMain lets the scripts run the command line as a program of its own, without the window and without the models: what is
// found is found by words, which is all that these scripts look at.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ibid": func() {
		os.Exit(command.Run(context.Background(), command.Program{
			Version: "test", Assets: os.DirFS(os.Getenv("IBID_TEST_ASSETS")), Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		}))
	}})
}

// TestScripts runs the scripts in testdata/script: a new case is a new file.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("IBID_DATA", e.WorkDir+"/.data")
			e.Setenv("IBID_TEST_ASSETS", e.WorkDir+"/.assets")
			e.Setenv("OLLAMA_HOST", "127.0.0.1:9") // nothing answers on the discard port
			e.Setenv("HOME", e.WorkDir+"/.home")
			return os.Mkdir(e.WorkDir+"/.home", 0o700)
		},
	})
}
