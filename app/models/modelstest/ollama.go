package modelstest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ibid/app/models"
)

// Dim is the length of the vectors of Ollama's /api/embed.
const Dim = 32

// Ollama is a server that behaves like Ollama. A token is a word here.
type Ollama struct {
	script
	// Models are those that are installed; set them before the first request.
	Models []models.Model
	// ContextLimit lowers num_ctx silently, as a model's own limit does.
	ContextLimit int
	// Hidden are names of models that only /api/show calls remote.
	Hidden []string
	// NoShow makes it a server that does not know /api/show.
	NoShow bool

	context int // of the last chat
	listed  atomic.Int32
	shown   atomic.Int32
}

// NewOllama starts a server with a writing, an embedding and a cloud model.
// It ends with the test.
func NewOllama(t testing.TB) *Ollama {
	o := &Ollama{
		Models: []models.Model{
			{Name: "tiny:latest", Size: 300 << 20, Family: "gemma3"},
			{Name: "all-minilm:latest", Size: 46 << 20, Family: "bert"},
			{Name: "huge:cloud", Remote: true, Host: "https://ollama.com:443", Family: "gptoss"},
		},
		ContextLimit: 32768,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", o.quick(func() any { return map[string]string{"version": "0.17.4"} }))
	mux.HandleFunc("GET /api/tags", o.quick(o.tags))
	mux.HandleFunc("POST /api/show", o.show)
	mux.HandleFunc("GET /api/ps", o.quick(o.running))
	mux.HandleFunc("POST /api/chat", o.chat)
	mux.HandleFunc("POST /api/embed", o.embed)
	mux.HandleFunc("POST /api/pull", o.pull)
	o.start(t, mux)
	return o
}

// URL is the address of the server.
func (o *Ollama) URL() *url.URL {
	u, err := url.Parse(o.server.URL)
	if err != nil {
		panic(err) // httptest made it
	}
	return u
}

// quick answers a short question; only what befalls the whole server befalls it.
func (o *Ollama) quick(reply func() any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch o.current() {
		case NotTheServer:
			page(w, http.StatusOK)
		case BadGateway:
			page(w, http.StatusBadGateway)
		default:
			writeJSON(w, http.StatusOK, reply())
		}
	}
}

// Looked says how often the models were listed, and how often one was shown.
func (o *Ollama) Looked() (listed, shown int) { return int(o.listed.Load()), int(o.shown.Load()) }

func (o *Ollama) show(w http.ResponseWriter, r *http.Request) {
	var request struct{ Model string }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		writeJSON(w, http.StatusBadRequest, problem(err.Error()))
		return
	}
	o.shown.Add(1)
	switch {
	case o.NoShow:
		http.NotFound(w, r)
	case !o.has(request.Model):
		writeJSON(w, http.StatusNotFound, problem("model '"+request.Model+"' not found"))
	default:
		o.quick(func() any {
			reply := map[string]any{"details": map[string]any{}, "capabilities": o.capabilities(request.Model)}
			if slices.Contains(o.Hidden, request.Model) {
				reply["remote_model"], reply["remote_host"] = "huge", "https://ollama.com:443"
			}
			return reply
		})(w, r)
	}
}

// capabilities are what the server says that a model can do.
func (o *Ollama) capabilities(name string) []string {
	for _, m := range o.Models {
		switch {
		case !sameName(m.Name, name):
		case m.Sees:
			return []string{"completion", "vision"}
		case m.Embeds || m.Family == "bert":
			return []string{"embedding"}
		}
	}
	return []string{"completion"}
}

func sameName(installed, asked string) bool {
	return installed == asked || installed == asked+":latest"
}

func (o *Ollama) tags() any {
	o.listed.Add(1)
	var list []map[string]any
	for _, m := range o.Models {
		entry := map[string]any{"name": m.Name, "model": m.Name, "size": m.Size, "details": map[string]any{"family": m.Family}}
		if m.Remote {
			entry["remote_model"], entry["remote_host"] = strings.TrimSuffix(m.Name, ":cloud"), m.Host
		}
		list = append(list, entry)
	}
	return map[string]any{"models": list}
}

func (o *Ollama) running() any {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := []map[string]any{}
	if o.context > 0 && len(o.asked) > 0 {
		list = append(list, map[string]any{"name": o.asked[len(o.asked)-1].Model, "context_length": o.context})
	}
	return map[string]any{"models": list}
}

func (o *Ollama) has(name string) bool {
	for _, m := range o.Models {
		if sameName(m.Name, name) {
			return true
		}
	}
	return false
}

func (o *Ollama) chat(w http.ResponseWriter, r *http.Request) {
	a, err := readAsked(r)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, problem(err.Error()))
		return
	}
	pieces, fault := o.take(a)
	if !o.has(a.Model) {
		writeJSON(w, http.StatusNotFound, problem("model '"+a.Model+"' not found"))
		return
	}
	prompt, whole := o.prompt(a)
	if !whole && a.Body["truncate"] == false {
		fault = TooLong
	}
	if o.refuse(w, r, fault, a) {
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	for i, piece := range pieces {
		if fault == Empty {
			break
		}
		send(w, line(a.Model, piece, nil))
		if i == 0 && o.failMid(w, r, fault, a.Model) {
			return
		}
		if r.Context().Err() != nil {
			o.hang(r)
			return
		}
	}
	reason := "stop"
	if fault == Length {
		reason = "length"
	}
	send(w, line(a.Model, "", map[string]any{
		"done": true, "done_reason": reason, "prompt_eval_count": prompt, "eval_count": len(pieces),
	}))
}

// prompt counts the prompt, cut to the window if it is longer.
func (o *Ollama) prompt(a Asked) (tokens int, whole bool) {
	window := 4096
	if n, ok := a.Options["num_ctx"].(float64); ok {
		window = int(n)
	}
	window = min(window, o.ContextLimit)
	for _, m := range a.Messages {
		tokens += len(strings.Fields(m.Content))
	}
	o.mu.Lock()
	o.context = window
	o.mu.Unlock()
	return min(tokens, window), tokens <= window
}

// refuse fails before the stream begins, if the fault is of that kind.
func (o *Ollama) refuse(w http.ResponseWriter, r *http.Request, fault Fault, a Asked) bool {
	switch fault {
	case Stall:
		o.hang(r)
	case NotTheServer:
		page(w, http.StatusOK)
	case BadGateway:
		page(w, http.StatusBadGateway)
	case Endless:
		sendEndless(w, r)
	case TooLong:
		writeJSON(w, http.StatusBadRequest, problem("the input length exceeds the context length"))
	case Unfit:
		writeJSON(w, http.StatusBadRequest, problem(fmt.Sprintf("%q does not support chat", a.Model)))
	case NoMemory:
		writeJSON(w, http.StatusInternalServerError, problem("model requires more system memory (9.3 GiB) than is available (5.1 GiB)"))
	case ServerError:
		writeJSON(w, http.StatusInternalServerError, problem("llama runner process has terminated: signal: killed"))
	case Unauthorized:
		writeJSON(w, http.StatusUnauthorized, map[string]string{"signin_url": "https://ollama.com/connect"})
	case NoCredit:
		writeJSON(w, http.StatusPaymentRequired, problem("upgrade for higher limits"))
	case TooMany:
		writeJSON(w, http.StatusTooManyRequests, problem("you have reached your hourly usage limit"))
	case Redirect:
		http.Redirect(w, r, "http://192.0.2.1:11434/api/chat", http.StatusTemporaryRedirect)
	default:
		return false
	}
	return true
}

// failMid fails within the stream, if the fault is of that kind.
func (o *Ollama) failMid(w http.ResponseWriter, r *http.Request, fault Fault, model string) bool {
	switch fault {
	case StallMid:
		o.hang(r)
	case CutMidLine:
		send(w, `{"model":"`+model+`","message":{"role":"assistant","content":"hal`)
		breakOff()
	case CutMid:
	case ErrorLine:
		send(w, `{"error":"an error was encountered while running the model: unexpected EOF"}`+"\n")
	case Garbage:
		send(w, "\x00\xff not an answer\n")
	case RemoteMid:
		send(w, line(model, "more", map[string]any{"remote_host": "https://ollama.com:443", "remote_model": "huge"}))
	default:
		return false
	}
	return true
}

// line is one line of a stream.
func line(model, content string, more map[string]any) string {
	fields := map[string]any{
		"model": model, "created_at": "2026-01-05T10:00:00Z", "done": false,
		"message": map[string]string{"role": "assistant", "content": content},
	}
	for k, v := range more {
		fields[k] = v
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return string(text) + "\n"
}

func problem(text string) map[string]string { return map[string]string{"error": text} }

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// A client that went away needs no reply.
	_ = json.NewEncoder(w).Encode(v)
}

func readAsked(r *http.Request) (Asked, error) {
	a := Asked{Header: r.Header.Clone()}
	if err := json.NewDecoder(r.Body).Decode(&a.Body); err != nil {
		return a, err
	}
	a.Model, _ = a.Body["model"].(string)
	a.Options, _ = a.Body["options"].(map[string]any)
	list, _ := a.Body["messages"].([]any)
	for _, entry := range list {
		fields, _ := entry.(map[string]any)
		role, _ := fields["role"].(string)
		m := models.Message{Role: role}
		m.Content, _ = fields["content"].(string)
		images, _ := fields["images"].([]any) // Ollama's shape
		for _, image := range images {
			text, _ := image.(string)
			m.Pictures = append(m.Pictures, decodePicture(text))
		}
		parts, _ := fields["content"].([]any) // OpenRouter's
		for _, part := range parts {
			fields, _ := part.(map[string]any)
			if text, ok := fields["text"].(string); ok {
				m.Content = text
			}
			if address, ok := fields["image_url"].(map[string]any); ok {
				text, _ := address["url"].(string)
				m.Pictures = append(m.Pictures, decodePicture(strings.TrimPrefix(text, "data:image/jpeg;base64,")))
			}
		}
		a.Messages = append(a.Messages, m)
	}
	return a, nil
}

// decodePicture is nil for what is no base64.
func decodePicture(text string) []byte {
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return picture
}

// embed gives texts that share words near vectors.
func (o *Ollama) embed(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Model string
		Input []string
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		writeJSON(w, http.StatusBadRequest, problem(err.Error()))
		return
	}
	if !o.has(request.Model) {
		writeJSON(w, http.StatusNotFound, problem(fmt.Sprintf("model %q not found, try pulling it first", request.Model)))
		return
	}
	if o.refuse(w, r, o.current(), Asked{Model: request.Model}) {
		return
	}
	vectors := make([][]float32, len(request.Input))
	for i, text := range request.Input {
		vectors[i] = vector(text)
	}
	writeJSON(w, http.StatusOK, map[string]any{"model": request.Model, "embeddings": vectors})
}

func vector(text string) []float32 {
	v := make([]float32, Dim)
	var length float64
	for _, word := range append(strings.Fields(strings.ToLower(text)), "") {
		h := fnv.New32a()
		h.Write([]byte(word))
		v[h.Sum32()%Dim]++
	}
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(length))
	}
	return v
}

func (o *Ollama) pull(w http.ResponseWriter, r *http.Request) {
	var request struct{ Model string }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		writeJSON(w, http.StatusBadRequest, problem(err.Error()))
		return
	}
	fault := o.current()
	w.Header().Set("Content-Type", "application/x-ndjson")
	send(w, `{"status":"pulling manifest"}`+"\n")
	switch fault {
	case ErrorLine:
		send(w, `{"error":"pull model manifest: file does not exist"}`+"\n")
		return
	case CutMid:
		return
	case StallMid:
		o.hang(r)
		return
	}
	for _, done := range []int{0, 50, 100} {
		send(w, fmt.Sprintf(`{"status":"pulling aa","digest":"sha256:aa","total":100,"completed":%d}`+"\n", done))
	}
	send(w, `{"status":"pulling bb","digest":"sha256:bb","total":10,"completed":10}`+"\n")
	send(w, `{"status":"success"}`+"\n")
}
