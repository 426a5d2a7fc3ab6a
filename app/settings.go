package app

import (
	"context"
	"errors"

	"ibid/app/ask"
	"ibid/app/models"
	"ibid/app/settings"
	"ibid/store"
)

// settingsKey is where the settings lie in the store.
const settingsKey = "settings"

// Settings returns what the student has chosen.
func (a *App) Settings() settings.Settings {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.settings.Clone()
}

// SaveSettings checks and keeps the settings. They hold from the next question on. Only PickTranscriber chooses which program is
// started, whatever the page says.
func (a *App) SaveSettings(s settings.Settings) error {
	s.Transcriber.Program = a.Settings().Transcriber.Program
	return a.saveSettings(s)
}

// PickTranscriber has the student choose the program that hears recordings, and returns its path; "" when they changed their mind.
func (a *App) PickTranscriber() (string, error) {
	path, err := a.shell.PickProgram()
	if err != nil || path == "" {
		return "", a.fail(err)
	}
	s := a.Settings()
	s.Transcriber.Program = path
	return path, a.saveSettings(s)
}

func (a *App) saveSettings(s settings.Settings) error {
	b, err := settings.Encode(s)
	if err != nil {
		var fields settings.FieldErrors
		if errors.As(err, &fields) {
			return problem("invalid_input", fields.Error())
		}
		return a.fail(err)
	}
	if err := a.store.SetSetting(a.ctx, settingsKey, b); err != nil {
		return a.fail(err)
	}
	a.mu.Lock()
	changed := a.settings.OllamaURL != s.OllamaURL
	if changed || a.settings.Vision != s.Vision {
		defer a.viewer.giveUp()
	}
	a.settings = s.Clone()
	if changed && a.ollama != nil {
		a.ollama.Close()
		a.ollama = nil
	}
	a.mu.Unlock()
	a.ingester.Wake()
	a.shell.Emit(EventSettings, struct{}{})
	a.shell.Emit(EventHealth, struct{}{}) // other models may be meant
	return nil
}

// loadSettings reads the settings. A field that does not hold any more has its default, and the log says so.
func (a *App) loadSettings() {
	b, err := a.store.Setting(a.ctx, settingsKey)
	if err == nil {
		a.settings, err = settings.Parse(b)
	} else {
		a.settings = settings.Default()
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		a.log.Warn("settings", "error", err)
	}
}

// policy is what may leave the computer, as the settings are now.
func (a *App) policy() models.Policy {
	s := a.Settings()
	return models.Policy{Offline: a.options.Offline, AllowRemote: s.AllowRemote, OpenRouter: s.OpenRouter.Enabled}
}

// askOptions is how answers are made, as the settings are now.
func (a *App) askOptions() ask.Options {
	s := a.Settings()
	o := ask.Options{Passages: s.Retrieval.Passages, Prompt: s.PromptTemplate, Neighbours: map[store.Kind]int{}}
	for kind, n := range s.Retrieval.Neighbours {
		o.Neighbours[store.Kind(kind)] = n
	}
	return o
}

// SetOpenRouterKey keeps the key in the keyring of the operating system. It is never read back into the page.
func (a *App) SetOpenRouterKey(key string) error {
	return a.keyChanged(a.keys.SetKey(a.ctx, models.NewKey(key)))
}

// ClearOpenRouterKey removes the key from the keyring.
func (a *App) ClearOpenRouterKey() error { return a.keyChanged(a.keys.ClearKey(a.ctx)) }

// transcriberKeys keeps the key for the address of the transcriber.
func (a *App) transcriberKeys() (models.SystemKeys, error) {
	address, err := models.WhisperURL(a.Settings().Transcriber.Address)
	if err != nil {
		return models.SystemKeys{}, problem("invalid_input", err.Error())
	}
	return models.SystemKeys{Transcriber: true, Host: address.Host}, nil
}

// SetTranscriberKey keeps the key for the transcriber's address in the keyring, as SetOpenRouterKey does.
func (a *App) SetTranscriberKey(key string) error {
	keys, err := a.transcriberKeys()
	if err != nil {
		return err
	}
	return a.keyChanged(keys.SetKey(a.ctx, models.NewKey(key)))
}

// ClearTranscriberKey removes it from the keyring.
func (a *App) ClearTranscriberKey() error {
	return a.keyChanged(models.SystemKeys{Transcriber: true}.ClearKey(a.ctx))
}

func (a *App) keyChanged(err error) error {
	if err == nil {
		a.shell.Emit(EventHealth, struct{}{})
	}
	return a.fail(err)
}

// hasOpenRouterKey says whether there is a key.
func (a *App) hasOpenRouterKey(ctx context.Context) bool {
	_, err := a.keys.Key(ctx)
	return err == nil
}
