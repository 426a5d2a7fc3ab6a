package models_test

import (
	"errors"
	"testing"

	"github.com/zalando/go-keyring"

	"ibid/app/models"
)

func TestSystemKeys(t *testing.T) {
	keyring.MockInit()
	t.Setenv(models.KeyVariable, "")
	var keys models.SystemKeys
	if _, err := keys.Key(t.Context()); !errors.Is(err, models.ErrKeyMissing) {
		t.Errorf("no key stored: %v", err)
	}
	if err := keys.ClearKey(t.Context()); err != nil {
		t.Errorf("clearing nothing: %v", err)
	}
	if err := keys.SetKey(t.Context(), models.NewKey(" ")); !errors.Is(err, models.ErrKeyMissing) {
		t.Errorf("setting nothing: %v", err)
	}
	if err := keys.SetKey(t.Context(), models.NewKey("sk-one")); err != nil {
		t.Fatal(err)
	}
	if key, err := keys.Key(t.Context()); err != nil || key.Empty() {
		t.Errorf("stored key: %v", err)
	}
	if stored, err := keyring.Get("ibid", "openrouter"); stored != "sk-one" {
		t.Errorf("in the keyring: %q %v", stored, err)
	}
	if err := keys.ClearKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := keys.Key(t.Context()); !errors.Is(err, models.ErrKeyMissing) {
		t.Errorf("after clearing: %v", err)
	}
}

func TestSystemKeysWithoutKeyring(t *testing.T) {
	keyring.MockInitWithError(errors.New("no D-Bus"))
	t.Cleanup(keyring.MockInit)
	t.Setenv(models.KeyVariable, "")
	var keys models.SystemKeys
	_, err := keys.Key(t.Context())
	if errors.Is(err, models.ErrKeyMissing) || !errors.Is(err, models.ErrKeyring) {
		t.Errorf("error %v, want ErrKeyring: nobody knows whether there is a key", err)
	}
	if err := keys.SetKey(t.Context(), models.NewKey("sk-one")); !errors.Is(err, models.ErrKeyring) {
		t.Errorf("setting: %v", err)
	}
	t.Setenv(models.KeyVariable, "sk-two")
	if key, err := keys.Key(t.Context()); err != nil || key.Empty() {
		t.Errorf("with the variable: %v", err)
	}
}

// The key of a transcriber is that of one host: no other gets it.
func TestTheKeyOfATranscriberIsForItsHost(t *testing.T) {
	keyring.MockInit()
	t.Setenv(models.TranscriberKeyVariable, "")
	here, there := models.SystemKeys{Transcriber: true, Host: "One.example:8080"}, models.SystemKeys{Transcriber: true, Host: "two.example:8080"}
	if err := here.SetKey(t.Context(), models.NewKey("sk-one")); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"keyring", "variable"} {
		if key, err := here.Key(t.Context()); err != nil || key.Empty() {
			t.Errorf("%s: %v", from, err)
		}
		if here.Place(t.Context()) != from || there.Place(t.Context()) != "" {
			t.Errorf("%s: in %q, for another host in %q", from, here.Place(t.Context()), there.Place(t.Context()))
		}
		if _, err := there.Key(t.Context()); !errors.Is(err, models.ErrKeyMissing) {
			t.Errorf("%s: another host gets the key: %v", from, err)
		}
		if err := here.ClearKey(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Setenv(models.TranscriberKeyVariable, "one.example:8080 sk-one")
	}
}
