package ingest

import (
	"path"
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
// that are known not to be readable, do not count.
func (t *tree) readSubtitles(known []store.Document) {
	bad := make(map[string]bool)
	for _, d := range known {
		if d.State == store.Failed || d.State == store.Skipped || d.State == store.Excluded {
			bad[d.Path] = true
		}
	}
	subtitles := make(map[string][]string) // by folder
	for _, f := range t.files {
		if slices.Contains(subtitleEnds, strings.ToLower(path.Ext(f.Path))) && f.Size > 0 && !bad[f.Path] {
			subtitles[path.Dir(f.Path)] = append(subtitles[path.Dir(f.Path)], f.Path)
		}
	}
	if len(subtitles) == 0 {
		return
	}
	files := t.files
	t.files = t.files[:0:0]
	for _, f := range files {
		if extract.IsRecording(f.Path) {
			if beside := subtitlesOf(f.Path, subtitles[path.Dir(f.Path)]); beside != "" {
				t.refused = append(t.refused, store.Refused{Seen: f, State: store.Skipped, Instead: true,
					Why: store.Failure{Code: SubtitlesRead, Detail: path.Base(beside)}})
				continue
			}
		}
		t.files = append(t.files, f)
	}
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
