package ask

import "strings"

// thinking leaves out what a model writes between <think> and </think> before its answer. Models with such a mode are asked not
// to use it, and some do.
type thinking struct {
	held  string // may still be the beginning of such a block, or lies in it
	begun bool   // a word of the answer has come
	past  bool   // there is no block, or none any more
}

// write takes the next part of what a model writes and returns what of it is the answer's.
func (t *thinking) write(delta string) string {
	if t.past {
		return t.begin(delta)
	}
	t.held += delta
	text := strings.TrimLeft(t.held, " \n\r\t")
	for _, tag := range []string{"<think>", "<thinking>"} {
		switch {
		case strings.HasPrefix(text, tag):
			end := strings.Replace(tag, "<", "</", 1)
			_, after, ok := strings.Cut(text, end)
			if !ok {
				return ""
			}
			t.past, t.held = true, ""
			return t.begin(after)
		case strings.HasPrefix(tag, text):
			return "" // too little to know
		}
	}
	text, t.past, t.held = t.held, true, ""
	return t.begin(text)
}

// begin leaves out the blanks before an answer's first word.
func (t *thinking) begin(text string) string {
	if !t.begun {
		text = strings.TrimLeft(text, " \n\r\t")
		t.begun = text != ""
	}
	return text
}

// rest returns what was held back when the model ends: a block that never ended is no answer.
func (t *thinking) rest() string {
	if t.past || strings.HasPrefix(strings.TrimLeft(t.held, " \n\r\t"), "<think") {
		return ""
	}
	return t.held
}
