package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ibid/app"
)

// queued is said of documents that will be read.
const queued = "Queued again; it is read while the window is open, or with `ibid add --wait`."

func (s *session) retryCommand() (cmd *cobra.Command) {
	var locked bool
	cmd = s.change("retry MODULE [PATH]", "Try failed documents again, or read an excluded one", takes(1, 2), func(a *app.App, args []string) (string, error) {
		switch {
		case locked && len(args) < 2:
			return "", usageError{errors.New("--password-stdin needs the PATH of the document that the password opens")}
		case locked:
			return s.unlock(cmd.Context(), a, args[0], args[1])
		case len(args) == 2:
			return again(a, args[0], args[1])
		}
		return again(a, args[0], "")
	})
	cmd.Long = cmd.Short + ".\n\n" +
		"The password of a locked PDF is read from standard input, so that neither the list of processes nor your shell's history shows it:\n" +
		"`ibid retry MODULE PATH --password-stdin < FILE`; without a file, type it and press Enter. It is kept in the system's keyring."
	cmd.Flags().BoolVar(&locked, "password-stdin", false, "read the password of a locked PDF from the first line of standard input")
	return cmd
}

// again tries one document again, or with path "" all that failed, and says whether there were any.
func again(a *app.App, module, path string) (string, error) {
	n, err := a.Retry(module, path)
	switch {
	case err != nil:
		return "", err
	case n > 0:
		return queued, nil
	case path != "":
		return "Nothing to try again: " + oneLine(path) + " has neither failed nor been left out by you; `ibid status` says how it is.", nil
	}
	return "Nothing to try again: no document of it has failed.", nil
}

// maxPasswordLine is how much of standard input is looked at: more than any password has.
const maxPasswordLine = 4096

// unlock takes the password of a document. Where no keyring keeps it, this process has to read the document, since no other knows it.
func (s *session) unlock(ctx context.Context, a *app.App, module, path string) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(s.Stdin, maxPasswordLine)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	done, err := a.Unlock(module, path, strings.TrimRight(line, "\r\n"))
	if err != nil || done.Note == nil {
		return queued, err
	}
	s.report(*done.Note)
	if err := a.Start(); err != nil {
		return "", err
	}
	p := newProgress(s)
	_, err = a.WaitReady(ctx, module, p.show)
	p.end()
	return "It was read now, since nothing keeps its password; `ibid status` says how that went.", err
}
