package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ibid/app"
)

func (s *session) doctorCommand() *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "What works on this machine, what does not and how to mend it", Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return s.doctor(cmd.Context(), repair) },
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "check the index and make it anew from what was read")
	return cmd
}

func (s *session) doctor(ctx context.Context, repair bool) error {
	p := newProgress(s)
	looking := func(part string) { p.line("Checking: " + part) }
	if repair {
		mended, err := app.Repair(ctx, s.options(), looking)
		p.end()
		if err != nil {
			return err
		}
		for _, c := range mended {
			if err := s.printCheck(c); err != nil {
				return err
			}
		}
	}
	return s.withApp(ctx, func(a *app.App) error {
		if repair {
			err := a.FillVectors(ctx, func(documents int) { p.line(count(documents, "document") + " left for the search by meaning") })
			if err != nil {
				return err
			}
		}
		checks, err := a.Doctor(ctx, looking)
		p.end()
		if err != nil {
			return err
		}
		bad := false
		for _, c := range checks {
			bad = bad || c.Problem != nil && c.Needed
			if err := s.printCheck(c); err != nil {
				return err
			}
		}
		if bad {
			return exit(ExitFailed)
		}
		return nil
	})
}

func (s *session) printCheck(c app.Check) error {
	if s.json {
		return s.print(c)
	}
	mark, line := "ok", c.Found
	switch {
	case c.Mended:
		mark, line = "mended", c.Problem.Title+". "+c.Problem.Detail+" "+c.Problem.Action
	case c.Problem != nil:
		mark, line = "--", c.Problem.Title+". "+c.Problem.Action
	}
	_, err := fmt.Fprintf(s.Stdout, "%-7s %-22s %s\n", mark, c.Name, line)
	return err
}
