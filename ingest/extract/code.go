package extract

import (
	"context"
	"strings"

	"ibid/store"
)

// sourceCode reads programs: their text as it stands, comments included, under the names of the classes and functions.
type sourceCode struct{}

// Extract implements Extractor.
func (sourceCode) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	lines := splitLines(strings.ReplaceAll(s, "\f", "\n\n"))
	w := newWriter()
	put := func(lines []string) {
		for _, par := range paragraphs(strings.Join(lines, "\n")) {
			w.addLines(store.CodeLine, 0, par)
		}
	}
	define := definitionsOf(ext(f.Name))
	from, level := 0, 0
	for i, l := range lines {
		if i%1024 == 0 && ctx.Err() != nil {
			return Text{}, ctx.Err()
		}
		name, at := define(l, level > 0)
		if name == "" {
			continue
		}
		start := commentAbove(lines[from:i]) + from
		put(lines[from:start])
		w.add(store.Heading, at, name)
		from, level = start, at
	}
	put(lines[from:])
	return onePage("code", store.UnitHeading, "", w)
}

// commentAbove is the line at which the comment on what follows lines begins, or its decorators.
func commentAbove(lines []string) int {
	at := len(lines)
	for at > 0 {
		t := strings.TrimSpace(lines[at-1])
		if t == "" || !strings.ContainsRune("#/*@%-;[('", rune(t[0])) && !strings.HasPrefix(t, "template") {
			break
		}
		at--
	}
	return at
}
