package models

import "fmt"

// A Use is what a connection is for.
type Use int

// The uses of the net.
const (
	// UseOllama asks an Ollama server, on this computer or another.
	UseOllama Use = iota
	// UseOpenRouter asks OpenRouter.
	UseOpenRouter
	// UseDownload has Ollama fetch a model, which the student started.
	UseDownload
	// UsePage fetches a web page, whose address the student gave. It never
	// reaches this computer or its network: an address may be a trap.
	UsePage
	// UseTranscriber sends a recording to a server that writes down what is
	// said, on this computer or another.
	UseTranscriber
)

func (u Use) String() string {
	switch u {
	case UseOllama:
		return "ollama"
	case UseOpenRouter:
		return "openrouter"
	case UseDownload:
		return "download"
	case UsePage:
		return "web page"
	case UseTranscriber:
		return "transcriber"
	}
	return "unknown"
}

// A Target is where a use would go.
type Target struct {
	Use  Use
	Host string // host or host:port of the connection
	// RemoteModel and RemoteHost are set for an Ollama model that another
	// computer runs, although the Ollama server asked is the one here.
	RemoteModel string
	RemoteHost  string
}

// Leaves reports whether the use sends or fetches something beyond this
// computer. It is the one place that decides so.
func (t Target) Leaves() bool {
	if t.Use != UseOllama && t.Use != UseTranscriber {
		return true
	}
	return !IsLocalHost(t.Host) || t.RemoteModel != "" || t.RemoteHost != ""
}

// A Policy is what the student allows to leave the computer. The zero value
// allows an Ollama that runs here, and models and web pages that the student
// fetches by hand, and nothing else.
type Policy struct {
	Offline     bool // refuses everything beyond this computer
	AllowRemote bool // Ollama or a transcriber on another computer, and models it runs in a cloud
	OpenRouter  bool
}

// Check returns nil if the target may be used, else an error that wraps
// ErrOffline, ErrRemoteModel or ErrSwitchedOff.
func (p Policy) Check(t Target) error {
	if !t.Leaves() {
		return nil
	}
	switch {
	case p.Offline:
		return fmt.Errorf("%w (%s)", ErrOffline, t.Use)
	case t.Use == UseOpenRouter && !p.OpenRouter:
		return fmt.Errorf("%w (%s)", ErrSwitchedOff, t.Use)
	case (t.Use == UseOllama || t.Use == UseTranscriber) && !p.AllowRemote:
		return fmt.Errorf("%w (%s)", ErrRemoteModel, t.where())
	}
	return nil
}

func (t Target) where() string {
	if t.RemoteHost != "" {
		return t.RemoteHost
	}
	if t.RemoteModel != "" {
		return t.RemoteModel
	}
	return t.Host
}
