package store

import (
	"database/sql/driver"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// Who reads needs the log's index beside the database, which cannot be made on a full disk or in a folder that can only be read.
// There the file is read as one that stands still: its log is empty, so all that was written is in it.

// lacksLog says whether a database may be unreadable only because its log cannot be opened.
func lacksLog(err error) bool {
	var se sqlite3.Error
	if !errors.As(err, &se) {
		return false
	}
	switch se.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrIoErr, sqlite3.ErrFull, sqlite3.ErrPerm:
		return true
	}
	return false
}

// openStill opens the database without locks and without its log.
func (c *connector) openStill() (driver.Conn, error) {
	conn, err := c.driver.Open(dataSource(c.path, c.access+"&immutable=1"))
	if err != nil {
		return nil, err
	}
	open, ok := conn.(*sqlite3.SQLiteConn)
	if !ok {
		return conn, nil // the driver has no other kind
	}
	return stillConn{open}, nil
}

// stillConn is used for one query only: by the next one another process may be writing, or there may be room again.
type stillConn struct{ *sqlite3.SQLiteConn }

// IsValid implements driver.Validator.
func (stillConn) IsValid() bool { return false }
