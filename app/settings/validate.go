package settings

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"unicode"
)

// The kinds of documents that neighbours can be set for.
var kinds = []string{"slides", "reading", "notes", "transcript", "exam", "admin", "web", "code"}

// The bounds of the numbers. Twenty passages fill the window of a large model;
// three neighbours on each side of a stretch of speech are five minutes of it.
const (
	maxPassages      = 20
	minContextTokens = 2048
	maxContextTokens = 131072
	maxNeighbours    = 3
)

// A FieldError is one field whose value cannot be.
type FieldError struct {
	Field  string // its name in the JSON, such as "retrieval.passages"
	Reason string
}

func (e FieldError) Error() string { return e.Field + ": " + e.Reason }

// FieldErrors are all fields of one check that do not hold.
type FieldErrors []FieldError

func (e FieldErrors) Error() string {
	texts := make([]string, len(e))
	for i, f := range e {
		texts[i] = f.Error()
	}
	return strings.Join(texts, "; ")
}

// Validate returns nil or a FieldErrors.
func (s Settings) Validate() error {
	var errs FieldErrors
	check := func(ok bool, field, reason string, args ...any) {
		if !ok {
			errs = append(errs, FieldError{Field: field, Reason: fmt.Sprintf(reason, args...)})
		}
	}
	check(addressHolds(s.OllamaURL), "ollama_url", "is no address such as http://127.0.0.1:11434")
	check(writerHolds(s.AnswerModel), "answer_model", "is none of auto, local, ollama:NAME, openrouter:NAME")
	check(s.Embedder == "local" || named(s.Embedder, "ollama:"), "embedder", "is neither local nor ollama:NAME")
	check(s.Vision == "" || named(s.Vision, "ollama:") || named(s.Vision, "openrouter:"), "vision_model", "is neither empty, ollama:NAME nor openrouter:NAME")
	t := s.Transcriber
	check(slices.Contains([]string{"", "server", "program"}, t.With), "transcriber.with", "is neither empty, server nor program")
	check((t.Address != "" || t.With != "server") && addressHolds(t.Address), "transcriber.address", "is no address such as http://127.0.0.1:8080")
	check((t.Program != "" || t.With != "program") && lineHolds(t.Program), "transcriber.program", "is no path of a program")
	check(lineHolds(t.Model) && !strings.HasPrefix(t.Model, "-"), "transcriber.model", "is no name of a model")
	check(t.Language == "" || len(t.Language) == 2 && strings.Trim(t.Language, "abcdefghijklmnopqrstuvwxyz") == "", "transcriber.language", "is no language in two letters, such as de")
	check(!s.OpenRouter.Enabled || nameHolds(s.OpenRouter.Model), "openrouter.model", "is no name of a model")
	r := s.Retrieval
	check(r.Passages >= 1 && r.Passages <= maxPassages, "retrieval.passages", "is not between 1 and %d", maxPassages)
	check(r.ContextTokens >= minContextTokens && r.ContextTokens <= maxContextTokens,
		"retrieval.context_tokens", "is not between %d and %d", minContextTokens, maxContextTokens)
	for kind, n := range r.Neighbours {
		if !slices.Contains(kinds, kind) {
			continue // a newer version may know it
		}
		check(n >= 0 && n <= maxNeighbours, "retrieval.neighbours", "%s is not between 0 and %d", kind, maxNeighbours)
	}
	check(fileNameHolds(s.PromptTemplate), "prompt_template", "is no name of a template")
	check(slices.Contains([]string{"system", "light", "dark"}, s.Theme), "theme", "is none of system, light, dark")
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// reset gives a field, by its name in a FieldError, its default.
func (s *Settings) reset(field string) {
	d := Default()
	switch field {
	case "ollama_url":
		s.OllamaURL = d.OllamaURL
	case "answer_model":
		s.AnswerModel = d.AnswerModel
	case "embedder":
		s.Embedder = d.Embedder
	case "vision_model":
		s.Vision = d.Vision
	case "transcriber.with", "transcriber.address", "transcriber.program", "transcriber.model", "transcriber.language":
		s.Transcriber = d.Transcriber
	case "openrouter.model":
		s.OpenRouter.Model = d.OpenRouter.Model
	case "retrieval.passages":
		s.Retrieval.Passages = d.Retrieval.Passages
	case "retrieval.context_tokens":
		s.Retrieval.ContextTokens = d.Retrieval.ContextTokens
	case "retrieval.neighbours":
		s.Retrieval.Neighbours = d.Retrieval.Neighbours
	case "prompt_template":
		s.PromptTemplate = d.PromptTemplate
	case "theme":
		s.Theme = d.Theme
	}
}

// addressHolds takes what Ollama takes in OLLAMA_HOST: scheme and port may be
// left out.
func addressHolds(s string) bool {
	if s == "" {
		return true
	}
	scheme, rest, found := strings.Cut(s, "://")
	if !found {
		rest = s
	} else if scheme != "http" && scheme != "https" {
		return false
	}
	host, _, _ := strings.Cut(rest, "/")
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name != "" && portHolds(port) && !strings.ContainsAny(name, badInHost)
	}
	return host != "" && !strings.ContainsAny(host, badInHost)
}

const badInHost = "@ \t\r\n?#%\\"

func portHolds(port string) bool {
	n := 0
	for _, r := range port {
		if r < '0' || r > '9' || n > 65535 {
			return false
		}
		n = n*10 + int(r-'0')
	}
	return port != "" && n <= 65535
}

func writerHolds(s string) bool {
	return s == "auto" || s == "local" || named(s, "ollama:") || named(s, "openrouter:")
}

// lineHolds takes what fits into one line.
func lineHolds(s string) bool {
	return len(s) <= 1000 && !strings.ContainsFunc(s, unicode.IsControl)
}

func named(s, prefix string) bool {
	name, ok := strings.CutPrefix(s, prefix)
	return ok && nameHolds(name)
}

// nameHolds is generous: who offers the models decides what they are called.
func nameHolds(name string) bool {
	return name != "" && len(name) <= 200 && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// fileNameHolds keeps the name of a template within its folder.
func fileNameHolds(name string) bool {
	return nameHolds(strings.ReplaceAll(name, " ", "_")) && !strings.ContainsAny(name, `/\:*?"<>|`) && !strings.HasPrefix(name, ".")
}
