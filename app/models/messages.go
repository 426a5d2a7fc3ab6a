package models

import (
	"unicode"

	"github.com/ollama/ollama/api"
)

// messageTokens is what a chat template adds around each message; templates
// of common models take 3 to 7.
const messageTokens = 8

// EstimateTokens says how many tokens a text may take, on the high side: three
// for ten letters and about one for every other sign, so that what fits by this
// count fits in the common models. English really takes four letters and more a
// token, German and code three, Chinese about a token a sign.
func EstimateTokens(text string) int {
	if text == "" {
		return 0
	}
	letters, thirds := 0, 0
	for _, r := range text {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || r == ' '):
			letters++
		case unicode.Is(unicode.Latin, r):
			thirds += 2
		default:
			thirds += 3
		}
	}
	return (thirds+letters*9/10+2)/3 + 1 // many models begin a text with a token of its own
}

// EstimatePrompt does the same for messages with what goes around them.
func EstimatePrompt(messages []Message) int {
	n := 0
	for _, m := range messages {
		n += messageTokens + EstimateTokens(m.Content)
	}
	return n
}

func ollamaMessages(messages []Message) []api.Message {
	out := make([]api.Message, len(messages))
	for i, m := range messages {
		out[i] = api.Message{Role: m.Role, Content: m.Content}
	}
	return out
}
