package ask

import (
	"unicode"
	"unicode/utf8"
)

// Tokens a message costs beyond its text: role and separators in the usual chat templates, rounded up.
const messageTokens = 8

// Estimate guesses how many tokens a model counts for a text. It leans towards too many: English prose has about one token
// for four letters, code and German one for three, and a character of Chinese or Japanese is about one by itself.
func Estimate(text string) int {
	thirds, run := 0, 0
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || r == ' '):
			run++
		case isHan(r):
			thirds += 3
		case unicode.IsLetter(r):
			thirds += 2
		case unicode.IsSpace(r):
			thirds++
		default:
			thirds += 2 // digits and signs are seldom joined
		}
	}
	return (thirds+run*9/10+2)/3 + 1
}

// A source is a passage as it goes to the writer: with its neighbours, under one number.
type source struct {
	Result
	before, after []neighbour // in reading order
}

// fit chooses what of the sources goes into a prompt of so many tokens: neighbours are dropped first, those of the lowest
// rank before others, then whole sources from the end. No passage is ever cut. What is left is at least the first source.
func fit(sources []source, tokens int, cost func([]source) int) []source {
	out := append([]source(nil), sources...)
	for i := len(out) - 1; i >= 0 && cost(out) > tokens; i-- {
		out[i].before, out[i].after = nil, nil
	}
	for len(out) > 1 && cost(out) > tokens {
		out = out[:len(out)-1]
	}
	return out
}

// alone is the sources without their neighbours.
func alone(sources []source) []source {
	out := make([]source, len(sources))
	for i, s := range sources {
		out[i] = source{Result: s.Result}
	}
	return out
}
