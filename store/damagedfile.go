package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// inspectFile checks that the tables, triggers and indexes of the schema are there and that SQLite finds nothing wrong. What is
// missing is made, and the indexes are made anew; pages that are damaged cannot be mended.
func inspectFile(ctx context.Context, tx *sql.Tx, i *inspection) error {
	missing, err := missingObjects(ctx, tx)
	if err != nil {
		return err
	}
	for _, object := range missing {
		i.found(FilePart, "%s is missing", object.name)
		if !i.mends {
			continue
		}
		if _, err := tx.ExecContext(ctx, object.sql); err != nil {
			return fmt.Errorf("make %s: %w", object.name, err)
		}
	}
	said, err := integrity(ctx, tx)
	if err != nil || len(said) == 0 {
		return err
	}
	i.foundMany(FilePart, len(said), "%s", said[0])
	if !i.mends {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `REINDEX`); err != nil {
		return err
	}
	if said, err = integrity(ctx, tx); err == nil && len(said) > 0 {
		err = fmt.Errorf("%w: %s", ErrCorrupt, said[0])
	}
	return err
}

// integrity is what SQLite finds wrong with the file. The word index has a check of its own; this one finds it damaged when another
// connection has made it anew.
func integrity(ctx context.Context, tx *sql.Tx) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `PRAGMA integrity_check(100)`)
	all, err := collect(rows, err, scanString)
	var said []string
	for _, line := range all {
		if line != "ok" && !strings.Contains(strings.ToLower(line), "fts5") {
			said = append(said, line)
		}
	}
	return said, err
}

// schemaObject is a table, an index or a trigger.
type schemaObject struct{ name, sql string }

// missingObjects lists what the newest schema has and the database has not, in the order of the schema. The tables that are
// inside of the word index are its own business.
func missingObjects(ctx context.Context, tx *sql.Tx) (missing []schemaObject, err error) {
	model := openPool(":memory:", "mode=memory")
	model.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, model.Close()) }()
	if _, err := model.ExecContext(ctx, newestSchema); err != nil {
		return nil, err
	}
	rows, err := model.QueryContext(ctx, `
		SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'passage\_fts\__%' ESCAPE '\' ORDER BY rowid`)
	wanted, err := collect(rows, err, func(row scanner) (o schemaObject, err error) { return o, row.Scan(&o.name, &o.sql) })
	if err != nil {
		return nil, err
	}
	rows, err = tx.QueryContext(ctx, `SELECT name FROM sqlite_schema`)
	names, err := collect(rows, err, scanString)
	there := make(map[string]bool, len(names))
	for _, name := range names {
		there[name] = true
	}
	for _, object := range wanted {
		if !there[object.name] {
			missing = append(missing, object)
		}
	}
	return missing, err
}

// inspectReferences checks that what a row refers to is there; a row without it is of no use to anybody.
func inspectReferences(ctx context.Context, tx *sql.Tx, i *inspection) error {
	rows, err := tx.QueryContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`)
	broken, err := collect(rows, err, scanString)
	if err != nil || len(broken) == 0 {
		return err
	}
	i.foundMany(ReferencePart, len(broken), "%s", broken[0])
	if !i.mends {
		return nil
	}
	// Only what is left at the end counts: to take out one row may leave another one without what it refers to.
	if _, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = ON`); err != nil {
		return err
	}
	rows, err = tx.QueryContext(ctx, `
		SELECT child.name, f."from", f."table", f."to", f.on_delete
		  FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name) AS f
		 WHERE child.type = 'table'`)
	references, err := collect(rows, err, scanReference)
	for taken := int64(1); err == nil && taken > 0; {
		taken = 0
		for _, r := range references {
			result, errMend := tx.ExecContext(ctx, r.mend())
			if errMend != nil {
				return errMend
			}
			n, errMend := result.RowsAffected()
			taken += n
			err = errors.Join(err, errMend)
		}
	}
	return err
}

// reference is a column that refers to another table.
type reference struct{ table, column, parent, key, onDelete string }

func scanReference(row scanner) (r reference, err error) {
	return r, row.Scan(&r.table, &r.column, &r.parent, &r.key, &r.onDelete)
}

// mend is the statement that takes out what refers to nothing. The names are those of the schema.
func (r reference) mend() string {
	broken := fmt.Sprintf(`%[1]s IS NOT NULL AND %[1]s NOT IN (SELECT %[2]s FROM %[3]s)`, r.column, r.key, r.parent)
	if r.onDelete == "SET NULL" {
		return fmt.Sprintf(`UPDATE %s SET %s = NULL WHERE %s`, r.table, r.column, broken)
	}
	return fmt.Sprintf(`DELETE FROM %s WHERE %s`, r.table, broken)
}
