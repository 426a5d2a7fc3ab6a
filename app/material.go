package app

import (
	"context"

	"ibid/app/ask"
)

// checkMaterial refuses a question for which there is nothing to look through. "Not in your material" would be untrue there: the
// student has added nothing yet, or has filtered everything out.
func (a *App) checkMaterial(ctx context.Context, f ask.Filter) error {
	some, err := a.someMaterial(ctx, f)
	if some || err != nil {
		return err
	}
	modules, err := a.store.Modules(ctx)
	if err != nil {
		return err
	}
	if len(modules) == 0 {
		return problem("no_material", "")
	}
	some, err = a.someMaterial(ctx, ask.Filter{Modules: f.Modules})
	switch {
	case err != nil:
		return err
	case some:
		return problem("nothing_fits", "")
	}
	return problem("nothing_yet", "")
}

// someMaterial says whether a filter lets a document through, be it one that is not searchable yet.
func (a *App) someMaterial(ctx context.Context, f ask.Filter) (bool, error) {
	s, err := f.Searched(ctx, a.store)
	return s.Passages+s.NotIndexed > 0, err
}
