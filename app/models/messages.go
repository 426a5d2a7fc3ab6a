package models

import (
	"encoding/base64"
	"unicode"

	"github.com/ollama/ollama/api"
)

// messageTokens is what a chat template adds around each message; templates
// of common models take 3 to 7.
const messageTokens = 8

// pictureTokens is what a picture of a page takes in the models that cut it finest, with some to spare.
const pictureTokens = 3000

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
		n += messageTokens + EstimateTokens(m.Content) + len(m.Pictures)*pictureTokens
	}
	return n
}

func ollamaMessages(messages []Message) []api.Message {
	out := make([]api.Message, len(messages))
	for i, m := range messages {
		out[i] = api.Message{Role: m.Role, Content: m.Content}
		for _, p := range m.Pictures {
			out[i].Images = append(out[i].Images, p)
		}
	}
	return out
}

// openRouterMessage is a message as OpenRouter takes it: its content is a text, or a list of parts where pictures go with it.
type openRouterMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"`
}

func openRouterMessages(messages []Message) []openRouterMessage {
	out := make([]openRouterMessage, len(messages))
	for i, m := range messages {
		out[i] = openRouterMessage{m.Role, m.Content}
		if len(m.Pictures) == 0 {
			continue
		}
		parts := []map[string]any{{"type": "text", "text": m.Content}}
		for _, p := range m.Pictures {
			address := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p)
			parts = append(parts, map[string]any{"type": "image_url", "image_url": map[string]string{"url": address}})
		}
		out[i].Content = parts
	}
	return out
}
