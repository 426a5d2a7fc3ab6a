package extract

import (
	"context"
	"html"
	"regexp"
	"strconv"
	"strings"

	"ibid/store"
)

// subtitles reads WebVTT, SubRip and SBV: one page with a block for each cue, in the order and with the seconds of the file.
type subtitles struct{ format string }

type cue struct {
	start, end float64
	lines      []string
}

var (
	timing   = regexp.MustCompile(`^\s*((?:\d+:)?\d+:\d{2}(?:[.,]\d{1,3})?)[ \t]*(?:-->|,)[ \t]*((?:\d+:)?\d+:\d{2}(?:[.,]\d{1,3})?)(?:[^\d:.,].*)?$`)
	cueTag   = regexp.MustCompile(`</?(?:[a-zA-Z][^<>]*|\d[\d:.]*)>|<>|</>|\{\\[^}]*\}`)
	voiceTag = regexp.MustCompile(`<v(?:\.[^\s>]*)?[ \t]+([^>]+)>`)
	clockTag = regexp.MustCompile(`<(?:\d+:)?\d{2}:\d{2}\.\d{3}>`)
)

// Extract implements Extractor.
func (s subtitles) Extract(ctx context.Context, f File) (Text, error) {
	text, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	cues, err := readCues(ctx, text)
	if err != nil {
		return Text{}, err
	}
	w := writeCues(withoutRepeats(cues, clockTag.MatchString(text)))
	return onePage(s.format, store.UnitTime, "", w)
}

func readCues(ctx context.Context, text string) ([]cue, error) {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(text), "\n")
	var cues []cue
	speaker := ""
	for i := 0; i < len(lines); {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := timing.FindStringSubmatch(lines[i])
		i++
		if m == nil {
			continue
		}
		c := cue{start: seconds(m[1]), end: seconds(m[2])}
		c.end = max(c.end, c.start)
		for ; i < len(lines) && strings.TrimSpace(lines[i]) != "" && !timing.MatchString(lines[i]); i++ {
			line := lines[i]
			if v := voiceTag.FindStringSubmatch(line); v != nil && v[1] != speaker {
				speaker = v[1]
				line = speaker + ": " + line
			}
			if line = fold(html.UnescapeString(cueTag.ReplaceAllString(line, ""))); line != "" {
				c.lines = append(c.lines, line)
			}
		}
		// The number of the next SubRip cue, where the blank line before it is missing.
		if n := len(c.lines); n > 1 && i < len(lines) && timing.MatchString(lines[i]) && isNumber(c.lines[n-1]) {
			c.lines = c.lines[:n-1]
		}
		if len(c.lines) > 0 {
			cues = append(cues, c)
		}
	}
	return cues, nil
}

// withoutRepeats drops the lines that roll-up captions show again under the next cue. rollup says that the file has the clock
// tags of such captions: then a line on its own that repeats the one before is a repeat too, else somebody said it twice.
func withoutRepeats(cues []cue, rollup bool) []cue {
	var out []cue
	var shown []string // the lines of the cue before, as they stood
	shownEnd := 0.0
	for _, c := range cues {
		lines := c.lines
		if c.start <= shownEnd+1 && c.end >= shownEnd-1 && (rollup || len(lines) > 1 || len(shown) > 1) {
			lines = lines[overlap(shown, lines):]
		}
		shown, shownEnd = c.lines, c.end
		if len(lines) == 0 {
			if n := len(out); n > 0 {
				out[n-1].end = max(out[n-1].end, c.end)
			}
			continue
		}
		out = append(out, cue{start: c.start, end: c.end, lines: lines})
	}
	return out
}

// overlap is how many lines at the start of next are the last lines of before.
func overlap(before, next []string) int {
	for n := min(len(before), len(next)); n > 0; n-- {
		same := true
		for i := 0; i < n; i++ {
			same = same && before[len(before)-n+i] == next[i]
		}
		if same {
			return n
		}
	}
	return 0
}

// seconds reads a time such as 1:02:03.450 or 02:03,4. What has more than two digits in front of a single colon is hours, as in WebVTT.
func seconds(s string) float64 {
	s = strings.Replace(s, ",", ".", 1)
	if strings.Count(s, ":") == 1 && strings.IndexByte(s, ':') > 2 {
		h, rest, _ := strings.Cut(s, ":")
		m, fraction, _ := strings.Cut(rest, ".")
		s = h + ":" + m + ":0." + fraction
	}
	total := 0.0
	for _, part := range strings.Split(s, ":") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0
		}
		total = total*60 + v
	}
	return total
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}
