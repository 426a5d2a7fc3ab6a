package models

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	// pingTime is enough for a server on this computer, even a busy one, and
	// short enough to look for it whenever a question is asked.
	pingTime = 2 * time.Second
	// lookTime bounds the short questions to a server that is there: one that works answers in milliseconds, and the student
	// waits for an answer meanwhile.
	lookTime = 5 * time.Second
)

// OllamaOptions says which Ollama is asked and how.
type OllamaOptions struct {
	// URL is the address; see OllamaURL.
	URL *url.URL
	// Guard makes the connections and knows what may leave the computer.
	Guard *Guard
	// Patience is how long an answer may be silent; zero means the default.
	Patience Patience
}

// Ollama writes answers with a server of Ollama. It is safe for concurrent
// use, though Ollama itself answers one chat after the other.
type Ollama struct {
	base     *url.URL
	guard    *Guard
	http     *http.Client
	api      *api.Client
	patience Patience

	mu      sync.Mutex
	windows map[string]int // by model: the largest window asked for so far
	listed  listing        // what List said last
	shown   map[string]elsewhere
	sighted map[string]bool // by name and digest: whether it takes pictures
}

// NewOllama makes a client; it does not connect.
func NewOllama(o OllamaOptions) *Ollama {
	client := *o.Guard.Client(UseOllama)
	client.Transport = watchedTransport{base: client.Transport}
	return &Ollama{
		base:     o.URL,
		guard:    o.Guard,
		http:     &client,
		api:      api.NewClient(o.URL, &client),
		patience: o.Patience,
		windows:  map[string]int{},
		shown:    map[string]elsewhere{},
		sighted:  map[string]bool{},
	}
}

// Close lets idle connections go.
func (o *Ollama) Close() { o.http.CloseIdleConnections() }

// URL is the address of the server.
func (o *Ollama) URL() string { return o.base.String() }

// Remote reports whether the server is on another computer.
func (o *Ollama) Remote() bool { return !IsLocalHost(o.base.Host) }

// Ping finds out, within two seconds, whether Ollama answers, and which version.
func (o *Ollama) Ping(ctx context.Context) (string, error) {
	var version string
	err := o.ask(ctx, pingTime, func(ctx context.Context) (err error) {
		version, err = o.api.Version(ctx)
		return err
	})
	if err == nil && version == "" {
		err = o.fail(ErrBadReply, "", "no version of Ollama")
	}
	return version, err
}

// List names the models that are installed, in the server's order.
func (o *Ollama) List(ctx context.Context) ([]Model, error) {
	listed, err := o.list(ctx)
	if err != nil {
		return nil, err
	}
	models := make([]Model, 0, len(listed))
	for _, m := range listed {
		models = append(models, o.model(m))
	}
	return models, nil
}

func (o *Ollama) model(m api.ListModelResponse) Model {
	name := m.Name
	if name == "" {
		name = m.Model
	}
	host := m.RemoteHost
	if host == "" && o.Remote() {
		host = o.base.Host
	}
	return Model{
		Name:       name,
		Size:       m.Size,
		Remote:     o.target(m.RemoteModel, m.RemoteHost).Leaves(),
		Host:       host,
		Family:     m.Details.Family,
		Parameters: m.Details.ParameterSize,
		Embeds:     embeds(name, m.Details.Family),
	}
}

// A Running model is loaded in memory.
type Running struct {
	Name    string
	Context int // the window it was loaded with, in tokens
	Size    int64
}

// Running lists the models in memory.
func (o *Ollama) Running(ctx context.Context) ([]Running, error) {
	var reply *api.ProcessResponse
	err := o.ask(ctx, lookTime, func(ctx context.Context) (err error) {
		reply, err = o.api.ListRunning(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	running := make([]Running, 0, len(reply.Models))
	for _, m := range reply.Models {
		running = append(running, Running{Name: m.Name, Context: m.ContextLength, Size: m.Size})
	}
	return running, nil
}

// ask runs one short request.
func (o *Ollama) ask(ctx context.Context, limit time.Duration, call func(context.Context) error) error {
	short, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := call(short)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return o.classify(err, "")
}

func (o *Ollama) target(remoteModel, remoteHost string) Target {
	return Target{Use: UseOllama, Host: o.base.Host, RemoteModel: remoteModel, RemoteHost: remoteHost}
}

// sameModel compares names as Ollama does: without a tag it means latest.
func sameModel(a, b string) bool {
	return strings.EqualFold(withTag(a), withTag(b))
}

func withTag(name string) string {
	if strings.Contains(name[strings.LastIndexByte(name, '/')+1:], ":") {
		return name
	}
	return name + ":latest"
}

// embeds guesses from the listing, which does not say what a model can do.
func embeds(name, family string) bool {
	return strings.HasSuffix(strings.ToLower(family), "bert") || strings.Contains(strings.ToLower(name), "embed")
}
