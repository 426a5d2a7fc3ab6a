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

// compare finds out how the folder differs from what the store knows of it. hash reads a file of the module's folder; it is only
// called for files that could be one that went under another name, which is the case when their sizes are equal.
func compare(found tree, known []store.Document, hash func(path string) (string, error)) store.Scan {
	byPath := make(map[string]store.Document, len(known))
	for _, d := range known {
		byPath[d.Path] = d
	}
	var scan store.Scan
	there := make(map[string]bool, len(found.files))
	for _, f := range found.files {
		there[f.Path] = true
		d, ok := byPath[f.Path]
		if !ok {
			scan.Added = append(scan.Added, f)
			continue
		}
		if d.State == store.Missing {
			scan.Back = append(scan.Back, d.RowID)
		}
		if d.State != store.Excluded && (d.Size != f.Size || d.ModTime != f.ModTime || retryAfter(d)) {
			scan.Changed = append(scan.Changed, store.SeenAgain{Seen: f, Document: d.RowID})
		}
	}
	for _, r := range found.refused {
		there[r.Path] = true
		d, ok := byPath[r.Path]
		if !ok || d.State != r.State || d.Problem.Code != r.Why.Code {
			scan.Refused = append(scan.Refused, r)
		}
	}
	var gone []store.Document
	for _, d := range known {
		if !there[d.Path] && d.State != store.Excluded && !found.below(d.Path) {
			gone = append(gone, d)
		}
	}
	findMoves(&scan, gone, hash)
	return scan
}

// retryAfter says whether the reason why a document was refused has nothing to do with its content, so that neither its size
// nor its time tell when it has passed.
func retryAfter(d store.Document) bool {
	if d.State != store.Failed && d.State != store.Skipped {
		return false
	}
	switch d.Problem.Code {
	case FolderDenied, LinkOutside, LinkBroken, NotAFile:
		return true
	}
	return false
}

// findMoves pairs documents that went with files that came, by size and then by hash. Documents that have not been read have no
// hash and nothing that a move could keep. What is left over is gone, or added.
func findMoves(scan *store.Scan, gone []store.Document, hash func(path string) (string, error)) {
	type identity struct {
		size int64
		hash string
	}
	lost := make(map[identity][]store.Document)
	sizes := make(map[int64]int)
	for _, d := range gone {
		if d.SHA256 != "" {
			lost[identity{d.Size, d.SHA256}] = append(lost[identity{d.Size, d.SHA256}], d)
			sizes[d.Size]++
		}
	}
	moved := make(map[int64]bool)
	added := scan.Added
	scan.Added = nil
	for _, f := range added {
		if sizes[f.Size] > 0 {
			if sum, err := hash(f.Path); err == nil {
				key := identity{f.Size, sum}
				if old := pickMoved(lost[key], f); old >= 0 {
					d := lost[key][old]
					lost[key] = append(lost[key][:old], lost[key][old+1:]...)
					sizes[f.Size]--
					moved[d.RowID] = true
					scan.Moved = append(scan.Moved, store.SeenAgain{Seen: f, Document: d.RowID})
					if d.State == store.Missing {
						scan.Back = append(scan.Back, d.RowID)
					}
					continue
				}
			}
		}
		scan.Added = append(scan.Added, f)
	}
	for _, d := range gone {
		if !moved[d.RowID] {
			scan.Gone = append(scan.Gone, d.RowID)
		}
	}
}

// pickMoved chooses among documents with the same bytes: the one that has the content before its copies, then the one with the
// same time or name.
func pickMoved(candidates []store.Document, f store.Seen) int {
	best, bestScore := -1, -1
	for i, d := range candidates {
		score := 0
		if d.SameAs == 0 {
			score += 4
		}
		if d.ModTime == f.ModTime {
			score += 2
		}
		if filepath.Base(d.Path) == filepath.Base(f.Path) {
			score++
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// scan brings the store in line with a module's folder and returns the folders to watch.
func (in *Ingester) scan(ctx context.Context, m store.Module) ([]string, error) {
	started := in.now().UnixMilli()
	found, err := walk(ctx, m.Dir)
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
	if len(found.files)+len(found.refused) == 0 && len(found.dirs) == 1 && hasFiles(known) {
		return found.dirs, in.folderMissing(ctx, m, started, fmt.Errorf("%w: it is empty", errFolderGone))
	}
	scan := compare(found, known, func(path string) (string, error) {
		return hashFile(ctx, filepath.Join(m.Dir, filepath.FromSlash(path)))
	})
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
		if d.State != store.Excluded {
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
