package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ibid/store"
)

// Codes of a FolderError, next to FolderDenied and FolderMissing: the folder of Module is not there.
const (
	NotThere     = "not_there"     // no such folder
	NotAFolder   = "not_a_folder"  // a single file; Dir is the folder it lies in
	IsModule     = "is_module"     // it is the folder of Module already
	InsideModule = "inside_module" // it lies in the folder of Module, which has its files already
	AroundModule = "around_module" // the folder of Module lies in it
	IsDataFolder = "data_folder"   // it is, lies in or holds Ibid's own data
	ConfirmHome  = "confirm_home"  // the home folder, or one around it: only when the student really means it
	ConfirmLarge = "confirm_large" // more than LargeFolder files: the same
)

// LargeFolder is the number of files above which a folder is hardly a course.
const LargeFolder = 50_000

// FolderError is why a folder cannot become a module.
type FolderError struct {
	Code   string
	Dir    string
	Module store.Module // of IsModule, InsideModule, AroundModule, FolderMissing, FolderDenied
	Err    error        // may be nil
}

func (e *FolderError) Error() string {
	s := fmt.Sprintf("folder %s: %s", e.Dir, e.Code)
	if e.Module.Name != "" {
		s += " " + e.Module.Name
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *FolderError) Unwrap() error { return e.Err }

// Is makes errors.Is(err, &FolderError{Code: c}) compare codes.
func (e *FolderError) Is(target error) bool {
	t, ok := target.(*FolderError)
	return ok && t.Code == e.Code
}

// Check looks at a folder before it becomes a module and returns its absolute path, with links resolved. With confirmed,
// the questions that only need a yes are not asked. Its other errors are of type *FolderError, or the context's.
func Check(ctx context.Context, dir string, modules []store.Module, dataDir string, confirmed bool) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", &FolderError{Code: NotThere, Dir: dir, Err: err}
	}
	real, err := listable(abs)
	if err != nil {
		return "", orMissing(err, abs, modules)
	}
	if err := apart(real, modules, dataDir); err != nil {
		return "", err
	}
	if confirmed {
		return real, nil
	}
	if aroundHome(real) {
		return "", &FolderError{Code: ConfirmHome, Dir: real}
	}
	many, err := hasMoreFiles(ctx, real, LargeFolder)
	if err != nil {
		return "", err
	}
	if many {
		return "", &FolderError{Code: ConfirmLarge, Dir: real}
	}
	return real, nil
}

// listable resolves the links of a path and makes sure that it is a folder we may list.
func listable(abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(real)
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "", &FolderError{Code: FolderDenied, Dir: abs, Err: err}
	case err != nil:
		return "", &FolderError{Code: NotThere, Dir: abs, Err: err}
	case !info.IsDir():
		return "", &FolderError{Code: NotAFolder, Dir: filepath.Dir(abs)}
	}
	if _, err := os.ReadDir(real); err != nil {
		return "", &FolderError{Code: FolderDenied, Dir: abs, Err: err}
	}
	return real, nil
}

// orMissing says of a folder that is not there, or cannot be listed, whose it was.
func orMissing(err error, abs string, modules []store.Module) error {
	code := FolderMissing
	switch {
	case errors.Is(err, &FolderError{Code: FolderDenied}):
		code = FolderDenied
	case !errors.Is(err, &FolderError{Code: NotThere}):
		return err
	}
	for _, m := range modules {
		if resolved(abs) == resolved(m.Dir) {
			return &FolderError{Code: code, Dir: abs, Module: m, Err: err}
		}
	}
	return err
}

// apart makes sure that a folder shares no file with a module or with Ibid's own data.
func apart(dir string, modules []store.Module, dataDir string) error {
	if dataDir != "" {
		data := resolved(dataDir)
		if inside(data, dir) || inside(dir, data) && !aroundHome(dir) {
			return &FolderError{Code: IsDataFolder, Dir: dir}
		}
	}
	for _, m := range modules {
		other := resolved(m.Dir)
		switch {
		case sameFolder(dir, other):
			return &FolderError{Code: IsModule, Dir: dir, Module: m}
		case inside(other, dir):
			return &FolderError{Code: InsideModule, Dir: dir, Module: m}
		case inside(dir, other):
			return &FolderError{Code: AroundModule, Dir: dir, Module: m}
		}
	}
	return nil
}

// resolved is a path without links, as far as it exists.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if above := filepath.Dir(path); above != path {
		return filepath.Join(resolved(above), filepath.Base(path))
	}
	return path
}

// sameFolder compares folders themselves where paths may differ in case or spelling.
func sameFolder(a, b string) bool {
	if a == b {
		return true
	}
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && os.SameFile(ia, ib)
}

// aroundHome says whether a folder is the home folder or one that it lies in, up to the whole disk.
func aroundHome(dir string) bool {
	if dir == filepath.VolumeName(dir)+string(filepath.Separator) {
		return true
	}
	home, err := os.UserHomeDir()
	return err == nil && inside(dir, resolved(home))
}

// hasMoreFiles says whether a scan of dir would list more than limit files.
func hasMoreFiles(ctx context.Context, dir string, limit int) (bool, error) {
	rules, err := readIgnore(dir)
	if err != nil {
		rules = nil // the scan will say so
	}
	n := 0
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || path == dir {
			return nil // what cannot be listed is not counted
		}
		rel, err := filepath.Rel(dir, path)
		if err == nil && rules.ignored(filepath.ToSlash(rel), e.IsDir()) {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !e.IsDir() {
			n++
		}
		if n > limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("count files: %w", err)
	}
	return n > limit, nil
}
