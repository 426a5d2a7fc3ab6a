package app

import (
	"context"
	"strings"
	"sync"

	"ibid/ingest/extract"
	"ibid/store"
)

// Unlocked is what became of a password that opens its document.
type Unlocked struct {
	Note *Problem `json:"note,omitempty"` // why it is kept no longer than until the program ends; nil = it is in the keyring
}

// maxPassword is the longest password that a PDF can have, in bytes.
const maxPassword = 127

// Unlock takes the password of a locked document, keeps it in the keyring and has the document read. One that does not open it
// changes nothing.
func (a *App) Unlock(module, path, password string) (Unlocked, error) {
	_, d, err := a.document(module, path)
	if err != nil {
		return Unlocked{}, a.fail(err)
	}
	file, err := a.fileOf(d.RowID)
	if err != nil {
		return Unlocked{}, a.fail(err)
	}
	if password == "" || len(password) > maxPassword || strings.ContainsRune(password, 0) {
		return Unlocked{}, problem("wrong_password", "")
	}
	locked := false
	err = a.pdf.Opens(extract.WithPassword(a.ctx, func() string {
		locked = true
		return password
	}), file)
	switch {
	case !locked && a.ctx.Err() == nil:
		return Unlocked{}, problem("not_locked", "")
	case extract.Code(err) == extract.Encrypted:
		return Unlocked{}, problem("wrong_password", "")
	case extract.Code(err) != "":
		return Unlocked{}, problem(extract.Code(err), "")
	case err != nil:
		return Unlocked{}, a.fail(err)
	}
	kept, err := a.passwords.keep(a.ctx, d.RowID, password)
	if err != nil {
		return Unlocked{}, a.fail(err)
	}
	var out Unlocked
	if !kept {
		p := problem("password_not_kept", "")
		out.Note = &p
	}
	_, err = a.Retry(module, d.Path)
	return out, err
}

// withPassword has a document opened with its password, if it turns out to need one.
func (a *App) withPassword(ctx context.Context, d store.Document) context.Context {
	return extract.WithPassword(ctx, sync.OnceValue(func() string { return a.passwords.of(ctx, d.RowID) }))
}

// takesPassword says whether a document waits for its password.
func takesPassword(d store.Document) bool {
	return d.Problem.Code == extract.Encrypted && (d.Problem.Detail == extract.NeedsPassword || d.Problem.Detail == extract.WrongPassword)
}
