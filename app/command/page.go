package command

import (
	"context"
	"fmt"

	"ibid/app"
)

// addPage adds a web page to a module and says how far it has come.
func (s *session) addPage(ctx context.Context, a *app.App, module, address string, wait bool) error {
	d, err := a.AddPage(module, address)
	if err != nil {
		return err
	}
	if wait {
		if _, err := s.await(ctx, a, d.Module); err != nil {
			return err
		}
		docs, err := a.SomeDocuments(d.Module, []int64{d.ID})
		if err != nil || len(docs) == 0 {
			return err // it was removed meanwhile
		}
		d = docs[0]
	}
	switch {
	case s.json || wait:
		err = s.printDocument(d)
	default:
		_, err = fmt.Fprintf(s.Stdout, "%s: fetched. It is read while the window is open, or now with --wait.\n", oneLine(d.Doc))
	}
	if err == nil && wait && d.State == "failed" {
		return exit(ExitSomeFailures)
	}
	return err
}
