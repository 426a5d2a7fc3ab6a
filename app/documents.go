package app

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pkg/browser"

	"ibid/app/web"
	"ibid/ingest"
	"ibid/ingest/extract"
	"ibid/store"
)

// DocumentInfo is a path of a module's folder and how far it has come, in the words of the command line's contract.
type DocumentInfo struct {
	ID       int64    `json:"id"`
	Module   string   `json:"module"`
	Doc      string   `json:"doc"`
	Title    string   `json:"title"`
	State    string   `json:"state"`
	Stage    string   `json:"stage"`
	Kind     string   `json:"kind"`
	Unit     string   `json:"unit"`
	Lang     string   `json:"lang"`
	Week     int      `json:"week,omitempty"`
	Pages    int      `json:"pages"`
	Passages int      `json:"passages"`
	Bytes    int64    `json:"bytes"`
	SHA256   string   `json:"sha256"`
	ReadBy   []string `json:"read_by"`
	Doubtful []int    `json:"doubtful_pages"`
	// Described are the pages with what a vision model said of their pictures.
	Described []int  `json:"described_pages,omitempty"`
	SameAs    string `json:"same_as,omitempty"`
	Copies    int    `json:"copies,omitempty"` // passages that say what others of the module say
	// Boilerplate are the lines that were left out of the passages, since they stand on many pages.
	Boilerplate []RemovedLine `json:"boilerplate,omitempty"`
	Tries       int           `json:"tries"`
	Heard       int           `json:"heard_percent,omitempty"` // of a recording that is listened to
	Seen        int           `json:"seen_percent,omitempty"`  // of a scan that is looked at
	Unseen      int           `json:"unseen_pages,omitempty"`  // that are still to be read from their pictures
	Fetched     string        `json:"fetched,omitempty"`       // of a web page: when its snapshot was taken, RFC 3339
	Locked      bool          `json:"locked,omitempty"`        // it waits for its password: see Unlock
	Problem     *Problem      `json:"problem,omitempty"`
}

// Documents lists every path of a module's folder, those that are not read too. What the student looks at is read first.
func (a *App) Documents(module string) ([]DocumentInfo, error) {
	m, err := a.store.Module(a.ctx, module)
	if err != nil {
		return nil, a.fail(err)
	}
	a.ingester.Look(m.RowID)
	docs, err := a.store.Documents(a.ctx, m.RowID)
	if err != nil {
		return nil, a.fail(err)
	}
	paths := make(map[int64]string, len(docs))
	for _, d := range docs {
		paths[d.RowID] = shownPath(d.Path)
	}
	said, err := a.saidTwice(m.RowID)
	if err != nil {
		return nil, a.fail(err)
	}
	out := make([]DocumentInfo, 0, len(docs))
	saving := a.saving()
	for _, d := range docs {
		info := said.of(documentInfo(m, d))
		info.Stage = stage(d, saving)
		info.SameAs = paths[d.SameAs]
		out = append(out, info)
	}
	return out, nil
}

// SomeDocuments lists those of a module's documents that are named by their ids. What is not there any more is left out.
func (a *App) SomeDocuments(module string, ids []int64) ([]DocumentInfo, error) {
	m, err := a.store.Module(a.ctx, module)
	if err != nil {
		return nil, a.fail(err)
	}
	said, err := a.saidTwice(m.RowID)
	if err != nil {
		return nil, a.fail(err)
	}
	out := make([]DocumentInfo, 0, len(ids))
	saving := a.saving()
	for _, id := range ids {
		d, err := a.store.Document(a.ctx, id)
		if errors.Is(err, store.ErrNotFound) || err == nil && d.ModuleID != m.RowID {
			continue
		}
		if err != nil {
			return nil, a.fail(err)
		}
		info := said.of(documentInfo(m, d))
		info.Stage = stage(d, saving)
		if d.SameAs != 0 {
			same, err := a.store.Document(a.ctx, d.SameAs)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, a.fail(err)
			}
			info.SameAs = shownPath(same.Path)
		}
		out = append(out, info)
	}
	return out, nil
}

func documentInfo(m store.Module, d store.Document) DocumentInfo {
	info := DocumentInfo{
		ID: d.RowID, Module: m.ID, Doc: shownPath(d.Path), Title: d.Title, State: string(d.State), Stage: d.Stage, Kind: string(d.Kind),
		Unit: string(d.Unit), Lang: d.Lang, Week: d.Week, Pages: d.Pages, Passages: d.Passages, Bytes: d.Size, SHA256: d.SHA256,
		ReadBy: nonNil(d.ReadBy), Doubtful: nonNil(d.Doubtful), Described: d.Described, Tries: d.Tries,
		Unseen: d.Unseen, Locked: takesPassword(d), Problem: documentProblem(d),
	}
	if d.Snapshot != "" {
		info.Fetched = time.Unix(0, d.ModTime).UTC().Format(time.RFC3339)
	}
	if extract.IsRecording(d.Path) {
		info.Heard = int(100 * d.Share)
	} else {
		info.Seen = int(100 * d.Share)
	}
	return info
}

// HowRead says in words how a document was read.
func HowRead(readBy []string) string {
	var how []string
	for _, reader := range readBy {
		switch reader {
		case "text":
			how = append(how, "its text")
		case "ocr":
			how = append(how, "its picture by text recognition")
		case "speech":
			how = append(how, "its sound by speech recognition")
		case "vision":
			how = append(how, "its picture by a vision model")
		case "second reader":
			how = append(how, "its text by a second reader")
		}
	}
	if len(how) == 0 {
		return ""
	}
	return "read from " + strings.Join(how, " and ")
}

// nonNil makes an empty list out of none, so that JSON says [] and not null.
func nonNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// Retry puts a failed document back into the queue, or takes an excluded one back; path "" means every failed one of the module. It
// returns how many these were.
func (a *App) Retry(module, path string) (int, error) {
	if path != "" {
		_, d, err := a.document(module, path)
		if err != nil {
			return 0, a.fail(err)
		}
		if d.State == store.Excluded {
			return 1, a.Include(module, path)
		}
		path = d.Path
	}
	var n int
	m, err := a.store.Module(a.ctx, module)
	if err == nil {
		n, err = a.store.RetryFailed(a.ctx, m.RowID, path)
	}
	return n, a.changed(err)
}

// Exclude forgets a document and leaves its path out from now on. The student's file is not touched; of a web page nothing stays.
func (a *App) Exclude(module, path string) error {
	m, d, err := a.document(module, path)
	switch {
	case err != nil:
	case d.Snapshot != "":
		err = a.store.RemoveWebPage(a.ctx, d)
	default:
		err = a.store.ExcludeDocument(a.ctx, d.RowID)
		if err == nil { // something else may have been left out because of it
			err = ingest.RequestScan(a.ctx, a.store, m.RowID)
		}
	}
	a.passwords.tidy(a.ctx)
	return a.changed(err)
}

// Include reads an excluded path again.
func (a *App) Include(module, path string) error {
	_, d, err := a.document(module, path)
	if err == nil {
		err = a.store.IncludeDocument(a.ctx, d.RowID)
	}
	return a.changed(err)
}

// document finds a document by its path, as it is or as it is shown, or by its address, however that is written.
func (a *App) document(module, path string) (store.Module, store.Document, error) {
	m, err := a.store.Module(a.ctx, module)
	if err != nil {
		return m, store.Document{}, err
	}
	d, err := a.store.DocumentByPath(a.ctx, m.RowID, path)
	if hidden, ok := hiddenPath(path); ok && errors.Is(err, store.ErrNotFound) {
		d, err = a.store.DocumentByPath(a.ctx, m.RowID, hidden)
	}
	if address, errAddress := web.Address(path); errAddress == nil && errors.Is(err, store.ErrNotFound) {
		d, err = a.store.DocumentByPath(a.ctx, m.RowID, address)
	}
	return m, d, err
}

// OpenOriginal opens a document in the program the student uses for such files, and a web page where it is, in the browser.
func (a *App) OpenOriginal(id int64) error {
	d, err := a.store.Document(a.ctx, id)
	if err == nil && d.Snapshot != "" {
		return a.OpenURL(d.Path)
	}
	path, err := a.fileOf(id)
	if err == nil {
		err = a.shown(browser.OpenFile(path), "not_opened", path)
	}
	return a.fail(err)
}

// shown is a failure of another program, which the student may know more about than Ibid, as a problem of that code.
func (a *App) shown(err error, code, path string) error {
	if err == nil {
		return nil
	}
	a.log.Warn("show outside", "path", path, "error", err)
	return problem(code, path)
}

// Reveal shows a document in the system's file manager.
func (a *App) Reveal(id int64) error {
	path, err := a.fileOf(id)
	if err != nil {
		return a.fail(err)
	}
	switch runtime.GOOS {
	case "darwin":
		err = exec.CommandContext(a.ctx, "open", "-R", path).Run()
	case "windows":
		// explorer answers 1 when it worked, so its exit code says nothing
		_ = exec.CommandContext(a.ctx, "explorer", "/select,", path).Run()
	default:
		err = browser.OpenFile(filepath.Dir(path))
	}
	return a.fail(a.shown(err, "not_shown", filepath.Dir(path)))
}

// pathOf is where a known document lies on the disk.
func (a *App) pathOf(id int64) (string, error) {
	d, err := a.store.Document(a.ctx, id)
	if err != nil {
		return "", err
	}
	m, err := a.store.ModuleByRow(a.ctx, d.ModuleID)
	if err != nil {
		return "", err
	}
	_, path := a.store.FileOf(d, m.Dir)
	return path, nil
}

// fileOf is where a document lies that the student wants to see, which must be there.
func (a *App) fileOf(id int64) (string, error) {
	path, err := a.pathOf(id)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	d, err := a.store.Document(a.ctx, id)
	if err == nil && d.State == store.Missing {
		return "", problem(ingest.FolderMissing, "")
	}
	return "", problem("file_gone", "")
}

// OpenURL opens a web address in the student's browser, after a click on it.
func (a *App) OpenURL(address string) error {
	if !isWebAddress(address) {
		return a.fail(problem("invalid_input", "not a web address"))
	}
	a.shell.OpenURL(address)
	return nil
}
