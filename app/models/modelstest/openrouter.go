package modelstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// GoodKey is the key that the server of OpenRouter takes.
const GoodKey = "sk-or-v1-0123456789abcdef"

// OpenRouter is a server that behaves like OpenRouter.
type OpenRouter struct{ script }

// NewOpenRouter starts a server that knows every model but "missing/model".
// It ends with the test.
func NewOpenRouter(t testing.TB) *OpenRouter {
	o := &OpenRouter{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/chat/completions", o.chat)
	o.start(t, mux)
	return o
}

// URL is the address of the API.
func (o *OpenRouter) URL() string { return o.server.URL + "/api/v1" }

func (o *OpenRouter) chat(w http.ResponseWriter, r *http.Request) {
	a, err := readAsked(r)
	if err != nil {
		openRouterError(w, http.StatusBadRequest, err.Error())
		return
	}
	pieces, fault := o.take(a)
	if key := strings.TrimPrefix(a.Header.Get("Authorization"), "Bearer "); key != GoodKey || fault == Unauthorized {
		openRouterError(w, http.StatusUnauthorized, "User not found for key "+key)
		return
	}
	if a.Model == "missing/model" {
		openRouterError(w, http.StatusBadRequest, a.Model+" is not a valid model ID")
		return
	}
	if o.refuse(w, r, fault) {
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send(w, ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n")
	for i, piece := range pieces {
		if fault == Empty {
			break
		}
		send(w, event(piece, ""))
		if i == 0 && o.failMid(w, r, fault) {
			return
		}
	}
	reason := "stop"
	if fault == Length {
		reason = "length"
	}
	send(w, event("", reason))
	send(w, fmt.Sprintf("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d}}\n\n", 11, len(pieces)))
	if fault != NoDone {
		send(w, "data: [DONE]\n\n")
	}
}

func (o *OpenRouter) refuse(w http.ResponseWriter, r *http.Request, fault Fault) bool {
	switch fault {
	case Stall:
		o.hang(r)
	case NotTheServer:
		page(w, http.StatusOK)
	case BadGateway:
		page(w, http.StatusBadGateway)
	case NoCredit:
		openRouterError(w, http.StatusPaymentRequired, "Insufficient credits")
	case TooMany:
		openRouterError(w, http.StatusTooManyRequests, "Rate limit exceeded")
	case ServerError:
		openRouterError(w, http.StatusInternalServerError, "Internal Server Error")
	case TooLong:
		openRouterError(w, http.StatusBadRequest, "This endpoint's maximum context length is 8192 tokens.")
	case StatusInStream:
		w.Header().Set("Content-Type", "application/json")
		send(w, `{"error":{"code":402,"message":"Insufficient credits"}}`)
	case Redirect:
		http.Redirect(w, r, "http://192.0.2.1/api/v1/chat/completions", http.StatusTemporaryRedirect)
	case Endless:
		w.Header().Set("Content-Type", "text/event-stream")
		sendEndless(w, r)
	default:
		return false
	}
	return true
}

func (o *OpenRouter) failMid(w http.ResponseWriter, r *http.Request, fault Fault) bool {
	switch fault {
	case StallMid:
		o.hang(r)
	case CutMidLine:
		send(w, `data: {"choices":[{"delta":{"content":"hal`)
		breakOff()
	case CutMid:
	case Garbage:
		send(w, "data: <html>\n\n")
	case ErrorLine:
		send(w, `data: {"error":{"code":"server_error","message":"Provider disconnected"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}`+"\n\n")
	default:
		return false
	}
	return true
}

func event(content, reason string) string {
	choice := map[string]any{"index": 0, "delta": map[string]string{"role": "assistant", "content": content}, "finish_reason": nil}
	if reason != "" {
		choice["finish_reason"] = reason
	}
	text, err := json.Marshal(map[string]any{"id": "gen-1", "choices": []any{choice}})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return "data: " + string(text) + "\n\n"
}

func openRouterError(w http.ResponseWriter, status int, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{"code": status, "message": message}})
}
