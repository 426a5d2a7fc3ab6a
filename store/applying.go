package store

import (
	"context"
	"database/sql"
	"errors"
)

// applying is one ApplyScan under way.
type applying struct {
	tx     *sql.Tx
	module int64
	now    int64
	result ScanResult
}

// back gives missing documents the state they had: it follows from what is stored of them. One that had failed gets
// another chance, since the drive that was taken out may have been the reason; one at whose reading the program ended is still
// read alone.
func (a *applying) back(ctx context.Context, scan Scan) error {
	for _, row := range scan.Back {
		n, err := a.exec(ctx, `
			UPDATE documents
			SET state = CASE
					WHEN problem_code <> '' THEN 'waiting'
					WHEN same_as IS NOT NULL THEN 'ready'
					WHEN read_at > 0 THEN 'keyword-ready'
					ELSE 'waiting' END,
				not_before = 0, `+anotherChance+`
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
		if err := a.move(ctx, scan, m.Document, m.Seen); err != nil {
			return err
		}
	}
	return nil
}

func (a *applying) move(ctx context.Context, scan Scan, row int64, to Seen) error {
	d, err := scanDocument(a.tx.QueryRowContext(ctx, `SELECT `+documentColumns+` FROM documents WHERE id = ? AND module_id = ?`, row, a.module))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = a.exec(ctx, `
		UPDATE documents
		SET path = ?, size = ?, mod_time = ?
		WHERE id = ? AND module_id = ?`, to.Path, to.Size, to.ModTime, row, a.module)
	if err != nil {
		return err
	}
	a.result.Touched = append(a.result.Touched, row)
	return a.about(ctx, scan, d, to.Path)
}

// gone forgets documents; one that has copies takes over the path of a copy that has not changed instead.
func (a *applying) gone(ctx context.Context, scan Scan) error {
	all, err := jsonList(scan.Gone)
	if err != nil {
		return err
	}
	for _, row := range scan.Gone {
		var heir int64
		var at Seen
		err := a.tx.QueryRowContext(ctx, `
			SELECT c.id, c.path, c.size, c.mod_time
			FROM documents c JOIN documents f ON f.id = c.same_as
			WHERE f.id = ? AND c.state = 'ready' AND c.sha256 = f.sha256 AND c.id NOT IN (SELECT value FROM json_each(?))
			ORDER BY c.path`, row, all).Scan(&heir, &at.Path, &at.Size, &at.ModTime)
		switch {
		case err == nil:
			if err := a.forget(ctx, heir); err != nil {
				return err
			}
			if err := a.move(ctx, scan, row, at); err != nil {
				return err
			}
		case errors.Is(err, sql.ErrNoRows):
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
		if n > 0 && r.Instead {
			if err := a.unread(ctx, r.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread drops what was read of the document at a path.
func (a *applying) unread(ctx context.Context, path string) error {
	var row int64
	err := a.tx.QueryRowContext(ctx, `SELECT id FROM documents WHERE module_id = ? AND path = ?`, a.module, path).Scan(&row)
	if err != nil {
		return err
	}
	if err := dropContent(ctx, a.tx, row); err != nil {
		return err
	}
	_, err = a.exec(ctx, `UPDATE documents SET read_at = 0, same_as = NULL WHERE id = ?`, row)
	return err
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
