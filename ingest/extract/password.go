package extract

import "context"

type passwordKey struct{}

// WithPassword has a locked PDF opened with what ask returns, "" where no password is known. A file that is not locked never asks.
func WithPassword(ctx context.Context, ask func() string) context.Context {
	return context.WithValue(ctx, passwordKey{}, ask)
}

func passwordOf(ctx context.Context) string {
	if ask, ok := ctx.Value(passwordKey{}).(func() string); ok {
		return ask()
	}
	return ""
}
