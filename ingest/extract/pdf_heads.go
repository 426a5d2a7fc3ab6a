package extract

import "strings"

// runningHeads is what a document prints on most of its pages: running heads, footers, page numbers. removeBoilerplate would
// find most of them, but not in time: next to the text they look like its first line, or like a column.
type runningHeads struct {
	known map[string]bool
}

// margin is the share of a page's height at its top and bottom in which running heads stand.
const margin = 0.13

// strip is a line in a margin.
type strip struct {
	key   string
	words []int
}

// remove takes running heads out of the sheets of a stretch.
func (f *runningHeads) remove(sheets []pdfSheet) {
	if f.known == nil {
		f.known = map[string]bool{}
	}
	count := map[string]int{}
	strips := make([][]strip, len(sheets))
	withText := 0
	for i := range sheets {
		strips[i] = sheets[i].strips()
		if len(sheets[i].words) > 0 {
			withText++
		}
		on := map[string]bool{}
		for _, s := range strips[i] {
			on[s.key] = true
		}
		for key := range on {
			count[key]++
		}
	}
	for key, n := range count {
		if n >= fewSheets && 10*n >= 4*withText || n == 2 && len(sheets) == 2 {
			f.known[key] = true
		}
	}
	for i := range sheets {
		gone := map[int]bool{}
		var lines []string
		for _, s := range strips[i] {
			if f.known[s.key] {
				lines = append(lines, sheets[i].line(s.words))
				for _, w := range s.words {
					gone[w] = true
				}
			}
		}
		if len(gone) == 0 || len(gone) == len(sheets[i].words) {
			continue
		}
		sheets[i].removed = lines
		kept := sheets[i].words[:0]
		for j, w := range sheets[i].words {
			if !gone[j] {
				kept = append(kept, w)
			}
		}
		sheets[i].words = kept
	}
}

// line is the text of some words of the page.
func (s *pdfSheet) line(words []int) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = s.words[w].text
	}
	return strings.Join(out, " ")
}

// strips returns the segments of the margins. Digits are all the same in a key, so that page numbers repeat.
func (s *pdfSheet) strips() []strip {
	var out []strip
	var cur strip
	var text strings.Builder
	var last *pdfWord
	end := func() {
		if last != nil {
			cur.key = text.String() + "@" + zone(last, s.height)
			out = append(out, cur)
		}
		cur, last = strip{}, nil
		text.Reset()
	}
	for i := range s.words {
		w := &s.words[i]
		if w.turn != across || w.y1 > margin*s.height && w.y0 < (1-margin)*s.height {
			end()
			continue
		}
		if last != nil && (abs(w.base-last.base) > 0.3*w.size || w.x0-last.x1 > 2*w.size || w.x1 < last.x0) {
			end()
		}
		for _, c := range w.text {
			if c >= '0' && c <= '9' {
				c = '#'
			}
			if c != '#' || !strings.HasSuffix(text.String(), "#") {
				text.WriteRune(c)
			}
		}
		cur.words, last = append(cur.words, i), w
	}
	end()
	return out
}

// zone names the place of a line roughly, so that the same words elsewhere on a page are not taken for a running head.
func zone(w *pdfWord, height float32) string {
	band := int(w.base/height*40 + 0.5)
	return string(rune('0'+band)) + string(rune('0'+int(min(w.size, 60))))
}
