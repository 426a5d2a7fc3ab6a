package app

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
)

// maxLog is from which size on, in bytes, a log is put aside when a new run begins to write.
const maxLog = 4 << 20

// Log is the log of a data folder; the caller closes its file. The file is made with its first line, so that a folder in which
// nothing goes wrong, or which is refused, gets none. A log that cannot be written is done without.
func Log(dataDir string) (*slog.Logger, io.Closer) {
	f := &logFile{dir: filepath.Join(dataDir, "logs")}
	return slog.New(slog.NewTextHandler(f, nil)), f
}

// logFile is a file that is opened when it is first written to.
type logFile struct {
	dir  string
	once sync.Once
	file *os.File // nil: it could not be opened
}

// Write implements io.Writer; the handler calls it for one line at a time.
func (l *logFile) Write(b []byte) (int, error) {
	l.once.Do(l.open)
	return l.file.Write(b)
}

func (l *logFile) open() {
	if os.MkdirAll(l.dir, 0o700) != nil {
		return
	}
	name := filepath.Join(l.dir, "ibid.log")
	if info, err := os.Stat(name); err == nil && info.Size() > maxLog {
		_ = os.Rename(name, name+".old") // the next start tries again
	}
	l.file, _ = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
}

// Close implements io.Closer. What is written afterwards is lost.
func (l *logFile) Close() error {
	l.once.Do(func() {})
	return l.file.Close()
}
