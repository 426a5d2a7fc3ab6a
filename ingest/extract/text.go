package extract

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// plainText reads text without markup: paragraphs are separated by blank lines, or it is a transcript with times.
type plainText struct{}

// Extract implements Extractor.
func (plainText) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	if cues := spoken(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)); cues != nil {
		return onePage("txt", store.UnitTime, "", writeCues(cues))
	}
	w := newWriter()
	for i, par := range paragraphs(s) {
		if i%1000 == 0 && ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		if wrapped(par) {
			w.add(store.Paragraph, 0, par)
		} else {
			w.addLines(store.Paragraph, 0, par)
		}
	}
	return onePage("txt", store.UnitHeading, "", w)
}

var blankLines = regexp.MustCompile(`\n[ \t\x{a0}]*(?:\n[ \t\x{a0}]*)+`)

// paragraphs splits at blank lines and form feeds.
func paragraphs(s string) []string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n\n", "\u2029", "\n\n", "\u2028", "\n", "\u0085", "\n").Replace(s)
	return blankLines.Split(s, -1)
}

// wrapped reports whether the line ends of a paragraph come from a margin: long lines of prose, not a list or a table. Only then
// are lines joined.
func wrapped(par string) bool {
	lines := strings.Split(strings.Trim(par, "\n"), "\n")
	if len(lines) < 2 {
		return true
	}
	for _, l := range lines[:len(lines)-1] {
		if utf8.RuneCountInString(l) < 45 || strings.Contains(strings.TrimSpace(l), "   ") {
			return false
		}
	}
	return true
}
