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

// scan brings the store in line with a module's folder and returns the folders to watch.
func (in *Ingester) scan(ctx context.Context, m store.Module) ([]string, error) {
	started := in.now().UnixMilli()
	found, err := walk(ctx, m.Dir, in.store.Dir(), in.onlyInCloud)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, in.folderMissing(ctx, m, started, err)
	}
	known, err := in.store.Documents(ctx, m.RowID)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", m.ID, err)
	}
	found.readSubtitles(known)
	if len(found.files)+len(found.refused) == 0 && len(found.dirs) == 1 && !found.ruled && hasFiles(known) {
		return found.dirs, in.folderMissing(ctx, m, started, fmt.Errorf("%w: it is empty", errFolderGone))
	}
	pages, err := in.store.WebPages(ctx, m.RowID)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", m.ID, err)
	}
	found.addWebPages(in.store.Dir(), pages)
	scan := compare(found, known, func(path string) (string, error) {
		return hashFile(ctx, filepath.Join(m.Dir, filepath.FromSlash(path)))
	})
	scan.About = movedTo
	in.retryDenied(&scan, found, known, m.Dir)
	result, err := in.store.ApplyScan(ctx, m, scan, started)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", m.ID, err)
	}
	if in.ends(m.RowID, FolderMissing, FolderDenied) || m.Missing {
		in.notify(Event{Kind: ModuleChanged, ModuleID: m.RowID})
	}
	for _, row := range result.Touched {
		in.notify(Event{Kind: DocumentChanged, ModuleID: m.RowID, DocumentID: row})
	}
	if result.Removed > 0 {
		in.notify(Event{Kind: DocumentChanged, ModuleID: m.RowID})
	}
	if result.Busy > 0 {
		in.hint(ctx, hint{module: m.RowID})
	}
	in.notify(Event{Kind: Scanned, ModuleID: m.RowID})
	return found.dirs, nil
}

func hasFiles(known []store.Document) bool {
	for _, d := range known {
		if d.State != store.Excluded && d.Snapshot == "" {
			return true
		}
	}
	return false
}

// retryDenied queues files again that could not be opened and now can: a permission leaves neither size nor time changed.
func (in *Ingester) retryDenied(scan *store.Scan, found tree, known []store.Document, dir string) {
	denied := make(map[string]int64)
	for _, d := range known {
		if d.State == store.Failed && d.Problem.Code == Denied {
			denied[d.Path] = d.RowID
		}
	}
	for _, f := range found.files {
		row, ok := denied[f.Path]
		if !ok {
			continue
		}
		file, err := os.Open(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			continue
		}
		file.Close()
		scan.Changed = append(scan.Changed, store.SeenAgain{Seen: f, Document: row})
	}
}

// folderMissing notes that a module's folder cannot be listed. Nothing is deleted: the documents are missing and stay searchable.
func (in *Ingester) folderMissing(ctx context.Context, m store.Module, started int64, why error) error {
	code := FolderMissing
	if errors.Is(why, fs.ErrPermission) {
		code = FolderDenied
	}
	if err := in.store.MarkMissing(ctx, m, started); err != nil {
		return fmt.Errorf("scan %s: %w", m.ID, err)
	}
	if in.begins(m.RowID, code, why) || !m.Missing {
		in.notify(Event{Kind: ModuleChanged, ModuleID: m.RowID})
		in.notify(Event{Kind: DocumentChanged, ModuleID: m.RowID})
	}
	in.notify(Event{Kind: Scanned, ModuleID: m.RowID})
	return nil
}
