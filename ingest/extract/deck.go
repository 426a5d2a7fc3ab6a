package extract

import (
	"context"
	"regexp"
	"strings"

	"ibid/store"
)

var (
	slideOption  = regexp.MustCompile(`^(?:class|name|template|layout|background-[a-z]+|count|exclude|background|data-[a-z-]+)\s*:`)
	contentClass = regexp.MustCompile(`\.[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)*\[`)
)

// writeSlide writes a slide of a remark or reveal deck that is Markdown: its text, then what follows ??? or Note: as the speaker's notes.
func writeSlide(ctx context.Context, w *writer, slide []string) error {
	body, notes := slide, []string(nil)
	for i, l := range slide {
		if t := strings.TrimSpace(l); t == "???" || t == "Note:" || t == "Notes:" {
			body, notes = slide[:i], slide[i+1:]
			break
		}
	}
	if err := writeMarkdown(ctx, w, slideBody(body), true); err != nil {
		return err
	}
	for _, par := range paragraphs(strings.Join(notes, "\n")) {
		w.add(store.NotesText, 0, inline(par, false))
	}
	return nil
}

// deckSlides cuts at lines of three dashes, except in code.
func deckSlides(lines []string) [][]string {
	var slides [][]string
	from, fence := 0, ""
	for i, l := range lines {
		fence = fenceAfter(fence, l)
		if fence == "" && strings.TrimRight(l, " \t") == "---" {
			slides = append(slides, lines[from:i])
			from = i + 1
		}
	}
	return append(slides, lines[from:])
}

// slideBody leaves out the options of a slide and of its increments, which -- begins.
func slideBody(lines []string) []string {
	out := make([]string, 0, len(lines))
	options, fence := true, ""
	for _, l := range lines {
		fence = fenceAfter(fence, l)
		switch t := strings.TrimSpace(l); {
		case fence == "" && t == "--":
			options = true
			out = append(out, "")
		case options && t == "", options && slideOption.MatchString(t):
		default:
			options = false
			out = append(out, l)
		}
	}
	return out
}

// remarkClasses unwraps .class[text], also where it goes over several lines.
func remarkClasses(line string) string {
	for n := 0; n < 100; n++ {
		at := contentClass.FindStringIndex(line)
		if at == nil || at[0] > 0 && isWordByte(line[at[0]-1]) {
			break
		}
		if end := closing(line[at[1]-1:], '[', ']', lookAhead); end > 0 {
			line = line[:at[0]] + line[at[1]:at[1]-1+end] + line[at[1]+end:]
		} else {
			line = line[:at[0]] + line[at[1]:]
		}
	}
	if strings.Trim(strings.TrimSpace(line), "]") == "" {
		return ""
	}
	if strings.Count(line, "]") > strings.Count(line, "[") {
		line = strings.TrimSuffix(strings.TrimRight(line, " "), "]")
	}
	return line
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
