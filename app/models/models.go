// Package models does the work that needs a model: it writes answers through
// Ollama or OpenRouter and turns texts into vectors, and decides in one place
// what may leave the laptop. It knows nothing of courses, documents or the
// database: texts go in, text and numbers come out.
package models

import "context"

// The roles of a Message.
const (
	RoleSystem = "system"
	RoleUser   = "user"
)

// A Message is one turn of what a model is told.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	// Pictures go with it, as JPEG.
	Pictures [][]byte `json:"-"`
}

// A Request is what a generator gets besides the model's name.
type Request struct {
	Messages []Message
	// MaxTokens ends the answer after so many tokens; 0 leaves it to the
	// generator's default.
	MaxTokens int
	// ContextTokens is how much the prompt and the answer may take together;
	// 0 means the generator's default. A generator may round it up.
	ContextTokens int
	// Temperature is sent when it is not nil.
	Temperature *float64
	// Schema asks for an answer that is JSON of this JSON schema, for
	// generators that can promise it.
	Schema []byte
}

// Usage is what the model said an answer took.
type Usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	// Context is the window the model really worked with, 0 if unknown.
	Context int `json:"context"`
	// Truncated says that the text is not whole: the prompt did not reach the
	// model in full or the answer stopped at a limit.
	Truncated bool `json:"truncated"`
	// Sent says that the request went out to the server, whatever became of it.
	Sent bool `json:"-"`
}

// A Model is one that a generator offers.
type Model struct {
	Name string `json:"name"`
	// Size is its size on disk in bytes, 0 if it has none here.
	Size int64 `json:"size"`
	// Remote says that using it sends the question and the passages to
	// another computer.
	Remote bool `json:"remote"`
	// Host is that computer, as far as it is known.
	Host string `json:"host,omitempty"`
	// Family is the kind of network, such as "llama" or "bert".
	Family string `json:"family,omitempty"`
	// Parameters is the count of weights as the model names it ("8B").
	Parameters string `json:"parameters,omitempty"`
	// Embeds says that it turns texts into vectors and cannot write.
	Embeds bool `json:"embeds,omitempty"`
	// Sees says that it takes pictures, where that was looked up.
	Sees bool `json:"sees,omitempty"`
}

// A Generator writes the answer to a request. onText gets each piece as it
// comes, always from the calling goroutine; its error ends the answer and is
// returned. Generate is safe for concurrent use and returns soon after ctx is
// done. What it returns wraps one of the errors of this package, so that the
// caller can tell the student what to do.
type Generator interface {
	Generate(ctx context.Context, model string, r Request, onText func(string) error) (Usage, error)
}
