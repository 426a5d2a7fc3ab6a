package models

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// DefaultOpenRouter is the address of its API.
const DefaultOpenRouter = "https://openrouter.ai/api/v1"

// OpenRouterOptions says how OpenRouter is asked.
type OpenRouterOptions struct {
	// URL is the address of the API; "" means OpenRouter's own.
	URL string
	// Guard makes the connections; its policy says whether OpenRouter is on.
	Guard *Guard
	// Keys has the key. It is asked for each answer, so a new key works at once.
	Keys Keys
	// Patience is how long an answer may be silent; zero means the default.
	Patience Patience
}

// OpenRouter writes answers with models of openrouter.ai. Everything it is
// asked leaves the computer, so the policy is off until the student switches
// it on. It is safe for concurrent use.
type OpenRouter struct {
	url      string
	http     *http.Client
	guard    *Guard
	keys     Keys
	patience Patience
}

// NewOpenRouter makes a client; it does not connect.
func NewOpenRouter(o OpenRouterOptions) *OpenRouter {
	if o.URL == "" {
		o.URL = DefaultOpenRouter
	}
	client := *o.Guard.Client(UseOpenRouter)
	return &OpenRouter{url: o.URL, http: &client, guard: o.Guard, keys: o.Keys, patience: o.Patience}
}

// Close lets idle connections go.
func (o *OpenRouter) Close() { o.http.CloseIdleConnections() }

type openRouterRequest struct {
	Model       string              `json:"model"`
	Messages    []openRouterMessage `json:"messages"`
	Stream      bool                `json:"stream"`
	MaxTokens   int                 `json:"max_tokens"`
	Temperature *float64            `json:"temperature,omitempty"`
	Usage       openRouterUsage     `json:"usage"`
	Reasoning   map[string]any      `json:"reasoning"`
	// Transforms is empty so that a long prompt is an error and not cut in the middle.
	Transforms []string       `json:"transforms"`
	Format     map[string]any `json:"response_format,omitempty"`
}

type openRouterUsage struct {
	Include bool `json:"include"`
}

type openRouterEvent struct {
	Error   *openRouterError `json:"error"`
	Choices []struct {
		Delta struct {
			Content string `json:"content"`
		} `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	} `json:"usage"`
}

// Generate streams an answer. With ErrLength and ErrCutOff the text handed out
// so far is good, only not finished.
func (o *OpenRouter) Generate(ctx context.Context, model string, r Request, onText func(string) error) (Usage, error) {
	address, err := url.Parse(o.url)
	if err != nil {
		return Usage{}, fmt.Errorf("address of OpenRouter: %w", err)
	}
	if err := o.guard.Policy().Check(Target{Use: UseOpenRouter, Host: address.Host}); err != nil {
		return Usage{}, err
	}
	if address.Scheme != "https" && !IsLocalHost(address.Host) {
		return Usage{}, errors.New("address of OpenRouter: a key is sent over https only")
	}
	key, err := o.keys.Key(ctx)
	if err != nil {
		return Usage{}, o.fail(Key{}, err, model, "")
	}
	x := newExchange(ctx, o.patience)
	defer x.close()
	resp, err := o.send(x, key, model, r)
	if err != nil {
		return Usage{Sent: x.wasSent()}, o.broken(x, key, model, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return Usage{Sent: true}, o.refused(key, model, resp)
	}
	return o.receive(x, key, model, resp, onText)
}

func (o *OpenRouter) send(x *exchange, key Key, model string, r Request) (*http.Response, error) {
	limit := r.MaxTokens
	if limit <= 0 {
		limit = answerTokens
	}
	body := openRouterRequest{
		Model: model, Messages: openRouterMessages(r.Messages), Stream: true, MaxTokens: limit, Temperature: r.Temperature,
		Usage:      openRouterUsage{Include: true},
		Reasoning:  map[string]any{"effort": "low", "exclude": true},
		Transforms: []string{},
	}
	if len(r.Schema) > 0 {
		body.Format = map[string]any{
			"type":        "json_schema",
			"json_schema": map[string]any{"name": "answer", "strict": true, "schema": json.RawMessage(r.Schema)},
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(x.ctx, http.MethodPost, o.url+"/chat/completions", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key.secret())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("X-Title", "Ibid")
	return o.http.Do(request)
}

func (o *OpenRouter) receive(x *exchange, key Key, model string, resp *http.Response, onText func(string) error) (Usage, error) {
	usage := Usage{Sent: true}
	var told error // what onText or the service said
	reason, closed, wrote := "", false, false
	err := readEvents(&boundedBody{ReadCloser: resp.Body, exchange: x, left: maxReply}, func(data []byte) error {
		if string(data) == "[DONE]" {
			closed = true
			return errStop
		}
		var event openRouterEvent
		if json.Unmarshal(data, &event) != nil {
			return errNotJSON
		}
		if event.Error != nil {
			told = o.fail(key, event.Error.kind(0), model, event.Error.Message)
			return told
		}
		if event.Usage != nil {
			usage.PromptTokens, usage.CompletionTokens = event.Usage.PromptTokens, event.Usage.CompletionTokens
		}
		for _, choice := range event.Choices {
			if choice.FinishReason != "" {
				reason = choice.FinishReason
			}
			if text := choice.Delta.Content; text != "" {
				wrote = true
				if told = onText(text); told != nil {
					return told
				}
			}
		}
		return nil
	})
	switch {
	case told != nil:
		return usage, told
	case x.parent.Err() != nil && !closed:
		return usage, x.parent.Err()
	case reason == "error":
		return usage, o.fail(key, ErrServer, model, "")
	case reason == "length":
		usage.Truncated = true
		return usage, o.fail(key, ErrLength, model, "")
	case reason == "" && err != nil:
		return usage, o.broken(x, key, model, err)
	case reason == "" && !closed:
		return usage, o.fail(key, ErrCutOff, model, "")
	case !wrote:
		return usage, o.fail(key, ErrBadReply, model, "the answer is empty")
	}
	return usage, nil
}
