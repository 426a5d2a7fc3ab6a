package store

import (
	"context"
	"database/sql"
	"errors"
)

// Job is a document that a worker has claimed, with the folder it lies in.
type Job struct {
	Document
	Dir string // of the module
}

// Queue sums up what the workers still have to do.
type Queue struct {
	Open   bool  // a document is being read, or Ready
	Ready  bool  // a document waits and may be taken up now
	NextAt int64 // Unix milliseconds at which the next document that waits for another try may be taken up; 0 = none
}

// Interrupted is the code of the problem of a document that was in a worker's hand when its process was killed. It may have been the
// reason: it is read again while nothing else is read, so that it does not take the others down with it.
const Interrupted = "crashed"

// claimable is what may be taken up: documents that wait in modules that are neither paused nor about to go, and whose folder is there
// unless they are web pages.
const claimable = `
	FROM documents d
	JOIN modules m ON m.id = d.module_id
	WHERE d.state = 'waiting' AND m.paused = 0 AND m.remove_at = 0
	  AND (m.missing = 0 OR EXISTS (SELECT 1 FROM web_pages AS w WHERE w.module_id = d.module_id AND w.url = d.path))
	  AND NOT EXISTS (
	    SELECT 1 FROM documents r
	     WHERE r.state = 'reading' AND '` + Interrupted + `' IN (d.problem_code, r.problem_code))`

// NextWaiting claims the next document for the caller: those of the module first (0 = none) before the others, small ones before large
// ones, those that failed before after all that did not, and slow ones last, or never. It returns false when nothing waits. The claim
// counts as a try.
func (s *Store) NextWaiting(ctx context.Context, first int64, slow bool) (Job, bool, error) {
	queue, err := s.Queue(ctx, slow)
	if err != nil || !queue.Open {
		return Job{}, false, err
	}
	var job Job
	err = s.write(ctx, func(tx *sql.Tx) error {
		now := s.millis()
		var row int64
		err := tx.QueryRowContext(ctx, `
			SELECT d.id, m.dir `+claimable+` AND d.not_before <= ? AND d.slow <= ?
			ORDER BY d.slow, d.tries > 0, d.module_id <> ?, d.tries, d.size, d.id
			LIMIT 1`, now, slow, first).Scan(&row, &job.Dir)
		if err != nil {
			return err
		}
		job.Document, err = scanDocument(tx.QueryRowContext(ctx, `
			UPDATE documents
			SET state = 'reading', stage = 'reading', tries = tries + 1
			WHERE id = ?
			RETURNING `+documentColumns, row))
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return Job{}, false, nil
	}
	return job, err == nil, wrap("next waiting document", err)
}

// Queue says whether there is something to read, now or later; slow is that of NextWaiting.
func (s *Store) Queue(ctx context.Context, slow bool) (Queue, error) {
	var q Queue
	now := s.millis()
	err := s.reader.QueryRowContext(ctx, `
		SELECT
			EXISTS (SELECT 1 FROM documents WHERE state = 'reading' AND slow <= ?),
			EXISTS (SELECT 1 `+claimable+` AND d.not_before <= ? AND d.slow <= ?),
			(SELECT coalesce(min(d.not_before), 0) `+claimable+` AND d.not_before > ? AND d.slow <= ?)`,
		slow, now, slow, now, slow).Scan(&q.Open, &q.Ready, &q.NextAt)
	q.Open = q.Open || q.Ready
	return q, wrap("queue", err)
}

// Release puts a claimed document back as if it had not been claimed, not to be taken up before notBefore (0 = at once):
// it changed while it was read, or the program ends.
func (s *Store) Release(ctx context.Context, row, notBefore int64) error {
	return s.claimed(ctx, "release document", `
		UPDATE documents
		SET state = 'waiting', stage = '', tries = max(tries - 1, 0), not_before = ?
		WHERE id = ? AND state = 'reading'`, notBefore, row)
}

// Slow puts a claimed document back as if it had not been claimed, to be taken up after those that are not slow. unseen is how many of
// its pages are to be read from their pictures.
func (s *Store) Slow(ctx context.Context, row int64, unseen int) error {
	return s.claimed(ctx, "put slow document back", `
		UPDATE documents
		SET state = 'waiting', stage = '', tries = max(tries - 1, 0), not_before = 0, slow = 1, unseen = ?
		WHERE id = ? AND state = 'reading'`, unseen, row)
}

// TryAgain puts a claimed document back after a failure that may pass, not to be taken up before notBefore.
func (s *Store) TryAgain(ctx context.Context, row int64, why Failure, notBefore int64) error {
	return s.claimed(ctx, "put document back", `
		UPDATE documents
		SET state = 'waiting', stage = '', problem_code = ?, problem_detail = ?, not_before = ?
		WHERE id = ? AND state = 'reading'`, why.Code, why.Detail, notBefore, row)
}

// Fail ends the reading of a claimed document whose file, as doc.Size, doc.ModTime and doc.SHA256 describe it, could not be
// read; state is Failed or Skipped. What was read of an earlier version stays in the index, with the hash it has.
func (s *Store) Fail(ctx context.Context, doc Document, state State, why Failure) error {
	return s.claimed(ctx, "fail document", `
		UPDATE documents
		SET state = ?, stage = '', problem_code = ?, problem_detail = ?, not_before = 0, same_as = NULL, described_by = '',
			size = ?, mod_time = ?, sha256 = iif(read_at > 0, sha256, ?)
		WHERE id = ? AND state = 'reading'`,
		state, why.Code, why.Detail, doc.Size, doc.ModTime, doc.SHA256, doc.RowID)
}

// Unchanged ends the reading of a claimed document whose bytes are those that are in the index already, whatever its time says.
func (s *Store) Unchanged(ctx context.Context, doc Document) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `
			UPDATE documents
			   SET state = 'keyword-ready', stage = '', tries = 0, problem_code = '', problem_detail = '', not_before = 0,
			       size = ?, mod_time = ?
			 WHERE id = ? AND state = 'reading'`, doc.Size, doc.ModTime, doc.RowID))
		if err != nil {
			return err
		}
		return settleState(ctx, tx, doc.RowID)
	})
	return wrap("keep document", err)
}

// claimed runs an UPDATE of one claimed document; ErrNotFound says that it was taken from the worker meanwhile
// (excluded, or removed with its module).
func (s *Store) claimed(ctx context.Context, what, update string, args ...any) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return changed(tx.ExecContext(ctx, update, args...)) })
	return wrap(what, err)
}

// RecoverReading takes up again what a process that was killed had in hand. A document that was in hand at maxTries deaths fails.
func (s *Store) RecoverReading(ctx context.Context, maxTries int) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			UPDATE documents
			   SET state = iif(tries >= ?, 'failed', 'waiting'), stage = '', not_before = 0,
			       problem_code = '`+Interrupted+`', problem_detail = 'the program ended while it read this file'
			 WHERE state = 'reading'`, maxTries)
		return err
	})
	return wrap("recover claimed documents", err)
}

// RetryFailed puts failed documents of a module back into the queue, the one at path or, with path "", all. It returns how many.
func (s *Store) RetryFailed(ctx context.Context, moduleRow int64, path string) (int, error) {
	var n int64
	err := s.write(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `
			UPDATE documents
			SET state = 'waiting', stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = ''
			WHERE module_id = ?1 AND state = 'failed' AND (?2 = '' OR path = ?2)`, moduleRow, path)
		if err != nil {
			return err
		}
		n, err = result.RowsAffected()
		return err
	})
	return int(n), wrap("retry documents", err)
}

// anotherChance forgets why a document failed, unless the program ended while it was read: it may happen again.
const anotherChance = `
	tries = iif(problem_code = '` + Interrupted + `', tries, 0),
	problem_code = iif(problem_code = '` + Interrupted + `', problem_code, ''), problem_detail = ''`

// readersKey is the setting that names the readers that documents failed with.
const readersKey = "store.readers"

// RetryWith puts the documents of all modules that failed, or were skipped with the code unknown as no reader knows their format, back
// into the queue if that was with other readers than those that readers names. It returns how many. One that was in hand at too many
// deaths is tried once more, alone.
func (s *Store) RetryWith(ctx context.Context, readers, unknown string) (int, error) {
	known, err := s.Setting(ctx, readersKey)
	if err != nil || string(known) == readers {
		return 0, err
	}
	var n int64
	err = s.write(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `
			UPDATE documents
			SET state = 'waiting', stage = '', not_before = 0, `+anotherChance+`
			WHERE state = 'failed' OR state = 'skipped' AND problem_code = ?`, unknown)
		if err != nil {
			return err
		}
		if n, err = result.RowsAffected(); err != nil {
			return err
		}
		return putSetting(ctx, tx, readersKey, []byte(readers))
	})
	return int(n), wrap("retry with other readers", err)
}

// IncludeDocument takes an excluded document back in: it waits to be read.
func (s *Store) IncludeDocument(ctx context.Context, row int64) error {
	return s.claimed(ctx, "include document", `
		UPDATE documents
		SET state = 'waiting', stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = ''
		WHERE id = ? AND state = 'excluded'`, row)
}
