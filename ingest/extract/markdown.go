package extract

import (
	"context"
	"regexp"
	"strings"

	"ibid/store"
)

// markdown reads Markdown in its common dialects: GitHub, pandoc (divs, spans, attributes), kramdown and R Markdown. Markup goes,
// the words stay as they stand in the file, maths and code untouched, so that a quote is found in the source again.
type markdown struct{}

// Extract implements Extractor.
func (markdown) Extract(ctx context.Context, f File) (Text, error) {
	s, err := readText(ctx, f)
	if err != nil {
		return Text{}, err
	}
	w := newWriter()
	lines := splitLines(s)
	title, lines := frontMatter(lines)
	if err := writeMarkdown(ctx, w, lines, false); err != nil {
		return Text{}, err
	}
	if title == "" {
		title = firstHeading(w)
	}
	return onePage("md", store.UnitHeading, title, w)
}

func splitLines(s string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u0085", "\n").Replace(s), "\n")
}

// firstHeading is the first block of w if that is a heading of the first level.
func firstHeading(w *writer) string {
	if len(w.blocks) > 0 && w.blocks[0].Kind == store.Heading && w.blocks[0].Level == 1 {
		return w.text.String()[w.blocks[0].From:w.blocks[0].To]
	}
	return ""
}

var titleLine = regexp.MustCompile(`^["']?title["']?\s*[:=]\s*(.*)$`)

// frontMatter takes YAML or TOML between --- or +++ off the top and returns its title.
func frontMatter(lines []string) (title string, rest []string) {
	start := 0
	for start < len(lines) && strings.TrimSpace(lines[start]) == "" {
		start++
	}
	if start == len(lines) {
		return "", lines
	}
	fence := strings.TrimRight(lines[start], " \t")
	if fence != "---" && fence != "+++" {
		return "", lines
	}
	for i := start + 1; i < len(lines) && i < start+400; i++ {
		l := strings.TrimRight(lines[i], " \t")
		if l == fence || fence == "---" && l == "..." {
			return title, lines[i+1:]
		}
		if m := titleLine.FindStringSubmatch(l); m != nil && title == "" {
			title = inline(strings.Trim(strings.TrimSpace(m[1]), `"'`), false)
		}
	}
	return "", lines
}

// writeMarkdown writes the blocks of lines.
func writeMarkdown(ctx context.Context, w *writer, lines []string, remark bool) error {
	r := &mdReader{w: w, remark: remark, blank: true}
	lines = dropScripts(dropComments(lines))
	for i := 0; i < len(lines); {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i += r.step(lines[i:])
	}
	r.flush()
	return nil
}
