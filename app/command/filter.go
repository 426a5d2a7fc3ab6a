package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/app/ask"
)

// filterFlags are the filters that search and ask share.
type filterFlags struct {
	filter ask.Filter
	not    []string
	limit  int
	batch  string
	cmd    *cobra.Command
}

// bind takes the flags in; limit is how --limit stands and what it bounds.
func (f *filterFlags) bind(cmd *cobra.Command, limit int, bounds string) {
	flags := cmd.Flags()
	f.cmd = cmd
	flags.StringArrayVar(&f.filter.Modules, "module", nil, "only this module (repeatable; none = all)")
	flags.StringArrayVar(&f.filter.Kinds, "kind", nil, "only slides, reading, notes, transcript, exam, admin, web or code")
	flags.StringArrayVar(&f.filter.Docs, "doc", nil, "only documents whose path matches this pattern")
	flags.StringArrayVar(&f.filter.Langs, "lang", nil, "only documents in this language (en, de, ...)")
	flags.StringArrayVar(&f.filter.Tags, "tag", nil, "only documents with this tag")
	flags.IntSliceVar(&f.filter.Weeks, "week", nil, "only documents of this week")
	flags.IntVar(&f.filter.UntilWeek, "until-week", 0, "only documents up to this week")
	flags.StringArrayVar(&f.filter.Domains, "domain", nil, "only web pages of this domain")
	flags.StringArrayVar(&f.not, "not", nil, "leave out: FILTER=VALUE, such as kind=transcript")
	flags.IntVar(&f.limit, "limit", limit, bounds)
	flags.StringVar(&f.batch, "batch", "", "answer the questions of a file, one JSON object a line (- = standard input)")
}

var kinds = []string{"slides", "reading", "notes", "transcript", "exam", "admin", "web", "code"}

// read checks the flags and returns the filter.
func (f *filterFlags) read() (ask.Filter, error) {
	out := f.filter
	if f.cmd.Flags().Changed("limit") && (f.limit < 1 || f.limit > 200) {
		return out, usageError{fmt.Errorf("--limit %d: choose 1 to 200", f.limit)}
	}
	for _, n := range f.not {
		if out.Not == nil {
			out.Not = &ask.Filter{}
		}
		if err := addTo(out.Not, n); err != nil {
			return out, usageError{err}
		}
	}
	for _, part := range []*ask.Filter{&out, out.Not} {
		if part == nil {
			continue
		}
		if part.UntilWeek < 0 || slices.ContainsFunc(part.Weeks, func(n int) bool { return n < 1 }) {
			return out, usageError{errors.New("a week is a number from 1")}
		}
		for _, k := range part.Kinds {
			if !slices.Contains(kinds, k) {
				return out, usageError{fmt.Errorf("unknown kind %q: choose one of %s", k, strings.Join(kinds, ", "))}
			}
		}
	}
	return out, nil
}

// given checks that there is either a question or a file of them.
func (f *filterFlags) given(args []string) error {
	question := strings.TrimSpace(strings.Join(args, " "))
	switch {
	case question == "" && f.batch == "":
		return usageError{errors.New("the question is empty")}
	case question != "" && f.batch != "":
		return usageError{errors.New("--batch takes its questions from the file")}
	}
	return nil
}

// addTo adds "FILTER=VALUE" to a filter.
func addTo(f *ask.Filter, condition string) error {
	name, value, ok := strings.Cut(condition, "=")
	if !ok || value == "" {
		return fmt.Errorf("--not %s: write FILTER=VALUE, such as kind=transcript", condition)
	}
	switch name {
	case "module":
		f.Modules = append(f.Modules, value)
	case "kind":
		f.Kinds = append(f.Kinds, value)
	case "doc":
		f.Docs = append(f.Docs, value)
	case "lang":
		f.Langs = append(f.Langs, value)
	case "tag":
		f.Tags = append(f.Tags, value)
	case "domain":
		f.Domains = append(f.Domains, value)
	case "week", "until-week":
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("--not %s: a week is a number", condition)
		}
		if name == "week" {
			f.Weeks = append(f.Weeks, n)
		} else {
			f.UntilWeek = n
		}
	default:
		return fmt.Errorf("--not %s: there is no filter %q", condition, name)
	}
	return nil
}
