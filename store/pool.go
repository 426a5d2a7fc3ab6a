package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"path/filepath"
	"strings"

	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"
	"github.com/mattn/go-sqlite3"
)

// access is what a connection may do.
type access string

// The settings of a connection are in its name, so that every connection of a pool has them. secure_delete overwrites
// what is deleted with zeros; half a minute is for another process that removes a large module.
const (
	busyTimeout = "30000" // milliseconds

	writing access = "_txlock=immediate&_journal_mode=WAL&_synchronous=NORMAL&_foreign_keys=1&_busy_timeout=" + busyTimeout + "&_secure_delete=1&_cache_size=-16000&_auto_vacuum=incremental"
	reading access = "mode=ro&_query_only=1&_busy_timeout=" + busyTimeout + "&_cache_size=-8000"
	// looking leaves the file as it is, whatever it is.
	looking access = "mode=ro&_query_only=1&_busy_timeout=" + busyTimeout
	// closing sets nothing that needs a lock, and waits for none.
	closing access = "mode=rw&_busy_timeout=0"
)

// showVocabulary lets a connection see the terms of the word index. The table has no rows of its own and is the connection's.
const showVocabulary = `
	PRAGMA query_only = 0;
	CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, passage_fts, row);
	PRAGMA query_only = 1`

// connector opens connections without a driver name in the process-wide list of database/sql.
type connector struct {
	driver *sqlite3.SQLiteDriver
	path   string
	access access
}

func (c *connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(dataSource(c.path, c.access))
	if err == nil || c.access != reading && c.access != looking || !lacksLog(err) || logIsFilled(c.path) {
		return conn, err
	}
	return c.openStill()
}

func (c *connector) Driver() driver.Driver { return c.driver }

func openPool(path string, access access) *sql.DB {
	vec.Auto() // for every connection opened from now on; a second call does nothing
	return sql.OpenDB(&connector{
		driver: &sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
			// Sorting must not leave words in temporary files.
			_, err := conn.Exec(`PRAGMA temp_store = MEMORY`, nil)
			if err != nil {
				return err
			}
			switch access {
			case reading:
				_, err = conn.Exec(showVocabulary, nil)
			case looking:
				_, err = conn.Exec(`PRAGMA user_version`, nil) // says whether it can be read
			}
			return err
		}},
		path: path, access: access,
	})
}

// dataSource makes the SQLite URI of a file, whatever characters its path has.
func dataSource(path string, access access) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive letter
		path = "/" + path
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + string(access)
}
