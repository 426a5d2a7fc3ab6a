package ingest

import (
	"os"
	"path/filepath"

	"ibid/store"
)

// addWebPages lists the snapshots of a module's web pages, which lie in the data folder, beside the files of its folder. The
// documents are named by the addresses.
func (t *tree) addWebPages(data string, pages []store.WebPage) {
	for _, p := range pages {
		info, err := os.Stat(filepath.Join(data, filepath.FromSlash(p.File)))
		if err != nil {
			t.refused = append(t.refused, store.Refused{
				Seen: store.Seen{Path: p.URL}, State: store.Failed, Why: store.Failure{Code: SnapshotGone, Detail: err.Error()}})
			continue
		}
		t.files = append(t.files, store.Seen{Path: p.URL, Size: info.Size(), ModTime: info.ModTime().UnixNano()})
	}
}
