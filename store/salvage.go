package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// Salvaged is what could be saved of a database that cannot be mended.
type Salvaged struct {
	Copy                             string // the damaged database, in the data folder
	Modules, Conversations, Messages int
}

// salvagedTables are those that cannot be made from the student's files, in the order in which they refer to each other, with what
// makes a row as good as new.
var salvagedTables = []struct {
	name    string
	reset   string
	columns []string // none = all of them
}{
	{name: "modules", reset: `UPDATE modules SET scanned_at = 0`},
	{name: "web_pages", reset: `DELETE FROM web_pages WHERE module_id NOT IN (SELECT id FROM modules)`},
	{name: "settings", reset: `DELETE FROM settings WHERE key LIKE 'store.%' OR key LIKE 'ingest.%'`},
	{name: "conversations"},
	{name: "messages", reset: `DELETE FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations)`},
	// What the student left out stays out, and a document its number, by which the keyring knows its password. The rest is read again.
	{name: "documents", columns: []string{"id", "module_id", "path", "state", "added_at"}, reset: `
		DELETE FROM documents WHERE module_id NOT IN (SELECT id FROM modules);
		UPDATE documents SET state = 'waiting' WHERE state <> 'excluded'`},
}

// Salvage puts the damaged database of a data folder aside and makes a new one, with the modules and conversations that can still be
// read; the folders are then read again. Until the new one is whole the old one stays where it is. Only the holder of the
// IngestLock calls it, and nobody has the database open. Errors: ErrNewerSchema, ErrReadOnly, ErrDiskFull.
func Salvage(ctx context.Context, dir string, stamp string) (Salvaged, error) {
	path := filepath.Join(dir, FileName)
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		return Salvaged{}, wrap("salvage", err)
	}
	defer lock.Close()
	if h, err := look(ctx, path); err == nil && h.version > newest.version {
		return Salvaged{}, wrap("salvage", ErrNewerSchema)
	}
	out := Salvaged{Copy: path + ".damaged-" + stamp}
	if err := copyDatabase(path, out.Copy); err != nil {
		return Salvaged{}, wrap("put the database aside", err)
	}
	snapshots, err := out.rescue(ctx, path+".new")
	if err != nil { // the database is where it was, and its copy would only take the room that was missing
		return Salvaged{}, wrap("salvage", errors.Join(err, removeDatabase(path+".new"), removeDatabase(out.Copy)))
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return Salvaged{}, wrap("salvage", err)
		}
	}
	if err := os.Rename(path+".new", path); err != nil {
		return out, wrap("salvage", err)
	}
	return out, wrap("put snapshots aside", asideSnapshots(dir, snapshots, stamp))
}

// rescue makes a new database at path with what can be read of the copy, and returns the snapshots that it names.
func (out *Salvaged) rescue(ctx context.Context, path string) (snapshots []string, err error) {
	if err := removeDatabase(path); err != nil {
		return nil, err
	}
	if err := newest.create(ctx, path); err != nil {
		return nil, err
	}
	to := openPool(path, writing)
	defer func() { err = errors.Join(err, to.Close()) }()
	to.SetMaxOpenConns(1)
	from := openPool(out.Copy, looking)
	defer func() {
		_ = from.Close() // it is damaged: what it says of its end is of no interest
		_ = os.Remove(out.Copy + "-shm")
	}()
	err = transact(ctx, to, func(tx *sql.Tx) (err error) {
		// A row of something that is lost is taken out afterwards; it must not keep those behind it from being copied.
		if _, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = ON`); err != nil {
			return err
		}
		for _, table := range salvagedTables {
			if err := rescueTable(ctx, from, tx, table.name, table.columns); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, table.reset); err != nil {
				return err
			}
		}
		if snapshots, err = namedSnapshots(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `
			SELECT (SELECT count(*) FROM modules), (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages)`).
			Scan(&out.Modules, &out.Conversations, &out.Messages)
	})
	return snapshots, err
}

// rescueTable copies the rows of a table that can be read, from its beginning as far as that goes and from its end. What cannot
// be read, or does not fit, is left out.
func rescueTable(ctx context.Context, from *sql.DB, to *sql.Tx, table string, only []string) error {
	rows, err := from.QueryContext(ctx, `SELECT name FROM pragma_table_info(?)`, table)
	there, _ := collect(rows, err, scanString) // none where the file cannot be read at all
	rows, err = to.QueryContext(ctx, `SELECT name FROM pragma_table_info(?)`, table)
	known, err := collect(rows, err, scanString)
	if err != nil {
		return err
	}
	var columns []string
	for _, name := range known {
		if slices.Contains(there, name) && (only == nil || slices.Contains(only, name)) {
			columns = append(columns, name)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	list := strings.Join(columns, ", ")
	insert := fmt.Sprintf(`INSERT OR IGNORE INTO %s (%s) VALUES (?%s)`, table, list, strings.Repeat(", ?", len(columns)-1))
	for _, order := range []string{"ASC", "DESC"} {
		rows, err := from.QueryContext(ctx, fmt.Sprintf(`SELECT %s FROM %s ORDER BY %s %s`, list, table, columns[0], order))
		// The rows before an error count all the same.
		_, err = collect(rows, err, func(row scanner) (struct{}, error) {
			values := make([]any, len(columns))
			into := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			err := row.Scan(into...)
			if err == nil {
				_, err = to.ExecContext(ctx, insert, values...)
			}
			return struct{}{}, err
		})
		if err = translate(err); ctx.Err() != nil || errors.Is(err, ErrDiskFull) {
			return err
		}
	}
	return nil
}

// copyDatabase copies a database with its log, where that has something: only together they are what there was. Of a copy that is not
// whole nothing stays.
func copyDatabase(from, to string) error {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(from + end); end != "" && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
			continue
		}
		err := copyFile(from+end, to+end)
		if end == "" && errors.Is(err, os.ErrExist) {
			return err // an earlier copy, which is whole
		}
		if err != nil {
			return errors.Join(err, removeDatabase(to))
		}
	}
	return nil
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

func removeDatabase(path string) (err error) {
	for _, end := range []string{"", "-wal", "-shm"} {
		if gone := os.Remove(path + end); !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
