//go:build unix

package ingest

import (
	"errors"
	"syscall"
)

// isLimit says whether the system refuses to watch more folders: inotify reports its limits as a full disk and too many files.
func isLimit(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
