package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"ibid/store"
)

// journal holds what was asked and answered until it is in the store. The store's writer may be busy for seconds, with the removal
// of a large module: an answer does not wait for it. Each message is in a file of its own meanwhile, so that it is not lost when
// the program is killed.
type journal struct {
	dir   string // is there only while something waits
	store *store.Store
	log   *slog.Logger
	kept  func() // is called when the list of conversations may be another: something is asked, or has got into the store

	writing sync.Mutex // held while messages go into the store, or out of it

	mu     sync.Mutex // guards what follows, and the files
	lastID int64
	waits  map[int64]*entry // by the message's id
}

// entry is a message on its way into the store.
type entry struct {
	Conversation *store.Conversation `json:"conversation,omitempty"` // of a new one, until it is in the store
	Message      store.Message       `json:"message"`
	foreign      bool                // another process made it, and may live
}

func newJournal(dataDir string, s *store.Store, log *slog.Logger, kept func()) *journal {
	return &journal{dir: filepath.Join(dataDir, "asked"), store: s, log: log, kept: kept, waits: map[int64]*entry{}}
}

// newID is a number for a conversation or a message that no other has, above all earlier ones as long as the clock goes right:
// the store, which could count, is not asked. It is exact as a number of JavaScript.
func (j *journal) newID(above int64) int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lastID = max(time.Now().UnixMilli()*1000+rand.Int64N(1000), j.lastID+1, above+1)
	return j.lastID
}

// put takes a message, or its newer form. When it returns nil the message survives the end of the program. Where nothing can be
// written (see unwritable) it stays in memory until something can be; another question of which this cannot be said is not kept at all.
func (j *journal) put(e entry) error {
	j.mu.Lock()
	if before := j.waits[e.Message.ID]; before != nil && e.Conversation == nil {
		e.Conversation = before.Conversation
	}
	j.waits[e.Message.ID] = &e
	err := j.save(&e)
	j.mu.Unlock()
	if err == nil {
		return nil
	}
	j.log.Warn("journal", "no file for", e.Message.ID, "error", err)
	err = j.write() // without a file, only the store is safe
	if err != nil && len(e.Message.AnswerJSON) == 0 && !unwritable(err) {
		j.done(&e)
	}
	return err
}

// unwritable says whether an error is only that there is no room, or no permission, to write.
func unwritable(err error) bool {
	return errors.Is(err, store.ErrDiskFull) || errors.Is(err, store.ErrReadOnly)
}

// save writes the file of an entry; j.mu is held.
func (j *journal) save(e *entry) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return err
	}
	name := j.file(e.Message)
	if err := os.WriteFile(name+".new", text, 0o600); err != nil {
		return errors.Join(err, os.Remove(name+".new"))
	}
	if err := os.Rename(name+".new", name); err != nil {
		return err
	}
	if question := j.file(store.Message{ID: e.Message.ID}); question != name {
		_ = os.Remove(question) // one that stays changes nothing
	}
	return nil
}

// file is the name of a message's file. A question and its answer have one each, so that who has done with the question does not take
// away the answer that came meanwhile.
func (j *journal) file(m store.Message) string {
	name := strconv.FormatInt(m.ID, 10)
	if len(m.AnswerJSON) > 0 {
		name += "-answered"
	}
	return filepath.Join(j.dir, name+".json")
}

// write brings what waits into the store, in the order in which it was asked. What fails stays for the next time.
func (j *journal) write() error {
	j.writing.Lock()
	defer j.writing.Unlock()
	for e := j.first(); e != nil; e = j.first() {
		err := j.store.KeepMessage(context.Background(), e.Conversation, e.Message, j.still(e))
		if err != nil && !errors.Is(err, store.ErrNotFound) { // its conversation has been deleted since
			return err
		}
		j.done(e)
		j.kept()
	}
	return nil
}

// still says of another process's message, once the store can be written, whether that process has not written or forgotten it.
func (j *journal) still(e *entry) func() bool {
	if !e.foreign {
		return nil
	}
	return func() bool {
		_, err := os.Stat(j.file(e.Message))
		return !errors.Is(err, fs.ErrNotExist)
	}
}

// writeLogged is write for those who can do nothing about an error.
func (j *journal) writeLogged() {
	if err := j.write(); err != nil {
		j.log.Error("journal", "error", err)
	}
}

func (j *journal) first() *entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	var first *entry
	for _, e := range j.waits {
		if first == nil || e.Message.ID < first.Message.ID {
			first = e
		}
	}
	return first
}

// done forgets an entry that is in the store, unless a newer form of it has come.
func (j *journal) done(e *entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch now := j.waits[e.Message.ID]; now {
	case e:
		j.drop(e)
	case nil: // another has written it, or forgotten it, meanwhile
	default:
		now.Conversation = nil
	}
}

// drop forgets an entry; j.mu is held.
func (j *journal) drop(e *entry) {
	delete(j.waits, e.Message.ID)
	_ = os.Remove(j.file(e.Message)) // one that stays is found at the next start, and changes nothing
	_ = os.Remove(j.file(store.Message{ID: e.Message.ID}))
	_ = os.Remove(j.dir) // fails while there are others
}

// of returns what waits of a conversation, in order.
func (j *journal) of(conversation int64) []entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []entry
	for _, e := range j.waits {
		if e.Message.ConversationID == conversation {
			out = append(out, *e)
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return cmp.Compare(a.Message.ID, b.Message.ID) })
	return out
}

// begun returns the conversations that are not in the store yet.
func (j *journal) begun() []store.Conversation {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []store.Conversation
	for _, e := range j.waits {
		if e.Conversation == nil {
			continue
		}
		c := *e.Conversation
		for _, other := range j.waits {
			if other.Message.ConversationID == c.ID {
				c.Messages++
			}
		}
		out = append(out, c)
	}
	return out
}

// message finds one that waits.
func (j *journal) message(id int64) (store.Message, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e := j.waits[id]; e != nil {
		return e.Message, true
	}
	return store.Message{}, false
}

// forget drops what waits of a conversation and deletes it from the store, where it may not be yet.
func (j *journal) forget(ctx context.Context, conversation int64) error {
	j.writing.Lock() // nothing of it is on its way now
	defer j.writing.Unlock()
	waiting := j.of(conversation)
	j.mu.Lock()
	for _, e := range waiting {
		j.drop(&e)
	}
	j.mu.Unlock()
	err := j.store.DeleteConversation(ctx, conversation)
	if errors.Is(err, store.ErrNotFound) && len(waiting) > 0 {
		return nil
	}
	return err
}

// takeUp brings into the store what a program that was killed has left there. One that still lives does no harm: what it does
// meanwhile or later holds.
func (j *journal) takeUp() {
	j.read()
	j.writeLogged()
}

// read takes in what lies in the folder.
func (j *journal) read() {
	j.writing.Lock() // what is written or forgotten just now must not come back from its file
	defer j.writing.Unlock()
	files, err := os.ReadDir(j.dir)
	if err != nil {
		return // there is nothing
	}
	for _, f := range files {
		name := filepath.Join(j.dir, f.Name())
		text, err := os.ReadFile(name)
		if err != nil { // the next start may read it
			j.log.Warn("journal", "left out", name, "error", err)
			continue
		}
		var e entry
		if err := json.Unmarshal(text, &e); err != nil || name != j.file(e.Message) {
			j.log.Warn("journal", "left out", name, "error", err)
			_ = os.Remove(name) // half of a file that never counted
			continue
		}
		e.foreign = true
		j.mu.Lock()
		if j.waits[e.Message.ID] == nil { // the name of an answer comes before that of its question
			j.waits[e.Message.ID] = &e
		}
		j.mu.Unlock()
	}
}
