package ingest

import (
	"sync"

	"ibid/store"
)

// EventKind says what an Event is about.
type EventKind string

// The kinds of an Event.
const (
	ModuleChanged   EventKind = "module"   // its folder went or came back
	ModuleRemoved   EventKind = "removed"  // by this process or another
	Scanned         EventKind = "scanned"  // its folder was compared with the store
	DocumentChanged EventKind = "document" // DocumentID, or several when it is 0
	Problem         EventKind = "problem"  // a standing problem began; ModuleID is 0 when it is not one module's
	Solved          EventKind = "solved"   // it is over
)

// Event says that something changed in the store. It is a hint to look there, and carries no more than what to look at.
type Event struct {
	Kind       EventKind
	ModuleID   int64         // row
	DocumentID int64         // row
	Problem    store.Failure // of Problem and Solved
}

// Codes of the problems that this package finds, next to those of extract.Error and of the scan.
const (
	FolderMissing   = "folder_missing"   // standing: a module's folder is not there
	WatchLimit      = "watch_limit"      // standing: folders cannot be watched and are only scanned every five minutes
	EmbedderFailing = "embedder_failing" // standing: documents stay keyword-ready
	ViewerFailing   = "viewer_failing"   // standing: pages stay as they were read
	StoreFailing    = "store_failing"    // standing: the database cannot be written
	DiskFull        = "disk_full"        // standing: as the disk is full

	Denied     = "denied"          // of a document: no permission to open it
	Unreadable = "unreadable"      // of a document: the disk or the system failed, three times
	Crashed    = store.Interrupted // of a document: the program ended, three times, while it read this file
	Internal   = "internal"        // of a document: a fault in Ibid
)

func (in *Ingester) notify(e Event) {
	if in.Notify != nil {
		in.Notify(e)
	}
}

// standing keeps the problems that last, so that each is said once when it begins and once when it ends.
type standing struct {
	mu       sync.Mutex // guards what follows
	problems map[standingKey]store.Failure
}

type standingKey struct {
	module int64
	code   string
}

// Problems lists the standing problems, by module row (0 = of the Ingester as a whole).
func (in *Ingester) Problems() map[int64][]store.Failure {
	in.trouble.mu.Lock()
	defer in.trouble.mu.Unlock()
	list := make(map[int64][]store.Failure)
	for key, why := range in.trouble.problems {
		list[key.module] = append(list[key.module], why)
	}
	return list
}

// begins notes a standing problem and reports whether it is new.
func (in *Ingester) begins(module int64, code string, err error) bool {
	why := store.Failure{Code: code, Detail: err.Error()}
	key := standingKey{module, code}
	in.trouble.mu.Lock()
	_, known := in.trouble.problems[key]
	if in.trouble.problems == nil {
		in.trouble.problems = make(map[standingKey]store.Failure)
	}
	in.trouble.problems[key] = why
	in.trouble.mu.Unlock()
	if !known {
		in.log.Warn("ingest: problem", "code", code, "module", module, "error", err)
		in.notify(Event{Kind: Problem, ModuleID: module, Problem: why})
	}
	return !known
}

// ends takes back standing problems of a module and reports whether there were any.
func (in *Ingester) ends(module int64, codes ...string) bool {
	any := false
	for _, code := range codes {
		key := standingKey{module, code}
		in.trouble.mu.Lock()
		why, known := in.trouble.problems[key]
		delete(in.trouble.problems, key)
		in.trouble.mu.Unlock()
		if known {
			any = true
			in.log.Info("ingest: problem over", "code", code, "module", module)
			in.notify(Event{Kind: Solved, ModuleID: module, Problem: why})
		}
	}
	return any
}
