package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"

	"github.com/gofrs/flock"
)

//go:embed schema/schema.sql
var newestSchema string

//go:embed migrations
var migrationFiles embed.FS

// shape is a schema and the way to it from older ones.
type shape struct {
	schema     string
	migrations fs.FS // NNNN_*.sql, from NNNN-1 to NNNN
	version    int
}

// newest is the shape that this program writes. Its version goes up with each migration.
var newest = shape{schema: newestSchema, migrations: subFS(migrationFiles, "migrations"), version: 8}

// applicationID marks the file as Ibid's, so that another program's database is not taken for ours ("Ibid").
const applicationID = 0x49626964

func subFS(files embed.FS, dir string) fs.FS {
	sub, err := fs.Sub(files, dir)
	if err != nil {
		return files // cannot be: the name is a constant
	}
	return sub
}

// header is what the first page of a database says about it.
type header struct {
	version     int
	application int64
	tables      int
}

// prepare leaves a database of the wanted shape at path: makes it, upgrades it or refuses it. A database that is
// refused keeps its bytes.
func prepare(ctx context.Context, path string, shape shape) error {
	h, err := look(ctx, path)
	if err != nil {
		return err
	}
	if ready, err := h.check(shape); ready || err != nil {
		return err
	}
	// Two processes may start at once: the second finds it done.
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Close()
	if h, err = look(ctx, path); err != nil {
		return err
	}
	if ready, err := h.check(shape); ready || err != nil {
		return err
	}
	if h.version == 0 {
		return shape.create(ctx, path)
	}
	return shape.upgrade(ctx, path, h.version)
}

// check says whether the database can be used as it is, or returns why not at all.
func (h header) check(shape shape) (ready bool, err error) {
	switch {
	case h.tables == 0 && h.version == 0:
		return false, nil
	case h.application != applicationID || h.version < 1:
		return false, ErrCorrupt
	case h.version > shape.version:
		return false, fmt.Errorf("%w: version %d, this program knows %d", ErrNewerSchema, h.version, shape.version)
	}
	return h.version == shape.version, nil
}

// smallestFile is the least size of a database; SQLite takes a smaller file for an empty one and writes over it.
const smallestFile = 512

// look reads the header without changing the file; a file that is not there has an empty one.
func look(ctx context.Context, path string) (h header, err error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() == 0 && logIsFilled(path) {
		return header{}, ErrCorrupt // SQLite would throw the log away
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return header{}, nil
	}
	if err != nil {
		return header{}, err
	}
	if info.Size() < smallestFile {
		return header{}, ErrCorrupt
	}
	db := openPool(path, looking)
	defer func() { err = errors.Join(err, db.Close()) }()
	err = transact(ctx, db, func(tx *sql.Tx) error {
		for query, into := range map[string]any{
			`PRAGMA user_version`:                &h.version,
			`PRAGMA application_id`:              &h.application,
			`SELECT count(*) FROM sqlite_schema`: &h.tables,
		} {
			if err := tx.QueryRowContext(ctx, query).Scan(into); err != nil {
				return err
			}
		}
		return nil
	})
	return h, err
}

// create makes the tables of a new file, which others on the computer cannot read.
func (shape shape) create(ctx context.Context, path string) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	db := openPool(path, writing)
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	return transact(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, shape.schema); err != nil {
			return err
		}
		return stamp(ctx, tx, shape.version)
	})
}

// stamp writes the header. A PRAGMA takes no parameters; the numbers are ours.
func stamp(ctx context.Context, tx *sql.Tx, version int) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, version))
	return err
}

var migrationName = regexp.MustCompile(`^(\d{4})_.*\.sql$`)

// migration finds the one that leads to a version.
func (shape shape) migration(version int) (string, error) {
	entries, err := fs.ReadDir(shape.migrations, ".")
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		m := migrationName.FindStringSubmatch(entry.Name())
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil && n == version {
			text, err := fs.ReadFile(shape.migrations, entry.Name())
			return string(text), err
		}
	}
	return "", fmt.Errorf("no migration to version %d", version)
}
