package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"ibid/app/models"
	"ibid/store"
)

// passwordsKey is where the store has the list of passwords, which has none of them itself.
const passwordsKey = "passwords"

// passwords keeps those of locked PDF files in the keyring of the operating system. Where there is no keyring, they are known until
// the program ends.
type passwords struct {
	store  *store.Store
	log    *slog.Logger
	untidy chan struct{} // gets a token when documents may have gone

	mu   sync.Mutex       // guards what follows, and the list
	here map[int64]string // by document: what the keyring did not take
}

// passwordList says of which documents the keyring has the password, so that none outlives its document.
type passwordList struct {
	Name      string  `json:"name"` // sets the entries of this data folder apart from those of others
	Documents []int64 `json:"documents"`
}

func (l passwordList) entry(document int64) string {
	return "pdf-" + l.Name + "-" + strconv.FormatInt(document, 10)
}

func newPasswords(s *store.Store, log *slog.Logger) *passwords {
	return &passwords{store: s, log: log, untidy: make(chan struct{}, 1), here: map[int64]string{}}
}

func (p *passwords) list(ctx context.Context) (l passwordList, err error) {
	b, err := p.store.Setting(ctx, passwordsKey)
	if err == nil && b != nil {
		err = json.Unmarshal(b, &l)
	}
	return l, err
}

func (p *passwords) save(ctx context.Context, l passwordList) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return p.store.SetSetting(ctx, passwordsKey, b)
}

// of is the password of a document, "" when none is known. It may wait for the student to unlock the keyring.
func (p *passwords) of(ctx context.Context, document int64) string {
	p.mu.Lock()
	password := p.here[document]
	p.mu.Unlock()
	if password != "" {
		return password
	}
	l, err := p.list(ctx)
	if err == nil && slices.Contains(l.Documents, document) {
		password, err = models.Secret(ctx, l.entry(document))
	}
	if err != nil {
		p.log.Warn("password", "document", document, "error", err)
	}
	return password
}

// keep takes the password of a document. kept is false where it is known only until the program ends.
func (p *passwords) keep(ctx context.Context, document int64, password string) (kept bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l, err := p.list(ctx)
	if err != nil {
		return false, err
	}
	if l.Name == "" {
		l.Name = rand.Text()
	}
	if !slices.Contains(l.Documents, document) { // before the keyring has it: what is not listed would never be taken out
		l.Documents = append(l.Documents, document)
		if err := p.save(ctx, l); err != nil {
			return false, err
		}
	}
	if err := models.SetSecret(ctx, l.entry(document), password); err != nil {
		p.log.Warn("keep password", "document", document, "error", err)
		p.here[document] = password
		return false, nil
	}
	delete(p.here, document)
	return true, nil
}

// tidy forgets the passwords of documents that are gone or left out.
func (p *passwords) tidy(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for document := range p.here {
		if p.gone(ctx, document) {
			delete(p.here, document)
		}
	}
	l, err := p.list(ctx)
	kept := slices.DeleteFunc(slices.Clone(l.Documents), func(document int64) bool {
		if !p.gone(ctx, document) {
			return false
		}
		err := models.ClearSecret(ctx, l.entry(document))
		if err != nil {
			p.log.Warn("forget password", "document", document, "error", err)
		}
		return err == nil
	})
	if err == nil && len(kept) < len(l.Documents) {
		l.Documents = kept
		err = p.save(ctx, l)
	}
	if err != nil {
		p.log.Warn("forget passwords", "error", err)
	}
}

func (p *passwords) gone(ctx context.Context, document int64) bool {
	d, err := p.store.Document(ctx, document)
	return errors.Is(err, store.ErrNotFound) || err == nil && d.State == store.Excluded
}

// ring has run tidy up; it does not wait for that.
func (p *passwords) ring() {
	select {
	case p.untidy <- struct{}{}:
	default:
	}
}

// run tidies up until ctx ends, each time that documents may have gone.
func (p *passwords) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.untidy:
			p.tidy(ctx)
		}
	}
}
