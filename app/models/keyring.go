package models

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// KeyVariable holds the key of OpenRouter for those who have no keyring; it
// wins over the keyring.
const KeyVariable = "IBID_OPENROUTER_KEY"

// TranscriberKeyVariable is the same for the key of the transcriber: its host, a blank and the key.
const TranscriberKeyVariable = "IBID_TRANSCRIBER_KEY"

const (
	keyService = "ibid"
	keyUser    = "openrouter"
	// A locked keyring asks the student for its password first.
	keyringTime = 60 * time.Second
	redacted    = "[key]"
)

// A Key is a secret that does not show itself: however it is printed, logged
// or encoded, what comes out is "[key]". Only this package can reveal it.
type Key struct{ reveal func() string }

// NewKey wraps a secret; blanks around it, which pasting adds, are taken off.
func NewKey(secret string) Key {
	secret = strings.TrimSpace(secret)
	if secret == "" {
		return Key{}
	}
	return Key{reveal: func() string { return secret }}
}

// Empty reports whether there is no key.
func (k Key) Empty() bool { return k.reveal == nil }

func (k Key) secret() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// String, Format, LogValue and MarshalText keep the secret in.
func (Key) String() string               { return redacted }
func (Key) Format(s fmt.State, _ rune)   { fmt.Fprint(s, redacted) }
func (Key) LogValue() slog.Value         { return slog.StringValue(redacted) }
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// hide takes the key out of a text that others wrote, such as a reply that
// quotes it.
func (k Key) hide(text string) string {
	if k.Empty() {
		return text
	}
	return strings.ReplaceAll(text, k.secret(), redacted)
}

// Keys keeps the key of a service. Key returns ErrKeyMissing if there is
// none, and ErrKeyring if that cannot be told; the others need a keyring.
type Keys interface {
	Key(ctx context.Context) (Key, error)
	SetKey(ctx context.Context, key Key) error
	ClearKey(ctx context.Context) error
}

// SystemKeys keeps the key in the keyring of the operating system. Its zero value keeps that of OpenRouter.
type SystemKeys struct {
	// Transcriber says that the key is the one of the transcriber.
	Transcriber bool
	// Host is that of the transcriber. Its key is kept with it and is none for another host, so that a changed address gets no key.
	Host string
}

func (k SystemKeys) names() (user, variable string) {
	if k.Transcriber {
		return "transcriber", TranscriberKeyVariable
	}
	return keyUser, KeyVariable
}

// Key reads the variable of the key, else the keyring.
func (k SystemKeys) Key(ctx context.Context) (Key, error) {
	user, variable := k.names()
	if key := k.bound(os.Getenv(variable)); !key.Empty() {
		return key, nil
	}
	secret, err := Secret(ctx, user)
	key := k.bound(secret)
	switch {
	case err != nil:
		return Key{}, err
	case key.Empty():
		return Key{}, ErrKeyMissing
	}
	return key, nil
}

// Place says where the key is: "variable", "keyring", or "" for nowhere.
func (k SystemKeys) Place(ctx context.Context) string {
	_, variable := k.names()
	if !k.bound(os.Getenv(variable)).Empty() {
		return "variable"
	}
	if _, err := k.Key(ctx); err != nil {
		return ""
	}
	return "keyring"
}

// bound is the key in a secret, which begins with the host where it is the transcriber's.
func (k SystemKeys) bound(secret string) Key {
	if !k.Transcriber {
		return NewKey(secret)
	}
	host, key, _ := strings.Cut(strings.TrimSpace(secret), " ")
	if !strings.EqualFold(host, k.Host) {
		return Key{}
	}
	return NewKey(key)
}

// SetKey stores the key, in place of the one before.
func (k SystemKeys) SetKey(ctx context.Context, key Key) error {
	if key.Empty() {
		return ErrKeyMissing
	}
	user, _ := k.names()
	secret := key.secret()
	if k.Transcriber {
		secret = k.Host + " " + secret
	}
	return SetSecret(ctx, user, secret)
}

// ClearKey forgets the key; that there is none is no error.
func (k SystemKeys) ClearKey(ctx context.Context) error {
	user, _ := k.names()
	return ClearSecret(ctx, user)
}

// Secret is what the keyring of the operating system has under a name, ""
// when it has nothing.
func Secret(ctx context.Context, name string) (secret string, err error) {
	err = withKeyring(ctx, func() error {
		found, err := keyring.Get(keyService, name)
		if err == nil {
			secret = found
		}
		return known(err)
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

// SetSecret keeps a secret in the keyring, in place of the one before.
func SetSecret(ctx context.Context, name, secret string) error {
	return withKeyring(ctx, func() error { return keyring.Set(keyService, name, secret) })
}

// ClearSecret takes a secret out of the keyring; that there is none is no error.
func ClearSecret(ctx context.Context, name string) error {
	return withKeyring(ctx, func() error { return known(keyring.Delete(keyService, name)) })
}

// known makes nothing of the error that there is no such secret.
func known(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// withKeyring runs a call that cannot be cancelled and may wait for a person.
func withKeyring(ctx context.Context, call func() error) error {
	ctx, cancel := context.WithTimeout(ctx, keyringTime)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("%w: %w", ErrKeyring, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrKeyring, ctx.Err())
	}
}
