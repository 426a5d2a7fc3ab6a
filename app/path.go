package app

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// shownPath is the path of a document as it leaves the program. JSON carries only UTF-8: of a path that is none, the bytes that do
// not fit are written as in an address (%FF), and so is '%' itself. Two paths are never shown alike for such a byte.
func shownPath(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for path != "" {
		r, size := utf8.DecodeRuneInString(path)
		if r == '%' || r == utf8.RuneError && size == 1 {
			b.WriteString(url.QueryEscape(path[:1]))
		} else {
			b.WriteString(path[:size])
		}
		path = path[size:]
	}
	return b.String()
}

// hiddenPath is the path that is shown as this one, where that is another.
func hiddenPath(shown string) (path string, ok bool) {
	path, err := url.PathUnescape(shown)
	return path, err == nil && !utf8.ValidString(path)
}
