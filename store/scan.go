package store

import (
	"context"
	"database/sql"
)

// Seen is a file as the scan found it.
type Seen struct {
	Path    string // inside the module's folder, with '/'
	Size    int64
	ModTime int64 // Unix nanoseconds
}

// SeenAgain is a file that a document stands for already.
type SeenAgain struct {
	Seen
	Document int64
}

// Refused is a path that is listed with the reason why it is not read.
type Refused struct {
	Seen
	State State // Skipped or Failed
	Why   Failure
	// Instead says that another file is read in its place: what was read of it goes.
	Instead bool
}

// Scan is how a module's folder differs from what the store knows of it.
type Scan struct {
	Added   []Seen      // no document yet
	Changed []SeenAgain // other size or time, or worth another try
	Moved   []SeenAgain // the same bytes under another path
	Back    []int64     // documents that were missing and are there again
	Gone    []int64     // documents whose file is no longer there
	Refused []Refused
	// About says what becomes of a document, with its pages, at another path: its title, kind and week. nil = these stay.
	About func(d Document, pages []Page, path string) Document
}

// ScanResult is what a scan did.
type ScanResult struct {
	Waiting int     // documents that were put into the queue
	Removed int     // documents that were forgotten
	Busy    int     // documents that a worker has in hand, left alone: scan again soon
	Touched []int64 // documents whose row changed and is still there
}

// scanned notes that a module was scanned at a time. Another scan that was asked for meanwhile (SetScanned with 0) stays asked for.
const scanned = `
	UPDATE modules
	SET missing = ?, scanned_at = iif(scanned_at = ?, ?, scanned_at)
	WHERE id = ?`

// ApplyScan brings the documents of a module, as it was when the scan started (Unix milliseconds), in line with its folder: all of
// it or nothing. A document that is put into the queue stays searchable as it was read before.
func (s *Store) ApplyScan(ctx context.Context, m Module, scan Scan, started int64) (ScanResult, error) {
	var result ScanResult
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := changed(tx.ExecContext(ctx, scanned, false, m.ScannedAt, started, m.RowID)); err != nil {
			return err
		}
		a := applying{tx: tx, module: m.RowID, now: s.millis()}
		for _, step := range []func(context.Context, Scan) error{
			a.back, a.moved, a.changed, a.gone, a.refused, a.added,
		} {
			if err := step(ctx, scan); err != nil {
				return err
			}
		}
		result = a.result
		return nil
	})
	return result, wrap("apply scan", err)
}

// MarkMissing notes that a module's folder is not there. Its documents are missing but stay as searchable as they were;
// those that are only listed with a reason keep it, and web pages lie elsewhere.
func (s *Store) MarkMissing(ctx context.Context, m Module, started int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := changed(tx.ExecContext(ctx, scanned, true, m.ScannedAt, started, m.RowID)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			UPDATE documents
			SET state = 'missing', stage = ''
			WHERE module_id = ? AND state NOT IN ('missing', 'skipped', 'excluded')
				AND path NOT IN (SELECT url FROM web_pages AS w WHERE w.module_id = documents.module_id)`, m.RowID)
		return err
	})
	return wrap("mark module missing", err)
}

// changed puts documents back into the queue, unless a worker has seen the new version already. One that is in a worker's
// hand stays there: the worker notices by itself unless it is about to commit, and that the next scan will see.
func (a *applying) changed(ctx context.Context, scan Scan) error {
	for _, c := range scan.Changed {
		n, err := a.exec(ctx, `
			UPDATE documents
			SET state = 'waiting', stage = '', tries = 0, not_before = 0, slow = 0, problem_code = '', problem_detail = '',
				size = ?1, mod_time = ?2
			WHERE id = ?3 AND module_id = ?4 AND state NOT IN ('reading', 'excluded')
				AND (size <> ?1 OR mod_time <> ?2 OR problem_code <> '')`, c.Size, c.ModTime, c.Document, a.module)
		if err != nil {
			return err
		}
		if n > 0 {
			a.result.Waiting++
			a.result.Touched = append(a.result.Touched, c.Document)
			continue
		}
		var busy int
		err = a.tx.QueryRowContext(ctx, `SELECT count(*) FROM documents WHERE id = ? AND state = 'reading'`, c.Document).Scan(&busy)
		if err != nil {
			return err
		}
		a.result.Busy += busy
	}
	return nil
}
