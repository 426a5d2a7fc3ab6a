package models

import (
	"context"
	"errors"
	"testing"
)

// A locked keyring waits for the student's password; the program does not.
func TestKeyringCanBeGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	locked := make(chan struct{})
	defer close(locked)
	err := withKeyring(ctx, func() error {
		cancel()
		<-locked
		return nil
	})
	if !errors.Is(err, ErrKeyring) || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
