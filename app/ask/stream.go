package ask

import (
	"strings"
	"unicode/utf8"
)

// A resolver turns the stream of a model into the stream for the student: tags become [n], tags that point nowhere disappear.
// It holds back the end of the text while that may still turn out to be part of a tag.
type resolver struct {
	numbering
	raw  string // all that the model has written
	sent int    // bytes of resolved text that were handed out
}

// write takes the next part of the model's text and returns what can be shown of it.
func (r *resolver) write(delta string) string {
	r.raw += delta
	return r.emit(r.raw[:settled(r.raw)])
}

// flush returns the rest.
func (r *resolver) flush() string { return r.emit(r.raw) }

func (r *resolver) emit(raw string) string {
	text := r.resolve(raw)
	if len(text) <= r.sent {
		return ""
	}
	out := text[r.sent:]
	r.sent = len(text)
	return out
}

// settled returns how many bytes of a text can no longer change their meaning by what follows.
func settled(raw string) int {
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
	for i := max(0, len(raw)-longestTag); i < end; i++ {
		if strings.IndexByte("[(^\\", raw[i]) < 0 && !strings.HasPrefix(raw[i:], "【") && !strings.HasPrefix(raw[i:], "〔") &&
			!strings.HasPrefix(raw[i:], "（") && !strings.HasPrefix(raw[i:], "［") {
			continue
		}
		if open(raw[i:]) {
			end = i
			break
		}
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
