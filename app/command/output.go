package command

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// output is standard output. It remembers the first failure, so that a full disk is told whoever wrote. In plain text it lets
// no control character through: what course files and models say must not steer the terminal.
type output struct {
	w    io.Writer
	json *bool
	err  error
}

func (o *output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	out := b
	if !*o.json {
		out = []byte(harmless(string(b)))
	}
	if _, err := o.w.Write(out); err != nil {
		o.err = fmt.Errorf("standard output: %w", err)
		return 0, o.err
	}
	return len(b), nil
}

// harmless takes out of a text what would steer a terminal, or turn the rest of its line round.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		case unicode.IsControl(r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// oneLine is a name that may hold anything, such as a line end, on one line.
func oneLine(name string) string { return strings.Join(strings.Fields(harmless(name)), " ") }
