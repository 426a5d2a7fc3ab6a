package ingest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ibid/store"
)

// Cloud drives show files that are not on this computer. To open one would download it, a whole course or disk in the end, so such
// files are listed with the reason until the student's cloud program has brought them.

// standsFor returns the name of the file that an entry stands in for: older versions of iCloud Drive leave ".notes.pdf.icloud" in
// the place of notes.pdf.
func standsFor(e fs.DirEntry) (string, bool) {
	name, hidden := strings.CutPrefix(e.Name(), ".")
	name, stub := strings.CutSuffix(name, ".icloud")
	return name, hidden && stub && name != "" && e.Type().IsRegular()
}

// hasStandIn says whether something stands in for a file that is not there.
func hasStandIn(path string) bool {
	dir, name := filepath.Split(path)
	info, err := os.Lstat(filepath.Join(dir, "."+name+".icloud"))
	return err == nil && info.Mode().IsRegular()
}

// keptFromCloud says whether a document that is only in the cloud now was read before: what was read stays.
func keptFromCloud(d store.Document) bool { return d.ReadAt > 0 || d.SameAs != 0 }
