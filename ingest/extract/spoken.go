package extract

import (
	"regexp"
	"strings"

	"ibid/store"
)

// Plain transcripts have the time before what is said, on its line or on one of its own, with or without who says it:
// "0:12", "[00:01:02] Anna: ...", "00:01:02.500 - 00:01:04.000 ...", "Anna (1:02): ...", "Speaker 1  0:03".
const spokenClock = `((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)`

var (
	spokenFirst = regexp.MustCompile(`^\s*[\[(<]?` + spokenClock + `(?:\s*(?:-->|[-–—])\s*` + spokenClock + `)?[\])>]?(?:\s*[-–—:|]\s|\s|$)(.*)$`)
	spokenBy    = regexp.MustCompile(`^\s*(\p{L}[\p{L}\p{N}.'’ -]{0,40}?),?\s+[\[(<]?` + spokenClock + `[\])>]?(?::\s*(.*)|\s*)$`)
	timeOfDay   = regexp.MustCompile(`(?i)^\s*(?:[ap]\.?m\b|uhr\b|h\b)`)
	verse       = regexp.MustCompile(`^\s*(?:\p{L}{2,20}\.? )?\d{1,3}:\d(?:\D|$)`)
)

const (
	fewestSpoken = 5     // times in a text that make it a transcript
	latestSpoken = 180.0 // seconds at which the first of them stands: a timetable begins in the morning
	spokenPerCue = 40    // lines at most for each time, on average: more is a text that names some
	wordSeconds  = 0.4   // that a word takes to say
)

// spoken reads a plain transcript; nil when the text is none.
func spoken(text string) []cue {
	var cues []cue
	lines, times, back := 0, 0, 0
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines++
		c, timed := spokenLine(line)
		n := len(cues) - 1
		switch {
		case !timed && verse.MatchString(line), timed && times == 0 && c.start > latestSpoken, timed && c.start < 0:
			return nil
		case timed:
			if times++; n >= 0 && c.start < cues[n].start {
				back++ // another clock begins
			}
			cues = append(cues, c)
		case n < 0:
			cues = append(cues, cue{lines: []string{line}}) // what it is a transcript of
		default:
			cues[n].lines = append(cues[n].lines, line)
		}
	}
	if times < fewestSpoken || lines > spokenPerCue*times || back*10 > times {
		return nil
	}
	return ended(cues)
}

// spokenLine reads a line that has a time; one that no clock shows is less than 0.
func spokenLine(line string) (c cue, timed bool) {
	if m := spokenFirst.FindStringSubmatch(line); m != nil && !timeOfDay.MatchString(m[3]) {
		c := cue{start: spokenSeconds(m[1])}
		if m[2] != "" {
			c.end = spokenSeconds(m[2])
		}
		if s := strings.TrimSpace(m[3]); s != "" {
			c.lines = []string{s}
		}
		return c, true
	}
	if m := spokenBy.FindStringSubmatch(line); m != nil && !timeOfDay.MatchString(m[3]) {
		return cue{start: spokenSeconds(m[2]), lines: []string{strings.TrimSpace(m[1]) + ": " + m[3]}}, true
	}
	return cue{}, false
}

// spokenSeconds reads a time whose minutes and seconds are below 60, as they are on a clock; else -1.
func spokenSeconds(s string) float64 {
	for i, part := range strings.Split(s, ":") {
		if i > 0 && seconds(part) >= 60 {
			return -1
		}
	}
	return seconds(s)
}

// ended gives each cue its end: where the next begins, or when its words are said.
func ended(cues []cue) []cue {
	out := cues[:0]
	for i, c := range cues {
		if c.end <= c.start {
			c.end = c.start + wordSeconds*float64(len(strings.Fields(strings.Join(c.lines, " "))))
			if i+1 < len(cues) && cues[i+1].start > c.start {
				c.end = cues[i+1].start
			}
		}
		if len(c.lines) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// writeCues writes a block for each cue. Sentences run on from cue to cue.
func writeCues(cues []cue) *writer {
	w := newWriter()
	w.sep = " "
	for _, c := range cues {
		n := len(w.blocks)
		w.add(store.Cue, 0, strings.Join(c.lines, " "))
		if len(w.blocks) > n {
			w.blocks[n].Start, w.blocks[n].End = c.start, c.end
		}
	}
	return w
}
