// Package command is the command line: a door to the same App that the window uses. Plain text is for people, --json for
// programs; the shapes and the exit codes are a contract that scripts rely on.
package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ibid/app"
	"ibid/ingest/extract"
)

// The exit codes of the program.
const (
	ExitDone         = 0 // done, answered
	ExitFailed       = 1 // the reason is on standard error
	ExitUsage        = 2 // the command was written wrongly
	ExitNotInSource  = 3 // ask: not in the material
	ExitSomeFailures = 4 // add --wait: done, but some documents failed, have no vectors, or their folder has gone
)

// Program is what the command line needs from outside.
type Program struct {
	Version string
	Assets  fs.FS // the models that are in the binary; see app.Options
	Args    []string
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	// Window opens the window, with dir as a module unless it is empty, and returns when it is closed.
	Window func(ctx context.Context, options app.Options, dir string) error
}

// exit is an exit code that is not a failure to be reported.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// session is one run of the command line.
type session struct {
	Program
	json    bool
	quiet   bool
	offline bool
	data    string
}

// Run runs the command line and returns its exit code.
func Run(ctx context.Context, p Program) int {
	s := &session{Program: p}
	out := &output{w: p.Stdout, json: &s.json}
	s.Stdout = out
	root := s.root()
	root.SetArgs(p.Args)
	root.SetIn(p.Stdin)
	root.SetOut(out)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	var code exit
	var usage usageError
	switch {
	case out.err != nil:
		s.report(app.Problem{Code: "output_failed", Title: "The output could not be written", Detail: out.err.Error(), Action: "Check where it goes, then try again."})
		return ExitFailed
	case err == nil:
		return ExitDone
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		s.report(app.Problem{Code: "usage", Title: usage.Error(), Action: "See `ibid help`."})
		return ExitUsage
	}
	s.report(s.problem(err))
	return ExitFailed
}

// problem is the words for an error. One that nobody knows goes into the log, as it does where the window is open.
func (s *session) problem(err error) app.Problem {
	log, file := app.Log(s.options().DataDir)
	defer file.Close()
	return app.ProblemOf(err, log)
}

// root is the tree of commands.
func (s *session) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ibid [DIR]",
		Short: "Answers from your lecture folders, each with the place it is from",
		Long: "Ibid answers questions from your lecture folders, and only from them: each claim is cited to the page, slide or second.\n" +
			"Without a command it opens the window.",
		Version:       s.Program.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE:          s.window,

		PersistentPreRunE: filledFlags,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{flagWords(err)} })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetVersionTemplate("ibid {{.Version}}\n")
	f := root.PersistentFlags()
	f.BoolVar(&s.json, "json", false, "print JSON for programs")
	f.BoolVar(&s.quiet, "quiet", false, "no progress")
	f.BoolVar(&s.offline, "offline", false, "refuse everything that is not on this computer")
	f.StringVar(&s.data, "data", "", "the data folder (or IBID_DATA; else the system's own place)")
	root.AddCommand(
		s.addCommand(), s.modulesCommand(), s.statusCommand(), s.searchCommand(), s.askCommand(), s.showCommand(),
		s.removeCommand(), s.renameCommand(), s.retryCommand(), s.pauseCommand(), s.resumeCommand(),
		s.modelsCommand(), s.doctorCommand(), s.versionCommand(), secondReaderCommand(s),
	)
	return root
}

// window opens the window.
func (s *session) window(cmd *cobra.Command, args []string) error {
	dir := ""
	if len(args) > 0 {
		dir = args[0]
		if info, err := os.Stat(dir); !strings.HasPrefix(dir, "ibid:") && (err != nil || !info.IsDir()) {
			return usageError{fmt.Errorf("%q is neither a command nor a folder", dir)}
		}
	}
	if err := takes(0, 1)(cmd, args); err != nil {
		return err
	}
	return s.Window(cmd.Context(), s.options(), dir)
}

// Places is what a command line for the window names: folders and links, without its options.
func Places(args []string) []string {
	root := (&session{}).root()
	if root.ParseFlags(args) != nil {
		return nil // its own start has ended with an error before
	}
	return root.Flags().Args()
}

// options is how the App is opened.
func (s *session) options() app.Options {
	data := s.data
	if data == "" {
		data = app.DefaultDataDir()
	}
	return app.Options{DataDir: data, Version: s.Program.Version, Offline: s.offline, Assets: s.Assets}
}

// withApp opens the App for one command and closes it after.
func (s *session) withApp(ctx context.Context, do func(a *app.App) error) error {
	a, err := app.Open(ctx, s.options())
	if err != nil {
		return err
	}
	defer a.Stop()
	err = do(a)
	var code exit
	if err == nil || errors.As(err, &code) { // else the error says so
		if p := a.DataProblem(); p != nil {
			s.report(*p)
		}
	}
	return err
}

// report says on standard error what went wrong and what to do.
func (s *session) report(p app.Problem) {
	if s.json {
		_ = json.NewEncoder(s.Stderr).Encode(map[string]app.Problem{"problem": p})
		return
	}
	fmt.Fprintf(s.Stderr, "ibid: %s\n", oneLine(p.Title))
	for _, line := range []string{p.Detail, p.Action} {
		if line != "" {
			fmt.Fprintf(s.Stderr, "      %s\n", oneLine(line))
		}
	}
}

// print writes one JSON value on a line of its own.
func (s *session) print(v any) error {
	line, err := encode(v)
	if err == nil {
		_, err = s.Stdout.Write(line)
	}
	return err
}

// encode is a value as a line of JSON. Nothing in it is for a web page, so an address keeps its &.
func encode(v any) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return line.Bytes(), err
}

// secondReaderCommand is the limited child process in which a PDF is read by the second reader.
func secondReaderCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use: app.SecondReader, Hidden: true, Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if code := extract.SecondReaderMain(s.Stdin, s.Stdout); code != 0 {
				return exit(code)
			}
			return nil
		},
	}
}
