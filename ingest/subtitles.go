package ingest

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ibid/ingest/extract"
	"ibid/store"
)

// subtitleEnds are the extensions of subtitles, which say what a recording says and were looked over by somebody.
var subtitleEnds = []string{".vtt", ".srt", ".sbv"}

// languageEnd is what players put between the name of a film and the extension of its subtitles: lecture.en.vtt.
var languageEnd = regexp.MustCompile(`^\.[a-z]{2,3}(-[a-z0-9]{2,8})*$`)

// readSubtitles takes recordings that have subtitles of the same name beside them out of what is read. Subtitles that are empty, or
// that are known not to be readable, do not count; and those that are still to be read may turn out to be of no use, so that what was
// heard of a recording counts until then.
func (t *tree) readSubtitles(known []store.Document) {
	byPath := make(map[string]store.Document, len(known))
	for _, d := range known {
		byPath[d.Path] = d
	}
	read, unread := make(map[string][]string), make(map[string][]string) // by folder
	for _, f := range t.files {
		if !isSubtitles(f.Path) || f.Size == 0 {
			continue
		}
		switch dir := path.Dir(f.Path); byPath[f.Path].State {
		case store.Failed, store.Skipped, store.Excluded:
		case store.Ready, store.KeywordReady:
			read[dir] = append(read[dir], f.Path)
		default:
			unread[dir] = append(unread[dir], f.Path)
		}
	}
	if len(read)+len(unread) == 0 {
		return
	}
	files := t.files
	t.files = t.files[:0:0]
	for _, f := range files {
		if extract.IsRecording(f.Path) {
			dir, d := path.Dir(f.Path), byPath[f.Path]
			done := subtitlesOf(f.Path, read[dir])
			beside := cmp.Or(done, subtitlesOf(f.Path, unread[dir]))
			if heard := d.ReadAt > 0 || d.SameAs != 0; beside != "" && (done != "" || !heard) {
				t.refused = append(t.refused, store.Refused{Seen: f, State: store.Skipped, Instead: done != "",
					Why: store.Failure{Code: SubtitlesRead, Detail: path.Base(beside)}})
				continue
			}
		}
		t.files = append(t.files, f)
	}
}

func isSubtitles(name string) bool {
	return slices.Contains(subtitleEnds, strings.ToLower(path.Ext(name)))
}

// subtitlesDone has a module scanned again when it is known of a document whether it can be read, and that decides what becomes of a
// recording beside it.
func (in *Ingester) subtitlesDone(ctx context.Context, job store.Job) error {
	_, file := in.store.FileOf(job.Document, job.Dir)
	if job.Snapshot != "" || !isSubtitles(file) {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return extract.IsRecording(e.Name()) && subtitlesOf(e.Name(), []string{filepath.Base(file)}) != ""
	}) {
		return nil // a folder that cannot be listed is what a scan is about in any case
	}
	defer in.folders.ring()
	return RequestScan(ctx, in.store, job.ModuleID)
}

// subtitlesOf finds the subtitles of a recording among those of its folder; "" = there are none.
func subtitlesOf(recording string, candidates []string) string {
	name := strings.ToLower(strings.TrimSuffix(recording, path.Ext(recording)))
	for _, c := range candidates {
		rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSuffix(c, path.Ext(c))), name)
		if ok && (rest == "" || languageEnd.MatchString(rest)) {
			return c
		}
	}
	return ""
}
