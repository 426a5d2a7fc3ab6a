package extract

import (
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// name takes the name of a command: letters, or one sign.
func (t *texReader) name() string {
	t.at++
	from := t.at
	for t.at < len(t.src) && (t.src[t.at]|0x20 >= 'a' && t.src[t.at]|0x20 <= 'z') {
		t.at++
	}
	if t.at == from && t.at < len(t.src) {
		_, n := utf8.DecodeRuneInString(t.src[t.at:])
		t.at += n
	}
	return t.src[from:t.at]
}

func (t *texReader) peek() byte {
	if t.at < len(t.src) {
		return t.src[t.at]
	}
	return 0
}

func (t *texReader) blanks() {
	for t.peek() == ' ' {
		t.at++
	}
	if strings.HasPrefix(t.src[t.at:], "{}") {
		t.at += 2
	}
}

// enclosed is what stands between two signs that follow, with those in it paired, and where it ends.
func (t *texReader) enclosed(open, shut byte) (s string, end int, ok bool) {
	at := t.at
	for at < len(t.src) && (t.src[at] == ' ' || t.src[at] == '\n') && open == '{' {
		at++
	}
	if at >= len(t.src) || t.src[at] != open || !t.has(string(shut)) {
		return "", 0, false
	}
	if n := closing(t.src[at:], open, shut, maxTexGroup); n > 0 {
		return t.src[at+1 : at+n], at + n + 1, true
	}
	return "", 0, false
}

// group takes an argument in braces; "" where there is none or it does not end.
func (t *texReader) group() string {
	s, end, ok := t.enclosed('{', '}')
	if ok {
		t.at = end
	}
	return s
}

// skip passes over an option.
func (t *texReader) skip(open, shut byte) bool {
	_, end, ok := t.enclosed(open, shut)
	if ok {
		t.at = end
	}
	return ok
}

// verb takes code within a line, between two signs of any kind.
func (t *texReader) verb(name string) {
	if name == "mintinline" {
		t.group()
	}
	if name != "verb" {
		t.skip('[', ']')
	}
	if t.peek() == '{' {
		t.line.WriteString(t.group())
		return
	}
	sign, size := utf8.DecodeRuneInString(t.src[t.at:])
	rest := t.src[min(t.at+size, len(t.src)):]
	line, _, _ := strings.Cut(rest[:min(len(rest), maxTexGroup)], "\n")
	if n := strings.IndexRune(line, sign); n >= 0 {
		t.line.WriteString(line[:n])
		t.at += size + n + size
	}
}

// dollars takes maths between dollar signs.
func (t *texReader) dollars() {
	if strings.HasPrefix(t.src[t.at:], "$$") {
		t.at += 2
		t.maths("$$", "$$", true)
		return
	}
	t.at++
	t.maths("$", "$", false)
}

// has says whether an end is still to come. A file of nothing but beginnings would take for ever if each looked for its end.
func (t *texReader) has(end string) bool {
	if !t.gone[end] && !strings.Contains(t.src[t.at:], end) {
		if t.gone == nil {
			t.gone = map[string]bool{}
		}
		t.gone[end] = true
	}
	return !t.gone[end]
}

// maths keeps a formula as it stands in the source.
func (t *texReader) maths(open, shut string, display bool) {
	rest := t.src[t.at:min(len(t.src), t.at+maxTexGroup)]
	for i := 0; i < len(rest) && t.has(shut); i++ {
		if strings.HasPrefix(rest[i:], shut) {
			t.at += i + len(shut)
			if !display {
				t.line.WriteString(open + rest[:i] + shut)
				return
			}
			t.flush()
			t.w.addLines(store.Paragraph, 0, open+rest[:i]+shut)
			return
		}
		if rest[i] == '\\' {
			i++
		} else if !display && strings.HasPrefix(rest[i:], "\n\n") {
			break
		}
	}
	t.line.WriteString(open) // no formula
}
