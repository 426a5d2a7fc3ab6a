package ingest

import (
	"path/filepath"

	"ibid/ingest/extract"
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
		if there[r.Path] {
			continue // it is on its way from the cloud
		}
		there[r.Path] = true
		d, ok := byPath[r.Path]
		if r.Why.Code == CloudOnly && keptFromCloud(d) {
			if d.State == store.Missing {
				scan.Back = append(scan.Back, d.RowID)
			}
			continue
		}
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
	case FolderDenied, LinkOutside, LinkFolder, LinkBroken, NotAFile, CloudOnly, SubtitlesRead, SnapshotGone, extract.Unheard:
		return true
	case extract.NeedsFFmpeg:
		return extract.HasFFmpeg()
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
