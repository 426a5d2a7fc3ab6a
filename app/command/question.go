package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"ibid/app"
	"ibid/app/ask"
)

// question is what is asked, and of what.
type question struct {
	text     string
	previous string // asked just before, for a follow-up
	filter   ask.Filter
}

// questionFlags are the flags that search and ask share.
type questionFlags struct {
	filter   ask.Filter
	not      []string
	limit    int
	previous string
	batch    string
	flags    *pflag.FlagSet
}

// bind takes the flags in; limit is how --limit stands and what it bounds.
func (f *questionFlags) bind(flags *pflag.FlagSet, limit int, bounds string) {
	f.flags = flags
	flags.StringArrayVar(&f.filter.Modules, "module", nil, "only this module (repeatable; none = all)")
	flags.StringArrayVar(&f.filter.Kinds, "kind", nil, "only one of "+strings.Join(kinds, ", "))
	flags.StringArrayVar(&f.filter.Docs, "doc", nil, "only documents whose path matches this pattern")
	flags.StringArrayVar(&f.filter.Langs, "lang", nil, "only documents in this language (en, de, ...)")
	flags.StringArrayVar(&f.filter.Tags, "tag", nil, "only documents with this tag")
	flags.IntSliceVar(&f.filter.Weeks, "week", nil, "only documents of this week")
	flags.IntVar(&f.filter.UntilWeek, "until-week", 0, "only documents up to this week")
	flags.StringArrayVar(&f.filter.Domains, "domain", nil, "only web pages of this domain")
	flags.StringArrayVar(&f.not, "not", nil, "leave out: FILTER=VALUE, such as kind=transcript")
	flags.IntVar(&f.limit, "limit", limit, bounds)
	flags.StringVar(&f.previous, "previous", "", "the question asked just before, for a follow-up")
	flags.StringVar(&f.batch, "batch", "", "answer the questions of a file, one JSON object a line (- = standard input)")
}

var kinds = []string{"slides", "reading", "notes", "transcript", "exam", "admin", "web", "code"}

// read checks the flags and returns the question in args. It is empty when a file has the questions, which then share its filter.
func (f *questionFlags) read(args []string) (question, error) {
	q := question{text: strings.TrimSpace(strings.Join(args, " ")), previous: f.previous, filter: f.filter}
	switch {
	case q.text == "" && f.batch == "":
		return q, usageError{errors.New("the question is empty")}
	case q.text != "" && f.batch != "":
		return q, usageError{errors.New("--batch takes its questions from the file")}
	case utf8.RuneCountInString(q.text) > app.MaxQuestion:
		return q, usageError{fmt.Errorf("the question is longer than %d characters", app.MaxQuestion)}
	case f.flags.Changed("limit") && (f.limit < 1 || f.limit > 200):
		return q, usageError{fmt.Errorf("--limit %d: choose 1 to 200", f.limit)}
	}
	parts := []*ask.Filter{&q.filter}
	if len(f.not) > 0 {
		q.filter.Not = &ask.Filter{}
		parts = append(parts, q.filter.Not)
	}
	for _, n := range f.not {
		if err := addTo(q.filter.Not, n); err != nil {
			return q, usageError{err}
		}
	}
	for _, part := range parts {
		if part.UntilWeek < 0 || slices.ContainsFunc(part.Weeks, func(n int) bool { return n < 1 }) {
			return q, usageError{errors.New("a week is a number from 1")}
		}
		for _, k := range part.Kinds {
			if !slices.Contains(kinds, k) {
				return q, usageError{fmt.Errorf("unknown kind %q: choose one of %s", k, strings.Join(kinds, ", "))}
			}
		}
	}
	return q, nil
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
