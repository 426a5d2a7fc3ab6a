package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A web page that the student added to a module is a document whose path is its address, which no file of a folder can have: a
// cleaned path has no "//". Its snapshot is a file in the data folder. Scans list it beside the files of the module's folder, so that
// all that holds for a file holds for it; only that the folder has gone does not concern it.

// WebPage is a page that was added to a module.
type WebPage struct {
	URL  string
	File string // its snapshot, in the data folder, with '/'
}

// WebPages lists the web pages of a module.
func (s *Store) WebPages(ctx context.Context, module int64) ([]WebPage, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT url, file FROM web_pages WHERE module_id = ? ORDER BY url`, module)
	pages, err := collect(rows, err, func(row scanner) (p WebPage, err error) { return p, row.Scan(&p.URL, &p.File) })
	return pages, wrap("web pages", err)
}

// SaveWebPage keeps what was fetched of a page as its snapshot, whose name ends in end, and has it read. A page that is there already
// is searchable as it was before until the new snapshot has been read. Errors: ErrNotFound when the module is gone.
func (s *Store) SaveWebPage(ctx context.Context, m Module, url, end string, content []byte) error {
	file := snapshotName(m.ID, url, end)
	err := s.write(ctx, func(tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `
			INSERT INTO web_pages (module_id, url, file) SELECT id, ?, ? FROM modules WHERE id = ?
			ON CONFLICT DO UPDATE SET file = excluded.file`, url, file, m.RowID))
		if err != nil {
			return err
		}
		// Last what cannot be taken back; a transaction that fails after it leaves a newer snapshot, which the next scan notices.
		info, err := writeSnapshot(filepath.Join(s.Dir(), filepath.FromSlash(file)), content)
		if err != nil {
			return err
		}
		// A worker that has it in hand notices by itself, or the next scan does.
		_, err = tx.ExecContext(ctx, `
			INSERT INTO documents (module_id, path, size, mod_time, state, added_at) VALUES (?, ?, ?, ?, 'waiting', ?)
			ON CONFLICT (module_id, path) DO UPDATE
			SET state = 'waiting', stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = '',
				size = excluded.size, mod_time = excluded.mod_time
			WHERE state <> 'reading'`, m.RowID, url, info.Size(), info.ModTime().UnixNano(), s.millis())
		return err
	})
	if err == nil {
		err = s.SweepSnapshots(ctx) // the one before may have been of another format
	}
	return wrap("save web page", err)
}

// RemoveWebPage forgets the web page that a document stands for, with its snapshot.
func (s *Store) RemoveWebPage(ctx context.Context, d Document) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := removeDocument(ctx, tx, d.RowID); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `DELETE FROM web_pages WHERE module_id = ? AND url = ?`, d.ModuleID, d.Path))
	})
	if err == nil {
		err = s.SweepSnapshots(ctx)
	}
	return wrap(fmt.Sprintf("remove web page %d", d.RowID), err)
}

// FileOf is where a document of the module in dir lies on the disk, and the folder that it must not lead out of.
func (s *Store) FileOf(d Document, dir string) (folder, file string) {
	name := d.Path
	if d.Snapshot != "" {
		dir, name = s.Dir(), d.Snapshot
	}
	return dir, filepath.Join(dir, filepath.FromSlash(name))
}

// webFolder is the folder of the snapshots in the data folder; each module has its own in it.
const webFolder = "web"

var notInName = regexp.MustCompile(`[^\p{L}\p{N}._-]+`)

// maxSnapshotName bounds, in bytes, what of an address stands in the name of its snapshot.
const maxSnapshotName = 100

// snapshotName is the name of a snapshot in the data folder, by which a person knows it; the hash tells addresses apart that look alike.
func snapshotName(module, url, end string) string {
	_, name, _ := strings.Cut(url, "://")
	name = notInName.ReplaceAllString(name, "-")
	name = strings.Trim(strings.ToValidUTF8(name[:min(len(name), maxSnapshotName)], ""), "-.")
	sum := sha256.Sum256([]byte(url))
	return path.Join(webFolder, module, fmt.Sprintf("%s-%x.%s", name, sum[:6], end))
}

// writeSnapshot writes a file so that it is there whole or as it was before.
func writeSnapshot(file string, content []byte) (os.FileInfo, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	part, err := os.CreateTemp(filepath.Dir(file), "part-*")
	if err != nil {
		return nil, err
	}
	_, err = part.Write(content)
	if err = errors.Join(err, part.Sync(), part.Close()); err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(part.Name()))
	}
	return os.Stat(file)
}
