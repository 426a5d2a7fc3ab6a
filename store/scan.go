package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
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
}

// Scan is how a module's folder differs from what the store knows of it.
type Scan struct {
	Added   []Seen      // no document yet
	Changed []SeenAgain // other size or time, or worth another try
	Moved   []SeenAgain // the same bytes under another path
	Back    []int64     // documents that were missing and are there again
	Gone    []int64     // documents whose file is no longer there
	Refused []Refused
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
// those that are only listed with a reason keep it.
func (s *Store) MarkMissing(ctx context.Context, m Module, started int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := changed(tx.ExecContext(ctx, scanned, true, m.ScannedAt, started, m.RowID)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			UPDATE documents
			SET state = 'missing', stage = '', claimed_at = 0
			WHERE module_id = ? AND state NOT IN ('missing', 'skipped', 'excluded')`, m.RowID)
		return err
	})
	return wrap("mark module missing", err)
}

// applying is one ApplyScan under way.
type applying struct {
	tx     *sql.Tx
	module int64
	now    int64
	result ScanResult
}

// back gives missing documents the state they had: it follows from what is stored of them. One that had failed gets
// another chance, since the drive that was taken out may have been the reason.
func (a *applying) back(ctx context.Context, scan Scan) error {
	for _, row := range scan.Back {
		n, err := a.exec(ctx, `
			UPDATE documents
			SET state = CASE
					WHEN problem_code <> '' THEN 'waiting'
					WHEN same_as IS NOT NULL THEN 'ready'
					WHEN read_at > 0 THEN 'keyword-ready'
					ELSE 'waiting' END,
				tries = 0, not_before = 0, problem_code = '', problem_detail = ''
			WHERE id = ? AND module_id = ? AND state = 'missing'`, row, a.module)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		a.result.Touched = append(a.result.Touched, row)
		if err := settleState(ctx, a.tx, row); err != nil {
			return err
		}
	}
	return nil
}

func (a *applying) moved(ctx context.Context, scan Scan) error {
	for _, m := range scan.Moved {
		if err := a.move(ctx, m.Document, m.Seen); err != nil {
			return err
		}
	}
	return nil
}

func (a *applying) move(ctx context.Context, row int64, to Seen) error {
	n, err := a.exec(ctx, `
		UPDATE documents
		SET path = ?, size = ?, mod_time = ?
		WHERE id = ? AND module_id = ?`, to.Path, to.Size, to.ModTime, row, a.module)
	if n > 0 {
		a.result.Touched = append(a.result.Touched, row)
	}
	return err
}

// changed puts documents back into the queue, unless a worker has seen the new version already. One that is in a worker's
// hand stays there: the worker notices by itself unless it is about to commit, and that the next scan will see.
func (a *applying) changed(ctx context.Context, scan Scan) error {
	for _, c := range scan.Changed {
		n, err := a.exec(ctx, `
			UPDATE documents
			SET state = 'waiting', stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = '',
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

// gone forgets documents; one that has copies takes over the path of a copy that has not changed instead.
func (a *applying) gone(ctx context.Context, scan Scan) error {
	for _, row := range scan.Gone {
		var heir int64
		var at Seen
		err := a.tx.QueryRowContext(ctx, `
			SELECT c.id, c.path, c.size, c.mod_time
			FROM documents c JOIN documents f ON f.id = c.same_as
			WHERE f.id = ? AND c.state = 'ready' AND c.sha256 = f.sha256
			ORDER BY c.path`, row).Scan(&heir, &at.Path, &at.Size, &at.ModTime)
		switch {
		case err == nil && !slices.Contains(scan.Gone, heir):
			if err := a.forget(ctx, heir); err != nil {
				return err
			}
			if err := a.move(ctx, row, at); err != nil {
				return err
			}
		case err == nil, errors.Is(err, sql.ErrNoRows):
			if err := a.forget(ctx, row); err != nil {
				return err
			}
		default:
			return err
		}
	}
	return nil
}

func (a *applying) forget(ctx context.Context, row int64) error {
	a.result.Removed++
	return removeDocument(ctx, a.tx, row)
}

// refused lists paths with the reason why they are not read. What was read of an earlier version stays.
func (a *applying) refused(ctx context.Context, scan Scan) error {
	for _, r := range scan.Refused {
		n, err := a.exec(ctx, `
			INSERT INTO documents (module_id, path, size, mod_time, state, problem_code, problem_detail, added_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (module_id, path) DO UPDATE
			SET state = excluded.state, stage = '', size = excluded.size, mod_time = excluded.mod_time,
				problem_code = excluded.problem_code, problem_detail = excluded.problem_detail
			WHERE state <> 'excluded' AND (state <> excluded.state OR problem_code <> excluded.problem_code)`,
			a.module, r.Path, r.Size, r.ModTime, r.State, r.Why.Code, r.Why.Detail, a.now)
		if err != nil {
			return err
		}
		if err := a.touch(ctx, n, r.Path); err != nil {
			return err
		}
	}
	return nil
}

func (a *applying) added(ctx context.Context, scan Scan) error {
	for _, f := range scan.Added {
		n, err := a.exec(ctx, `
			INSERT INTO documents (module_id, path, size, mod_time, state, added_at)
			VALUES (?, ?, ?, ?, 'waiting', ?)
			ON CONFLICT (module_id, path) DO NOTHING`, a.module, f.Path, f.Size, f.ModTime, a.now)
		if err != nil {
			return err
		}
		a.result.Waiting += int(n)
		if err := a.touch(ctx, n, f.Path); err != nil {
			return err
		}
	}
	return nil
}

// touch notes the row at path when a statement changed n > 0 rows.
func (a *applying) touch(ctx context.Context, n int64, path string) error {
	if n == 0 {
		return nil
	}
	var row int64
	err := a.tx.QueryRowContext(ctx, `SELECT id FROM documents WHERE module_id = ? AND path = ?`, a.module, path).Scan(&row)
	a.result.Touched = append(a.result.Touched, row)
	return err
}

// exec runs a statement and returns how many rows it changed.
func (a *applying) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := a.tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
