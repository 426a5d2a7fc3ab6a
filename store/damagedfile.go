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
	for _, statement := range []string{
		`UPDATE documents SET same_as = NULL WHERE same_as NOT IN (SELECT id FROM documents)`,
		`DELETE FROM vectors WHERE space_id NOT IN (SELECT id FROM spaces) OR passage_id NOT IN (
			SELECT passages.id FROM passages JOIN documents ON documents.id = document_id JOIN modules ON modules.id = documents.module_id)`,
		`DELETE FROM passages WHERE document_id NOT IN (SELECT id FROM documents WHERE module_id IN (SELECT id FROM modules))`,
		`UPDATE passages SET module_id = (SELECT module_id FROM documents WHERE id = document_id) WHERE module_id NOT IN (SELECT id FROM modules)`,
		`UPDATE vectors SET document_id = (SELECT document_id FROM passages WHERE id = passage_id) WHERE document_id NOT IN (SELECT id FROM documents)`,
		`DELETE FROM passage_terms WHERE id NOT IN (SELECT id FROM passages)`,
		`DELETE FROM pages WHERE document_id NOT IN (SELECT id FROM documents WHERE module_id IN (SELECT id FROM modules))`,
		`DELETE FROM documents WHERE module_id NOT IN (SELECT id FROM modules)`,
		`DELETE FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations)`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	rows, err = tx.QueryContext(ctx, `
		SELECT `+vectorTableColumns+` FROM vector_tables
		 WHERE space_id NOT IN (SELECT id FROM spaces) OR module_id NOT IN (SELECT id FROM modules)`)
	tables, err := collect(rows, err, scanVectorTable)
	for _, t := range tables {
		err = errors.Join(err, t.drop(ctx, tx))
	}
	return err
}
