package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

const moduleColumns = `id, slug, name, dir, paused, missing, remove_at, created_at, scanned_at`

func scanModule(row scanner) (Module, error) {
	var m Module
	err := row.Scan(&m.RowID, &m.ID, &m.Name, &m.Dir, &m.Paused, &m.Missing, &m.RemoveAt, &m.CreatedAt, &m.ScannedAt)
	return m, err
}

// CreateModule adds a module. Errors: *ExistsError for a name or folder that another module has.
func (s *Store) CreateModule(ctx context.Context, name, dir string) (Module, error) {
	var m Module
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := nameIsFree(ctx, tx, name, 0); err != nil {
			return err
		}
		var sameDir int
		err := tx.QueryRowContext(ctx, `SELECT count(*) FROM modules WHERE dir = ?`, dir).Scan(&sameDir)
		if err != nil {
			return err
		}
		if sameDir > 0 {
			return &ExistsError{Field: "dir", Value: dir}
		}
		slug, err := freeSlug(ctx, tx, name)
		if err != nil {
			return err
		}
		m, err = scanModule(tx.QueryRowContext(ctx, `
			INSERT INTO modules (slug, name, name_key, dir, created_at) VALUES (?, ?, ?, ?, ?)
			RETURNING `+moduleColumns, slug, name, nameKey(name), dir, s.millis()))
		return err
	})
	if err != nil {
		return Module{}, fmt.Errorf("create module: %w", err)
	}
	return m, nil
}

// Modules lists all modules by name.
func (s *Store) Modules(ctx context.Context) ([]Module, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+moduleColumns+` FROM modules ORDER BY name_key, id`)
	modules, err := collect(rows, err, scanModule)
	if err != nil {
		return nil, fmt.Errorf("modules: %w", translate(err))
	}
	return modules, nil
}

// Module finds a module by its ID, or else by its name without regard to case.
func (s *Store) Module(ctx context.Context, idOrName string) (Module, error) {
	m, err := scanModule(s.reader.QueryRowContext(ctx, `
		SELECT `+moduleColumns+` FROM modules WHERE slug = ? OR name_key = ? ORDER BY slug = ? DESC LIMIT 1`,
		idOrName, nameKey(idOrName), idOrName))
	if err != nil {
		return Module{}, fmt.Errorf("module %q: %w", idOrName, translate(err))
	}
	return m, nil
}

// ModuleByRow finds a module by its row.
func (s *Store) ModuleByRow(ctx context.Context, row int64) (Module, error) {
	m, err := scanModule(s.reader.QueryRowContext(ctx, `SELECT `+moduleColumns+` FROM modules WHERE id = ?`, row))
	if err != nil {
		return Module{}, fmt.Errorf("module %d: %w", row, translate(err))
	}
	return m, nil
}

// RenameModule changes a module's name; its ID stays. Errors: *ExistsError, ErrNotFound.
func (s *Store) RenameModule(ctx context.Context, row int64, name string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := nameIsFree(ctx, tx, name, row); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `UPDATE modules SET name = ?, name_key = ? WHERE id = ?`, name, nameKey(name), row))
	})
	return wrap("rename module", err)
}

// SetPaused stops or resumes the reading and embedding of a module's documents.
func (s *Store) SetPaused(ctx context.Context, row int64, paused bool) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `UPDATE modules SET paused = ? WHERE id = ?`, paused, row))
	})
	return wrap("pause module", err)
}

// SetScanned notes when the last whole scan of a module ended.
func (s *Store) SetScanned(ctx context.Context, row int64, at int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `UPDATE modules SET scanned_at = ? WHERE id = ?`, at, row))
	})
	return wrap("set module scanned", err)
}

// ScheduleRemoval hides a module from every search at once and notes when RemoveModule is due; 0 takes that back.
func (s *Store) ScheduleRemoval(ctx context.Context, row int64, at int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `UPDATE modules SET remove_at = ? WHERE id = ?`, at, row))
	})
	return wrap("schedule removal", err)
}

func nameIsFree(ctx context.Context, tx *sql.Tx, name string, except int64) error {
	var same int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM modules WHERE name_key = ? AND id <> ?`, nameKey(name), except).Scan(&same)
	if err == nil && same > 0 {
		err = &ExistsError{Field: "name", Value: name}
	}
	return err
}

// nameKey is a name as names are compared.
func nameKey(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.TrimSpace(name)))
}

// freeSlug makes an ID of a name: "Cell Biology II" is "cell-biology-ii", the next of that kind "cell-biology-ii-2".
func freeSlug(ctx context.Context, tx *sql.Tx, name string) (string, error) {
	base := slug(name)
	for n := 1; ; n++ {
		try := base
		if n > 1 {
			try += "-" + strconv.Itoa(n)
		}
		var taken bool
		// A name of another module counts too: an ID that reads like it would be ambiguous. So does one that a kept conversation
		// or answer has of a removed module: it would pass for this one's.
		err := tx.QueryRowContext(ctx, `
			SELECT EXISTS (SELECT 1 FROM modules WHERE slug = ?1 OR name_key = ?1 AND name_key <> ?2)
			    OR EXISTS (SELECT 1 FROM conversations WHERE instr(modules, ?3))
			    OR EXISTS (SELECT 1 FROM messages WHERE instr(CAST(answer AS TEXT), ?3))`,
			try, nameKey(name), `"`+try+`"`).Scan(&taken)
		if err != nil || !taken {
			return try, err
		}
	}
}
