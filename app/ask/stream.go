package ask

import (
	"strings"
	"unicode/utf8"
)

// A resolver turns the stream of a model into the stream for the student: tags become [n], tags that point nowhere disappear.
// It holds back the end of the text while that may still turn out to be part of a tag, and reads each part once.
type resolver struct {
	numbering
	reader                 // of raw: what lies behind it is resolved
	raw    strings.Builder // all that the model has written
	blanks string          // resolved, but a stop may follow and take them
	sent   int             // bytes of resolved text that were handed out
}

// write takes the next part of the model's text and returns what can be shown of it.
func (r *resolver) write(delta string) string {
	r.raw.WriteString(delta)
	text := r.advance(settled(r.written(), r.at))
	shown := strings.TrimRight(text, " ")
	r.blanks = text[len(shown):]
	r.sent += len(shown)
	return shown
}

// flush returns the rest.
func (r *resolver) flush() string {
	text := r.advance(r.raw.Len())
	r.blanks = ""
	r.sent += len(text)
	return text
}

// written is all that the model has written.
func (r *resolver) written() string { return r.raw.String() }

// advance resolves what has come since the last time, up to a byte.
func (r *resolver) advance(to int) string {
	var out strings.Builder
	out.WriteString(r.blanks)
	r.put(&out, r.pieces(r.written(), to))
	return out.String()
}

// settled returns how many bytes of a text can no longer change their meaning by what follows; the first from bytes were so before.
func settled(raw string, from int) int {
	end := len(raw)
	for k := 1; k <= utf8.UTFMax && k <= len(raw); k++ { // a character may have come in part
		if b := raw[len(raw)-k]; utf8.RuneStart(b) {
			if !utf8.FullRuneInString(raw[len(raw)-k:]) {
				end -= k
			}
			break
		}
	}
	end = len(strings.TrimRight(raw[:end], " `")) // a stop may follow and take the blank; a back quote may be one of three
	for i := from; i < end; {
		if !strings.ContainsRune(tagOpeners, firstRune(raw[i:])) {
			i++
			continue
		}
		if len(raw)-i <= longestTag && open(raw[i:]) {
			end = i
			break
		}
		_, n := tagAt(raw, i) // a bracket in a tag, such as that of a link, is no beginning of another
		i += max(1, n)
	}
	for end > 0 && raw[end-1] == ' ' {
		end--
	}
	return end
}

// open says whether a text that starts with a bracket may still become a tag, or a longer one.
func open(s string) bool {
	if strings.ContainsRune(s, '\n') {
		return false
	}
	if s[0] == '^' {
		return len(s) < 6
	}
	i := strings.IndexAny(s, "])】〕］）")
	if i < 0 {
		return true
	}
	after := strings.TrimLeft(s[i:], "])】〕］） ")
	if strings.HasPrefix(after, "(") {
		return !strings.ContainsRune(after, ')')
	}
	return after == ""
}
