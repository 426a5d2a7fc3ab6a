package extract

import (
	"path"
	"strings"
	"unicode/utf8"
)

// titleOr returns the document's own title if it is one, else the biggest words of its first page. Where a course gives all its
// files one title, the line that follows it on the first page tells them apart.
func (a *about) titleOr(first *pdfSheet, body float32) string {
	big, next := biggest(first, body)
	title := big
	if sensibleTitle(a.title) {
		title = a.title
	}
	if outlineKey(title) == outlineKey(big) && numbered(next) {
		return title + ": " + next
	}
	return title
}

// numbered reports whether a line says which part of a series a document is.
func numbered(s string) bool {
	if n := utf8.RuneCountInString(s); n < 3 || n > 80 || !wordy(s) {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(s), " ")
	switch first {
	case "lecture", "week", "chapter", "part", "unit", "session", "topic", "module", "lesson", "class", "day",
		"vorlesung", "kapitel", "teil", "woche", "lektion", "einheit", "übung", "leçon", "chapitre", "cours", "tema", "capítulo":
		return strings.ContainsAny(s, "0123456789IVX")
	}
	return false
}

// sensibleTitle rejects what programs write on their own: file names, "Microsoft PowerPoint - x", "untitled", numbers.
func sensibleTitle(s string) bool {
	low := strings.ToLower(s)
	switch n := utf8.RuneCountInString(s); {
	case n < 3 || n > maxTitle || !wordy(s) || strings.ContainsRune(s, utf8.RuneError):
		return false
	case strings.HasPrefix(low, "microsoft ") || strings.HasPrefix(low, "untitled") || strings.HasPrefix(low, "powerpoint") ||
		strings.HasPrefix(low, "slide 1") || strings.HasPrefix(low, "document") || strings.HasPrefix(low, "unbenannt"):
		return false
	case strings.ContainsAny(s, `/\`) && !strings.Contains(s, " "):
		return false
	}
	switch path.Ext(low) {
	case ".doc", ".docx", ".ppt", ".pptx", ".tex", ".dvi", ".pdf", ".ps", ".eps", ".rtf", ".odt", ".odp", ".key", ".pages", ".htm", ".html", ".md", ".rmd", ".indd", ".qxd", ".xls", ".xlsx", ".txt":
		return false
	}
	return true
}

// biggest returns the text in the largest type of a page, if that is larger than running text, and the line after it.
func biggest(s *pdfSheet, body float32) (title, next string) {
	sizes := map[float32]int{}
	for _, w := range s.words {
		if w.turn == across {
			sizes[w.size] += utf8.RuneCountInString(w.text)
		}
	}
	var size float32
	for candidate, n := range sizes {
		if n >= 4 && candidate > size {
			size = candidate
		}
	}
	if size < 1.08*body {
		return "", ""
	}
	var words, after []string
	var last *pdfWord
	for i := range s.words {
		w := &s.words[i]
		if w.turn != across {
			continue
		}
		into := &words
		if w.size < 0.97*size || w.size > 1.03*size || last != nil && abs(w.base-last.base) > 2.2*size {
			if !wordy(strings.Join(words, " ")) {
				words, last = nil, nil
				continue
			}
			into = &after
			if len(after) > 0 && abs(w.base-last.base) > 0.5*w.size {
				break
			}
		} else if len(after) > 0 {
			break
		}
		if n := len(*into); n > 0 && w.glued && last.seq+1 == w.seq {
			(*into)[n-1] += w.text
		} else {
			*into = append(*into, w.text)
		}
		last = w
	}
	title = strings.Join(words, " ")
	if !wordy(title) || utf8.RuneCountInString(title) > maxTitle {
		return "", ""
	}
	return title, strings.Join(after, " ")
}
