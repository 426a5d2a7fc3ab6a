package app

import (
	"ibid/ingest"
	"ibid/store"
)

// Shell is what the app asks of the window around it. The command line has none.
type Shell interface {
	// Emit sends an event to the page; payloads are at most 4 kB. It may be called from several goroutines at once.
	Emit(name string, payload any)
	// PickFolder lets the student choose a folder; "" when they changed their mind.
	PickFolder() (string, error)
	// PickProgram lets the student choose a program; "" when they changed their mind.
	PickProgram() (string, error)
	// Quit closes the window.
	Quit()
	// OpenURL opens a web address in the student's browser.
	OpenURL(url string)
}

// The events the page listens to.
const (
	EventModules       = "modules:changed"       // {}
	EventDocuments     = "document:changed"      // DocumentsChanged
	EventProgress      = "ingest:progress"       // Progress
	EventAsk           = "ask:event"             // AskEvent
	EventConversations = "conversations:changed" // {}
	EventSettings      = "settings:changed"      // {}
	EventHealth        = "health:changed"        // {}
	EventArrived       = "arrived"               // {}: see Window.Arrived
)

// DocumentsChanged names documents whose state is not what it was.
type DocumentsChanged struct {
	Rev    int64   `json:"rev"`
	Module string  `json:"module"`
	IDs    []int64 `json:"ids"` // empty: too many to name, read them all again
}

// Progress says how far the reading of a module has come.
type Progress struct {
	Rev         int64  `json:"rev,omitempty"`
	Module      string `json:"module"`
	Done        int    `json:"done"`        // documents
	Total       int    `json:"total"`       // documents
	SecondsLeft *int   `json:"secondsLeft"` // null while it cannot be told
	CurrentLeft *int   `json:"currentLeft"` // seconds, of the file in hand; null while it cannot be told
	Current     string `json:"current,omitempty"`
}

// AskEvent is a step of an answer in the making. Seq counts from 1 within one answer, so that a gap can be noticed.
type AskEvent struct {
	Ask     string   `json:"ask"`
	Seq     int      `json:"seq"`
	Type    string   `json:"type"` // "sources", "text", "notice", "done", "failed"
	Text    string   `json:"text,omitempty"`
	Count   int      `json:"count,omitempty"` // of the sources, which AskSources has
	Notice  string   `json:"notice,omitempty"`
	Problem *Problem `json:"problem,omitempty"`
}

// AskSource is a passage that was given to the writer: its number and where it is, without its text.
type AskSource struct {
	N       int    `json:"n"`
	Passage string `json:"passage"`
	Doc     string `json:"doc"`
	Title   string `json:"title"`
	Where   string `json:"where"`
}

// noShell serves the command line.
type noShell struct{}

func (noShell) Emit(string, any)             {}
func (noShell) PickFolder() (string, error)  { return "", nil }
func (noShell) PickProgram() (string, error) { return "", nil }
func (noShell) Quit()                        {}
func (noShell) OpenURL(string)               {}

// progressOf puts the ingester's count into the words of the page.
func progressOf(m store.Module, p ingest.Progress) Progress {
	out := Progress{Module: m.ID, Done: p.Done, Total: p.Total, Current: p.Current}
	out.SecondsLeft, out.CurrentLeft = seconds(p.SecondsLeft), seconds(p.CurrentLeft)
	return out
}

// seconds is a time that is left, nil where it cannot be told.
func seconds(left float64) *int {
	if left < 0 {
		return nil
	}
	s := int(left)
	return &s
}
