package ingest

import (
	"os"
	"path/filepath"
	"strings"

	"ibid/store"
)

// link takes a link to a file inside the folder for that file; every other one is listed with the reason why it is not followed.
func (w *walker) link(name string) {
	full := filepath.Join(w.root, filepath.FromSlash(name))
	target, err := filepath.EvalSymlinks(full)
	if err != nil {
		w.refuse(name, store.Skipped, LinkBroken, err.Error())
		return
	}
	if !inside(w.real, target) {
		w.refuse(name, store.Skipped, LinkOutside, target)
		return
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		w.refuse(name, store.Skipped, LinkBroken, err.Error())
	case info.IsDir():
		w.refuse(name, store.Skipped, LinkFolder, target)
	case info.Mode().IsRegular():
		w.file(name, info)
	default:
		w.refuse(name, store.Skipped, NotAFile, info.Mode().Type().String())
	}
}

// inside says whether the absolute path name is dir or below it.
func inside(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
