package store

import (
	"context"
	"database/sql"
	"errors"
)

// Setting returns the value of a setting, nil when it was never set.
func (s *Store) Setting(ctx context.Context, key string) ([]byte, error) {
	var value []byte
	err := s.reader.QueryRowContext(ctx, `SELECT value FROM settings WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, wrap("setting "+key, err)
}

// SetSetting keeps a value; nil removes the setting.
func (s *Store) SetSetting(ctx context.Context, key string, value []byte) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if value != nil {
			return putSetting(ctx, tx, key, value)
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM settings WHERE key = ?`, key)
		return err
	})
	return wrap("set setting "+key, err)
}

func putSetting(ctx context.Context, tx *sql.Tx, key string, value []byte) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}
