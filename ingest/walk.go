package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ibid/store"
)

// Codes of problems that a scan finds.
const (
	FolderDenied  = "folder_denied"  // no permission to list a folder
	LinkOutside   = "link_outside"   // a symbolic link that leads out of the module's folder
	LinkFolder    = "link_folder"    // a symbolic link to a folder inside it, maybe the one that it lies in
	LinkBroken    = "link_broken"    // a symbolic link to nothing
	NotAFile      = "not_a_file"     // a pipe, socket or device
	TooDeep       = "too_deep"       // a folder in very many others
	SubtitlesRead = "subtitles_read" // a recording whose subtitles are read instead
	CloudOnly     = "cloud_only"     // a file whose content a cloud drive has not brought to this computer
	SnapshotGone  = "snapshot_gone"  // a web page whose snapshot is not in the data folder
)

// errFolderGone says that a module's folder is not there, or that it is empty though it had documents: what is left of a drive
// that was taken out.
var errFolderGone = errors.New("the folder is not there")

// A course has a handful of levels; deeper ones are a program's doing.
const maxDepth = 64

// tree is what a walk found under a module's folder, paths relative to it with '/'.
type tree struct {
	files   []store.Seen
	refused []store.Refused
	dirs    []string // folders that were entered, "." for the top, for the watcher
	denied  []string // folders that could not be listed: nothing is known of what is below
	ruled   bool     // an ignore file leaves out some of it
}

// walker reads a folder. It never follows a link to a folder: one that stays inside leads to files that are listed anyway, so that
// there is no going round in circles.
type walker struct {
	ctx   context.Context
	root  string // absolute
	real  string // root with its links resolved
	rules ignoreRules
	data  os.FileInfo // Ibid's own folder, which may lie in a home folder; nil when it is not known
	cloud func(os.FileInfo) bool
	found tree
}

// walk lists root, without the folder data where that lies in it; cloud says which files are not on this computer. A root that is
// not there gives errFolderGone; one that may not be listed, or whose ignore file may not be read, an error that is fs.ErrPermission.
func walk(ctx context.Context, root, data string, cloud func(os.FileInfo) bool) (tree, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return tree{}, folderError(err)
	}
	rules, err := readIgnore(root)
	if err != nil {
		return tree{}, err
	}
	w := walker{ctx: ctx, root: root, real: real, rules: rules, cloud: cloud, found: tree{ruled: len(rules) > 0}}
	if info, err := os.Stat(data); err == nil {
		w.data = info
	}
	if err := w.dir(".", 0); err != nil {
		return tree{}, err
	}
	return w.found, nil
}

func folderError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", errFolderGone, err)
	}
	return err
}

// dir lists the folder at the relative path name. Only trouble with the top one, or the end of the context, stops the walk.
func (w *walker) dir(name string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.root, filepath.FromSlash(name)))
	if err != nil {
		switch {
		case name == ".":
			return folderError(err)
		case errors.Is(err, fs.ErrNotExist):
			return nil // went while we walked
		}
		w.found.denied = append(w.found.denied, name)
		w.refuse(name, store.Failed, FolderDenied, err.Error())
		return nil
	}
	w.found.dirs = append(w.found.dirs, name)
	for _, e := range entries {
		if err := w.entry(path.Join(name, e.Name()), e, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(name string, e fs.DirEntry, depth int) error {
	if file, ok := standsFor(e); ok && !w.rules.ignored(path.Join(path.Dir(name), file), false) {
		w.refuse(path.Join(path.Dir(name), file), store.Skipped, CloudOnly, e.Name())
		return nil
	}
	if w.rules.ignored(name, e.IsDir()) {
		return nil
	}
	switch kind := e.Type(); {
	case kind.IsDir():
		if w.isData(e) {
			return nil
		}
		if depth >= maxDepth {
			w.refuse(name, store.Skipped, TooDeep, "")
			return nil
		}
		return w.dir(name, depth+1)
	case kind&fs.ModeSymlink != 0:
		w.link(name)
	case kind.IsRegular():
		if info, err := e.Info(); err == nil { // else it went while we walked
			w.file(name, info)
		}
	default:
		w.refuse(name, store.Skipped, NotAFile, kind.String())
	}
	return nil
}

// isData says whether a folder is Ibid's own: it changes with all that is read, and would be read for ever.
func (w *walker) isData(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && w.data != nil && os.SameFile(info, w.data)
}

func (w *walker) file(name string, info fs.FileInfo) {
	if w.cloud(info) {
		w.refuse(name, store.Skipped, CloudOnly, "")
		return
	}
	w.found.files = append(w.found.files, store.Seen{Path: name, Size: info.Size(), ModTime: info.ModTime().UnixNano()})
}

func (w *walker) refuse(name string, state store.State, code, detail string) {
	w.found.refused = append(w.found.refused, store.Refused{
		Seen: store.Seen{Path: name}, State: state, Why: store.Failure{Code: code, Detail: detail}})
}

// below says whether nothing is known of the file at path because a folder above it could not be listed.
func (t tree) below(name string) bool {
	for _, d := range t.denied {
		if strings.HasPrefix(name, d+"/") {
			return true
		}
	}
	return false
}
