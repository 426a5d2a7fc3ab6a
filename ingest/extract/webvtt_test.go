package extract

import (
	"encoding/json"
	"html"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// expectedCue is a cue as a conformance suite has it.
type expectedCue struct {
	Text               string
	StartTime, EndTime float64
}

// TestWebVTTSuites: the cues of the conformance suites of vtt.js and of the web platform are read with their words and times. Cues
// without words are no cues to us.
func TestWebVTTSuites(t *testing.T) {
	root := filepath.Join(sharedFolder(t), "corpora", "parsers", "subtitles")
	all, good := 0, 0
	check := func(name, source string, want []expectedCue) {
		all++
		if got, ok := sameCues(t, name, source, want); !ok {
			t.Logf("%s: %+v, want %+v", name, got, want)
			return
		}
		good++
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch truth, err := os.ReadFile(strings.TrimSuffix(path, ".vtt") + ".json"); {
		case ext(path) == "test":
			if want, ok := asserted(string(raw)); ok {
				_, source, _ := strings.Cut(string(raw), "\n===\n")
				check(path, source, want)
			}
		case ext(path) == "vtt" && err == nil:
			var file struct{ Cues []expectedCue }
			if json.Unmarshal(truth, &file) == nil {
				check(path, string(raw), file.Cues)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	enough(t, "read as the suites say", good, all, 100)
}

// sameCues compares the words and times of cues. A cue whose time is not written as the standard says may be more than it counts.
func sameCues(t *testing.T, name, source string, want []expectedCue) ([]cue, bool) {
	got, err := readCues(t.Context(), decode([]byte(source)))
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	lenient := 0
	for _, line := range strings.Split(source, "\n") {
		if strings.Contains(line, "-->") && !strictTiming.MatchString(line) {
			lenient++
		}
	}
	n := 0
	for _, w := range want {
		said := onlyWords(html.UnescapeString(cueTag.ReplaceAllString(w.Text, "")))
		if strings.TrimSpace(said) == "" {
			continue
		}
		for ; ; n++ {
			if n == len(got) {
				return got, false
			}
			if strings.HasSuffix(onlyWords(strings.Join(got[n].lines, " ")), said) && math.Abs(got[n].start-w.StartTime) < 0.001 && math.Abs(got[n].end-w.EndTime) < 0.001 {
				n++
				break
			}
			if lenient--; lenient < 0 {
				return got, false
			}
		}
	}
	return got, len(got)-n <= lenient
}

// strictTiming is how WebVTT writes times.
var strictTiming = regexp.MustCompile(`^\s*(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}\s*-->\s*(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}(?:\D|$)`)

var assertion = regexp.MustCompile(`assert_equals\(cues(?:\.(length)|\[(\d+)\]\.(text|startTime|endTime)), ['"]?(.*?)['"]?(?:, cues)?\);`)

// asserted reads what a file of the web platform's tests says about its cues; ok tells that it says it of each.
func asserted(source string) (cues []expectedCue, ok bool) {
	head, _, _ := strings.Cut(source, "\n===\n")
	said := map[int]int{}
	for _, m := range assertion.FindAllStringSubmatch(head, -1) {
		if m[1] != "" {
			n, err := strconv.Atoi(m[4])
			if err != nil {
				return nil, false
			}
			cues = make([]expectedCue, n)
			continue
		}
		i, err := strconv.Atoi(m[2])
		if err != nil || i >= len(cues) {
			return nil, false
		}
		said[i]++
		switch v, err := strconv.ParseFloat(m[4], 64); {
		case m[3] == "text":
			cues[i].Text = strings.NewReplacer(`\n`, "\n", `\uFFFD`, "", `\'`, "'").Replace(m[4])
		case err != nil:
			return nil, false
		case m[3] == "startTime":
			cues[i].StartTime = v
		default:
			cues[i].EndTime = v
		}
	}
	for i := range cues {
		if said[i] != 3 {
			return nil, false
		}
	}
	return cues, cues != nil
}
