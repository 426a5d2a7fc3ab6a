package app

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"ibid/app/models"
	"ibid/app/settings"
	"ibid/ingest/extract"
)

// listener hears recordings: with the transcriber of the settings, else with the models in the binary, which are unpacked when the
// first recording comes. Where that transcriber fails the models take over, if what is spoken may be English, which is all they know.
type listener struct {
	app *App

	mu    sync.Mutex // guards what follows
	made  *models.Speech
	taken ears // those of the recording in hand
	tried settings.Transcriber
	away  error // why the transcriber of the settings does not work; nil = it may
	until time.Time
}

// ears are what hears a recording; whisper nil = the models in the binary.
type ears struct {
	speech  *models.Speech
	whisper models.Whisper
	english bool // what is spoken may be
}

// transcriberAway is how long the models in the binary stand in before the transcriber is tried again.
const transcriberAway = 10 * time.Minute

func (l *listener) speech() (*models.Speech, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made != nil {
		return l.made, nil
	}
	dir, err := l.app.unpackedModels()
	if err != nil {
		return nil, err
	}
	l.made = models.NewSpeech(models.SpeechOptions{Dir: dir, Gate: &l.app.gate})
	return l.made, nil
}

// choose takes the ears for the next recording.
func (l *listener) choose() (ears, error) {
	speech, err := l.speech()
	if err != nil {
		return ears{}, err
	}
	chosen := l.app.Settings().Transcriber
	whisper, err := l.app.whisper(chosen)
	if err != nil {
		return ears{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if chosen != l.tried || time.Now().After(l.until) {
		l.tried, l.away = chosen, nil
	}
	l.taken = ears{speech: speech, whisper: whisper, english: chosen.Language == "" || chosen.Language == "en"}
	if l.away != nil && l.taken.english {
		l.taken.whisper = nil
	}
	return l.taken, nil
}

// whisper is the transcriber of the settings; nil = none.
func (a *App) whisper(t settings.Transcriber) (models.Whisper, error) {
	switch t.With {
	case "server":
		address, err := models.WhisperURL(t.Address)
		if err != nil {
			return nil, err
		}
		return &models.WhisperServer{Address: address, Model: t.Model, Language: t.Language, Keys: models.SystemKeys{Transcriber: true, Host: address.Host}, Guard: a.guard}, nil
	case "program":
		return &models.WhisperProgram{Path: t.Program, Model: t.Model, Language: t.Language, Dir: a.soundsDir()}, nil
	}
	return nil, nil
}

// soundsDir is where a Whisper program finds what it is to hear. A process that was killed leaves some of it behind, which the next one
// that reads the folders of courses removes.
func (a *App) soundsDir() string { return filepath.Join(a.dataDir, "sounds") }

// Identity names the model and the way it is used.
func (l *listener) Identity() (string, error) {
	e, err := l.choose()
	if err != nil {
		return "", notHeard(err)
	}
	identity, err := e.speech.Identity()
	if e.whisper != nil {
		identity = e.whisper.Name() + " after " + identity
	}
	return identity, notHeard(err)
}

// Listen reads samples to their end and tells of each stretch with speech as soon as it is written down.
func (l *listener) Listen(ctx context.Context, read func([]float32) (int, error), heard func(extract.Stretch) error) error {
	l.mu.Lock()
	e := l.taken
	l.mu.Unlock()
	on := func(m models.Stretch) error {
		out := extract.Stretch{Start: m.Start, End: m.End, Tokens: m.Tokens, LogProb: m.LogProb, Repeats: m.Repeats}
		for _, said := range m.Sentences {
			out.Sentences = append(out.Sentences, extract.SpokenSentence(said))
		}
		return heard(out)
	}
	if e.whisper == nil {
		return notHeard(e.speech.Listen(ctx, read, on))
	}
	err := e.speech.ListenWith(ctx, e.whisper, read, on, func() { extract.Alive(ctx) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		l.note(nil)
	case errors.Is(err, models.ErrTranscriber):
		l.app.log.Warn("transcriber", "error", err)
		l.note(err)
		if e.english {
			return extract.ErrOtherEars
		}
		return &extract.Error{Code: extract.Unheard, Detail: err.Error()}
	}
	return notHeard(err)
}

// note keeps whether the transcriber of the settings works.
func (l *listener) note(away error) {
	l.mu.Lock()
	changed := (l.away == nil) != (away == nil)
	l.away, l.until = away, time.Now().Add(transcriberAway)
	l.mu.Unlock()
	if changed {
		l.app.emitter.modulesChanged()
	}
}

// problem is why the transcriber of the settings does not hear, in words for the student.
func (l *listener) problem() (Problem, bool) {
	chosen := l.app.Settings().Transcriber
	l.mu.Lock()
	away := l.away
	if chosen != l.tried || time.Now().After(l.until) { // that it will be tried again is no news of it
		away = nil
	}
	l.mu.Unlock()
	if away == nil {
		return Problem{}, false
	}
	p := problem("transcriber_failing", "")
	p.Detail += " " + cmp.Or(transcriberWhy[ProblemOf(away, l.app.log).Code], "It reported an error.")
	return p, true
}

// notHeard tells errors of the models from those of the recording: no other try will do better.
func notHeard(err error) error {
	if errors.Is(err, models.ErrNoModels) || errors.Is(err, models.ErrRuntime) {
		return &extract.Error{Code: extract.NotHeard, Detail: err.Error()}
	}
	return err
}

func (l *listener) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil {
		return
	}
	if err := l.made.Close(); err != nil {
		l.app.log.Warn("close speech", "error", err)
	}
}
