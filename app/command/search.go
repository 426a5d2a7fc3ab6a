package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ibid/app"
)

func (s *session) searchCommand() *cobra.Command {
	f := &questionFlags{}
	cmd := &cobra.Command{
		Use:   "search QUESTION",
		Short: "Find passages; no answer is written",
		Long:  "Find passages; no answer is written.\n\n" + batchHelp,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.read(args)
			if err != nil {
				return err
			}
			return s.withApp(cmd.Context(), func(a *app.App) error {
				find := func(q question) (app.SearchResult, error) {
					return a.SearchContext(cmd.Context(), app.SearchRequest{Question: q.text, Previous: q.previous, Filter: q.filter, Limit: f.limit})
				}
				if f.batch != "" {
					return batch(cmd.Context(), s, f.batch, q.filter, find)
				}
				found, err := find(q)
				if err != nil {
					return err
				}
				return s.printFound(found)
			})
		},
	}
	f.bind(cmd.Flags(), 10, "results at most")
	return cmd
}

func (s *session) printFound(found app.SearchResult) error {
	if s.json {
		return s.print(found)
	}
	for _, n := range found.Notices {
		fmt.Fprintln(s.Stderr, n.Text)
	}
	if len(found.Results) == 0 {
		_, err := fmt.Fprintln(s.Stdout, "Nothing found.")
		return err
	}
	for _, r := range found.Results {
		fmt.Fprintf(s.Stdout, "%2d  %s\n", r.Rank, shownLine(r.Place))
		s.printAlso(r.Place, "    ")
		if _, err := fmt.Fprintf(s.Stdout, "%s\n\n", indent(excerpt(r.Text, 400), "    ")); err != nil {
			return err
		}
	}
	if !found.Enough {
		_, err := fmt.Fprintln(s.Stdout, "The material does not seem to answer this; these are the closest places.")
		return err
	}
	return nil
}

// printAlso names the other places that say the same.
func (s *session) printAlso(p app.Place, by string) {
	for _, also := range p.Also {
		fmt.Fprintf(s.Stdout, "%salso in %s\n", by, shownLine(also))
	}
}

// placeLine names a place on one line: document, page, headings.
func placeLine(p app.Place) string {
	line := oneLine(p.Doc)
	if where := p.Where(); where != "" {
		line += ", " + where
	}
	if p.Heading != "" && p.Where() != p.Heading {
		line += " (" + p.Heading + ")"
	}
	if p.DescribedBy != "" {
		line += ", a picture described by " + oneLine(p.DescribedBy)
	}
	return line
}

// shownLine names a place and the passage in it, for the command that shows it.
func shownLine(p app.Place) string { return placeLine(p) + "  passage " + p.Passage }

// excerpt is text on one line, cut after n characters at a word.
func excerpt(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return cut + " …"
}

func indent(text, by string) string { return by + strings.ReplaceAll(text, "\n", "\n"+by) }

func (s *session) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show PASSAGE|URL",
		Short: "A passage with its neighbours and its place",
		Long: "A passage with its neighbours and its place.\n" +
			"PASSAGE is the sign behind a place that `ibid search` and `ibid ask` print; URL is an address that begins with ibid:, which they\n" +
			"give with --json. Write an address in quotes. `ibid URL` opens it in the window.",
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withApp(cmd.Context(), func(a *app.App) error {
				shown, err := a.Show(args[0])
				if err != nil {
					return err
				}
				if s.json {
					return s.print(shown)
				}
				for _, p := range shown.Before {
					fmt.Fprintf(s.Stdout, "%s\n\n", indent(p.Text, "    "))
				}
				fmt.Fprintln(s.Stdout, placeLine(shown.Place))
				s.printAlso(shown.Place, "")
				fmt.Fprintf(s.Stdout, "%s\n%s\n", indent(shown.Text, "  > "), shown.URL)
				for _, p := range shown.After {
					fmt.Fprintf(s.Stdout, "\n%s\n", indent(p.Text, "    "))
				}
				return nil
			})
		},
	}
}
