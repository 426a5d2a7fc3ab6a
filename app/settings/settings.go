// Package settings is what the student can choose: one typed struct with its
// defaults, the check of each field and its form as JSON. Where it is kept is
// the caller's business, and keys are never in it: they live in the keyring
// of the operating system.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
)

// Version is the number of the newest shape of the JSON.
const Version = 1

// ErrUnreadable says that stored settings are no settings; Parse returns the
// defaults with it.
var ErrUnreadable = errors.New("the stored settings cannot be read")

// Settings is everything the student can choose.
type Settings struct {
	// OllamaURL is where Ollama listens; "" means OLLAMA_HOST or this computer.
	OllamaURL string `json:"ollama_url"`
	// AnswerModel writes the answers: "auto", "local", "ollama:NAME" or
	// "openrouter:NAME".
	AnswerModel string `json:"answer_model"`
	// Embedder turns texts into vectors: "local" or "ollama:NAME".
	Embedder string `json:"embedder"`
	// Vision looks at pictures of pages that are hard to read, and at figures: "" for nobody, "ollama:NAME" or "openrouter:NAME".
	Vision string `json:"vision_model"`
	// Transcriber hears recordings in place of the model in the program.
	Transcriber Transcriber `json:"transcriber"`
	// OpenRouter may be used when it is on.
	OpenRouter OpenRouter `json:"openrouter"`
	// AllowRemote lets Ollama run on another computer or use a model in a cloud.
	AllowRemote bool `json:"allow_remote"`
	// Retrieval says how much is looked up for an answer.
	Retrieval Retrieval `json:"retrieval"`
	// PromptTemplate is the name of the file the prompt is made with, without
	// folder and ending.
	PromptTemplate string `json:"prompt_template"`
	// WorkOnBattery lets the laptop do long work while it runs on its battery: vectors, speech and text recognition.
	WorkOnBattery bool `json:"work_on_battery"`
	// Theme is "system", "light" or "dark".
	Theme string `json:"theme"`
}

// Transcriber is a Whisper that hears recordings: better, or in other languages.
type Transcriber struct {
	// With is "" for the model in the program, "server" or "program".
	With string `json:"with"`
	// Address is that of a server, such as http://127.0.0.1:8080/inference.
	Address string `json:"address"`
	// Program is the path of whisper-cli.
	Program string `json:"program"`
	// Model is the name of a server's model, or the file of the program's.
	Model string `json:"model"`
	// Language is what is spoken, in two letters; "" is found out.
	Language string `json:"language"`
}

// OpenRouter is the service that may write answers when Ollama cannot.
type OpenRouter struct {
	Enabled bool   `json:"enabled"`
	Model   string `json:"model"`
}

// Retrieval is how much of the material goes into an answer.
type Retrieval struct {
	// Passages is how many passages the model is given at most.
	Passages int `json:"passages"`
	// ContextTokens is how much the model may read and write in all. More is
	// slower: a laptop reads a hundred tokens a second.
	ContextTokens int `json:"context_tokens"`
	// Neighbours is how many passages before and after each one come with it,
	// by kind of document.
	Neighbours map[string]int `json:"neighbours"`
}

// Default is what holds until the student chooses.
func Default() Settings {
	return Settings{
		AnswerModel: "auto",
		Embedder:    "local",
		OpenRouter:  OpenRouter{Model: "meta-llama/llama-3.3-70b-instruct"},
		Retrieval: Retrieval{
			Passages:      6,
			ContextTokens: 4096,
			// A stretch of speech starts in the middle of a thought; a slide or a section stands by itself.
			Neighbours: map[string]int{
				"slides": 0, "reading": 0, "notes": 0, "transcript": 1, "exam": 0, "admin": 0, "web": 0, "code": 0,
			},
		},
		PromptTemplate: "default",
		Theme:          "system",
	}
}

// Clone copies the settings, so that changing the copy leaves s alone.
func (s Settings) Clone() Settings {
	s.Retrieval.Neighbours = maps.Clone(s.Retrieval.Neighbours)
	return s
}

// envelope is the stored form.
type envelope struct {
	Version int `json:"version"`
	Settings
}

// Encode is the stored form of s, which must be valid.
func Encode(s Settings) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(envelope{Version: Version, Settings: s})
}

// Parse reads the stored form. Nothing stored means the defaults; what is not
// in it has its default, what is unknown is passed over, and a field that
// does not hold (any more) falls back to its default, so that the program
// starts whatever was stored. The error then says what was wrong: it wraps
// ErrUnreadable or is a FieldErrors.
func Parse(data []byte) (Settings, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return Default(), nil
	}
	stored := envelope{Settings: Default()}
	if err := json.Unmarshal(data, &stored); err != nil {
		return Default(), fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	s := stored.Settings
	err := s.Validate()
	var fields FieldErrors
	if errors.As(err, &fields) {
		for _, f := range fields {
			s.reset(f.Field)
		}
	}
	return s, err
}
