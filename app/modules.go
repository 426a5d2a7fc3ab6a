package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ibid/ingest"
	"ibid/store"
)

// removalPause is how long a removed module can be brought back. Removing is complete after it; there is no hidden copy.
const removalPause = 8 * time.Second

// ModuleInfo is a module as the window and the command line show it.
type ModuleInfo struct {
	Module       string    `json:"module"` // Module.ID
	Name         string    `json:"name"`
	Dir          string    `json:"dir"`
	State        string    `json:"state"` // "ready", "keyword-ready", "indexing", "paused", "missing", "empty", "removing"
	Documents    int       `json:"documents"`
	Waiting      int       `json:"waiting"`
	Later        int       `json:"later"` // of the waiting: scans and recordings, which are read after the others
	KeywordReady int       `json:"keywordReady"`
	Ready        int       `json:"ready"`
	Failed       int       `json:"failed"`
	Skipped      int       `json:"skipped"`
	Passages     int       `json:"passages"`
	Pages        int       `json:"pages"`
	Known        bool      `json:"known,omitempty"` // AddFolder: it was a module before
	Embedded     int       `json:"embedded"`        // passages that are found by their meaning
	Progress     Progress  `json:"progress"`
	RemoveAt     int64     `json:"removeAt,omitempty"` // Unix milliseconds
	Problems     []Problem `json:"problems"`           // that last, such as a drive that is not there
}

// Modules lists the modules by name.
func (a *App) Modules() ([]ModuleInfo, error) {
	modules, err := a.store.Modules(a.ctx)
	if err != nil {
		return nil, a.fail(err)
	}
	out := make([]ModuleInfo, 0, len(modules))
	for _, m := range modules {
		info, err := a.moduleInfo(m)
		if err != nil {
			return nil, a.fail(err)
		}
		out = append(out, info)
	}
	return out, nil
}

func (a *App) moduleInfo(m store.Module) (ModuleInfo, error) {
	c, err := a.store.Counts(a.ctx, m.RowID)
	if err != nil {
		return ModuleInfo{}, err
	}
	info := ModuleInfo{
		Module: m.ID, Name: m.Name, Dir: m.Dir, RemoveAt: m.RemoveAt, Documents: c.Documents, Waiting: c.Waiting, Later: c.Later,
		KeywordReady: c.KeywordReady, Ready: c.Ready, Failed: c.Failed, Skipped: c.Skipped, Passages: c.Passages, Pages: c.Pages, Embedded: c.Vectors,
	}
	p, err := a.ingester.Progress(a.ctx, m.RowID)
	if err != nil {
		return ModuleInfo{}, err
	}
	info.Progress = progressOf(m, p)
	info.Problems = a.standingProblems(m)
	if a.waitsForPower(c) {
		info.Problems = append(info.Problems, problem("waits_for_power", ""))
	}
	switch {
	case m.RemoveAt > 0:
		info.State = "removing"
	case m.Missing:
		info.State = "missing"
	case m.Paused:
		info.State = "paused"
	case m.ScannedAt == 0 || c.Waiting > c.Later || c.Waiting > 0 && c.Passages == 0:
		info.State = "indexing"
	case c.Waiting+c.KeywordReady > 0:
		info.State = "keyword-ready" // what is slow to read is still to come, or the meaning of what was read
	case c.Documents == 0:
		info.State = "empty"
	default:
		info.State = "ready"
	}
	return info, nil
}

// AddFolder makes a module of a folder, or returns the one it already is. confirmed means that the student was told that
// the folder is very large and wants it all the same. name may be empty: the folder's own is taken.
func (a *App) AddFolder(path, name string, confirmed bool) (ModuleInfo, error) {
	name, err := moduleName(name)
	if err != nil {
		return ModuleInfo{}, err
	}
	if path == "" { // it would be the folder that the program happens to run in
		return ModuleInfo{}, problem("not_a_folder", "")
	}
	modules, err := a.store.Modules(a.ctx)
	if err != nil {
		return ModuleInfo{}, a.fail(err)
	}
	dir, err := ingest.Check(a.ctx, path, modules, a.dataDir, confirmed)
	var known *ingest.FolderError
	if errors.As(err, &known) && known.Code == ingest.IsModule && (name == "" || strings.EqualFold(name, known.Module.Name)) {
		return a.goOn(known.Module)
	}
	if err != nil {
		a.noteMissing(known)
		return ModuleInfo{}, a.fail(err)
	}
	given := name != ""
	if !given {
		name = strings.ToValidUTF8(filepath.Base(dir), "\ufffd")
	}
	return a.createModule(name, dir, given)
}

// noteMissing notes that the folder of a module that was to be gone on with is not there, or cannot be listed any more.
func (a *App) noteMissing(why *ingest.FolderError) {
	if why == nil || why.Module.RowID == 0 || why.Code != ingest.FolderMissing && why.Code != ingest.FolderDenied {
		return
	}
	if err := a.store.MarkMissing(a.ctx, why.Module, why.Module.ScannedAt); err != nil {
		a.log.Warn("note missing", "module", why.Module.ID, "error", err)
	}
	a.ingester.Wake()
	a.emitter.modulesChanged()
}

// goOn takes up a folder that is a module already: a removal that is pending is taken back, and its folder is looked at anew.
func (a *App) goOn(m store.Module) (ModuleInfo, error) {
	if err := a.UndoRemove(m.ID); err != nil {
		return ModuleInfo{}, err
	}
	if err := ingest.RequestScan(a.ctx, a.store, m.RowID); err != nil {
		return ModuleInfo{}, a.fail(err)
	}
	a.ingester.Wake()
	info, err := a.module(m.ID)
	info.Known = true
	return info, err
}

// maxName bounds the name that the student gives a module, in characters.
const maxName = 200

// moduleName is a name as the student gave it, on one line.
func moduleName(name string) (string, error) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "\ufffd")), " ")
	if utf8.RuneCountInString(name) > maxName {
		return "", problem("invalid_input", "the name is longer than 200 characters")
	}
	return name, nil
}

// createModule creates a module. A name that the student gave must be free; one taken from the folder gets a number. Where
// another process has made one of the same folder meanwhile, that is gone on with.
func (a *App) createModule(name, dir string, given bool) (ModuleInfo, error) {
	m, err := a.store.CreateModule(a.ctx, name, dir)
	for n := 2; isExists(err) && n < 100; n++ {
		if m, made := a.moduleIn(dir); made && (!given || strings.EqualFold(name, m.Name)) {
			return a.goOn(m)
		}
		if given {
			break
		}
		m, err = a.store.CreateModule(a.ctx, fmt.Sprintf("%s %d", name, n), dir)
	}
	if err := a.changed(err); err != nil {
		return ModuleInfo{}, err
	}
	return a.module(m.ID)
}

// moduleIn is the module of a folder.
func (a *App) moduleIn(dir string) (store.Module, bool) {
	modules, err := a.store.Modules(a.ctx)
	i := slices.IndexFunc(modules, func(m store.Module) bool { return m.Dir == dir })
	if err != nil || i < 0 {
		return store.Module{}, false
	}
	return modules[i], true
}

// PickFolder lets the student choose a folder; "" when they changed their mind.
func (a *App) PickFolder() (string, error) {
	dir, err := a.shell.PickFolder()
	return dir, a.fail(err)
}

// RenameModule gives a module another name; its id and links stay.
func (a *App) RenameModule(module, name string) error {
	name, err := moduleName(name)
	if err == nil && name == "" {
		err = problem("invalid_input", "the name is empty")
	}
	if err != nil {
		return err
	}
	return a.changeModule(module, func(ctx context.Context, m store.Module) error {
		return a.store.RenameModule(ctx, m.RowID, name)
	})
}

// PauseModule stops or resumes the reading of a module's folder. What is indexed stays searchable.
func (a *App) PauseModule(module string, paused bool) error {
	return a.changeModule(module, func(ctx context.Context, m store.Module) error {
		return a.store.SetPaused(ctx, m.RowID, paused)
	})
}

// RemoveModule forgets a module after a pause in which UndoRemove brings it back. It never touches the student's files.
func (a *App) RemoveModule(module string) (ModuleInfo, error) {
	at := time.Now().Add(removalPause).UnixMilli()
	err := a.changeModule(module, func(ctx context.Context, m store.Module) error {
		return a.store.ScheduleRemoval(ctx, m.RowID, at)
	})
	if err != nil {
		return ModuleInfo{}, err
	}
	return a.module(module)
}

// UndoRemove keeps a module whose removal has not taken place yet.
func (a *App) UndoRemove(module string) error {
	return a.changeModule(module, func(ctx context.Context, m store.Module) error {
		return a.store.ScheduleRemoval(ctx, m.RowID, 0)
	})
}

// RemoveModuleNow forgets a module at once.
func (a *App) RemoveModuleNow(module string) error {
	err := a.changeModule(module, func(ctx context.Context, m store.Module) error {
		return a.store.RemoveModule(ctx, m.RowID)
	})
	a.passwords.tidy(a.ctx) // this process may end before another notices
	return err
}

// changeModule finds a module by id or name, changes it and tells everybody.
func (a *App) changeModule(module string, change func(context.Context, store.Module) error) error {
	m, err := a.store.Module(a.ctx, module)
	if err == nil {
		err = change(a.ctx, m)
	}
	return a.changed(err)
}

// changed tells the ingester and the page that something was changed in the store, unless that failed.
func (a *App) changed(err error) error {
	if err != nil {
		return a.fail(err)
	}
	a.ingester.Wake()
	a.emitter.modulesChanged()
	return nil
}

func (a *App) module(idOrName string) (ModuleInfo, error) {
	m, err := a.store.Module(a.ctx, idOrName)
	if err != nil {
		return ModuleInfo{}, a.fail(err)
	}
	info, err := a.moduleInfo(m)
	return info, a.fail(err)
}

// standingProblems are the problems of a module that last, and those of the ingester as a whole.
func (a *App) standingProblems(m store.Module) []Problem {
	out := []Problem{}
	known := a.ingester.Problems()
	away := m.Missing // another process may have found that
	for _, f := range append(known[m.RowID], known[0]...) {
		away = away && f.Code != ingest.FolderMissing && f.Code != ingest.FolderDenied
		out = append(out, standingProblem(f))
	}
	if away {
		out = append(out, problem(whyMissing(m.Dir), ""))
	}
	if p, fails := a.listener.problem(); fails {
		out = append(out, p)
	}
	if _, said := a.storeProblem(); !said {
		if p := a.DataProblem(); p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// whyMissing is why a module's folder cannot be listed, where another process found that.
func whyMissing(dir string) string {
	folder, err := os.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return ingest.FolderDenied
	}
	if err == nil {
		_ = folder.Close() // it was only looked at
	}
	return ingest.FolderMissing
}

// DataProblem is why nothing can be written into the data folder, where that was so when it was opened and is so still. What was
// read before can be searched all the same.
func (a *App) DataProblem() *Problem {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unwritable == nil {
		return nil
	}
	if a.unwritable = a.store.Writable(); a.unwritable == nil {
		return nil
	}
	p := ProblemOf(a.unwritable, a.log)
	return &p
}

// storeProblem is why this process, which reads the folders, cannot write what it read.
func (a *App) storeProblem() (Problem, bool) {
	for _, f := range a.ingester.Problems()[0] {
		if f.Code == ingest.DiskFull || f.Code == ingest.StoreFailing {
			return problem(f.Code, ""), true
		}
	}
	return Problem{}, false
}
