package ask

import (
	"strings"
	"testing"
)

func TestThinking(t *testing.T) {
	tests := map[string]string{
		"":               "",
		"An answer [1].": "An answer [1].",
		"  An answer.":   "An answer.",
		"<think>a plan [1]</think>\n\nAn answer [1].": "An answer [1].",
		"\n<thinking>a plan</thinking>An answer.":     "An answer.",
		"<think></think>An answer.":                   "An answer.",
		"<think>a plan without an end":                "",
		"<think":                                      "",
		"<thi":                                        "<thi",
		"<thing> is a tag.":                           "<thing> is a tag.",
		"An answer with <think>.":                     "An answer with <think>.",
	}
	for written, want := range tests {
		for _, size := range []int{1, 3, 1000} {
			var th thinking
			var got strings.Builder
			for rest := written; rest != ""; {
				n := min(size, len(rest))
				got.WriteString(th.write(rest[:n]))
				rest = rest[n:]
			}
			got.WriteString(th.rest())
			if got.String() != want {
				t.Errorf("%q in pieces of %d: %q, want %q", written, size, got.String(), want)
			}
		}
	}
}
