package models_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

func realClient(t testing.TB, address *url.URL) *models.Ollama {
	guard := models.NewGuard(func() models.Policy { return models.Policy{Offline: true} })
	o := models.NewOllama(models.OllamaOptions{URL: address, Guard: guard})
	t.Cleanup(o.Close)
	return o
}

// capital is a question that this small model can answer; at temperature 0 it does so each time.
func capital() models.Request {
	return models.Request{
		Messages:  []models.Message{{Role: models.RoleUser, Content: "What is the capital of France?"}},
		MaxTokens: 60, Temperature: new(float64),
	}
}

func TestRealOllamaAnswers(t *testing.T) {
	o := realClient(t, modelstest.RealOllama(t))
	if _, err := o.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	usage, err := o.Generate(t.Context(), modelstest.RealWriter, capital(), collect(&text))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "Paris") {
		t.Errorf("text %q", text.String())
	}
	if usage.PromptTokens < 5 || usage.CompletionTokens < 1 || usage.Context != 4096 || usage.Truncated {
		t.Errorf("usage %+v", usage)
	}
}

func TestRealOllamaFailures(t *testing.T) {
	o := realClient(t, modelstest.RealOllama(t))
	long := models.Request{
		Messages:      []models.Message{{Role: models.RoleSystem, Content: "Be brief."}, {Role: models.RoleUser, Content: strings.Repeat("one two three ", 2000)}},
		ContextTokens: 4096,
	}
	short := capital()
	short.Messages[0].Content = "Count from one to a hundred in words."
	short.MaxTokens = 3
	tests := []struct {
		name, model string
		request     models.Request
		want        error
	}{
		{"long prompt", modelstest.RealWriter, long, models.ErrContextTooLong},
		{"limit of the answer", modelstest.RealWriter, short, models.ErrLength},
		{"missing model", "no-such-model", capital(), models.ErrModelMissing},
		{"embedding model", modelstest.RealEmbedder, capital(), models.ErrModelUnfit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := o.Generate(t.Context(), tt.model, tt.request, collect(new(strings.Builder))); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			} else {
				t.Log(err)
			}
		})
	}
}

func TestRealOllamaStops(t *testing.T) {
	o := realClient(t, modelstest.RealOllama(t))
	r := capital()
	r.Messages[0].Content = "Count from one to a hundred in words."
	r.MaxTokens = 1000
	ctx, cancel := context.WithCancel(t.Context())
	_, err := o.Generate(ctx, modelstest.RealWriter, r, func(string) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := o.Generate(t.Context(), modelstest.RealWriter, capital(), collect(new(strings.Builder))); err != nil {
		t.Errorf("the next question: %v", err)
	}
}

// The server and, apart from it, the process that runs the model are killed
// in the middle of an answer.
func TestRealOllamaDies(t *testing.T) {
	tests := []struct {
		name string
		kill func(t *testing.T, server *process.Process)
		want []error
	}{
		{"runner", func(t *testing.T, server *process.Process) {
			children, err := server.Children()
			if err != nil || len(children) == 0 {
				t.Errorf("the server has no runner: %v", err)
			}
			for _, child := range children {
				if err := child.Kill(); err != nil {
					t.Error(err)
				}
			}
		}, []error{models.ErrServer}},
		{"server", func(t *testing.T, server *process.Process) {
			if err := server.Kill(); err != nil {
				t.Error(err)
			}
		}, []error{models.ErrCutOff}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			own := modelstest.OwnRealOllama(t)
			server, err := process.NewProcess(int32(own.PID))
			if err != nil {
				t.Fatal(err)
			}
			o := realClient(t, own.URL)
			r := capital()
			r.Messages[0].Content = "Count from one to a hundred in words."
			r.MaxTokens = 1000
			killed := false
			_, err = o.Generate(t.Context(), modelstest.RealWriter, r, func(string) error {
				if !killed {
					killed = true
					tt.kill(t, server)
				}
				return nil
			})
			if !slices.ContainsFunc(tt.want, func(want error) bool { return errors.Is(err, want) }) {
				t.Errorf("error %v, want one of %v", err, tt.want)
			}
			t.Log(err)
		})
	}
}

// BenchmarkRealOllamaFirstToken shows what the client adds to the time to the first token of a direct call with the same prompt.
// Ollama keeps what it read of the last prompt, so each prompt begins with words of its own.
func BenchmarkRealOllamaFirstToken(b *testing.B) {
	address := modelstest.RealOllama(b)
	o := realClient(b, address)
	prompts := 0
	prompt := func() models.Request {
		prompts++
		return models.Request{MaxTokens: 2, ContextTokens: 4096, Messages: []models.Message{
			{Role: models.RoleSystem, Content: fmt.Sprintf("%d. Answer from these passages only.", prompts)},
			{Role: models.RoleUser, Content: strings.Repeat("Spaced practice beats massed practice. ", 30) + "What beats massed practice?"},
		}}
	}
	client := func() time.Duration {
		start := time.Now()
		var first time.Duration
		_, err := o.Generate(b.Context(), modelstest.RealWriter, prompt(), func(string) error {
			if first == 0 {
				first = time.Since(start)
			}
			return nil
		})
		if err != nil && !errors.Is(err, models.ErrLength) {
			b.Fatal(err)
		}
		return first
	}
	direct := func() time.Duration { return directFirstToken(b, address, prompt()) }
	client() // loads the model
	var viaClient, viaHTTP []time.Duration
	for b.Loop() {
		// Who is first takes turns, so that a busy moment hits both.
		if len(viaClient)%2 == 0 {
			viaClient = append(viaClient, client())
			viaHTTP = append(viaHTTP, direct())
		} else {
			viaHTTP = append(viaHTTP, direct())
			viaClient = append(viaClient, client())
		}
	}
	slices.Sort(viaClient)
	slices.Sort(viaHTTP)
	median := func(d []time.Duration) float64 { return d[len(d)/2].Seconds() * 1000 }
	b.ReportMetric(median(viaClient), "client-ms")
	b.ReportMetric(median(viaHTTP), "direct-ms")
	b.ReportMetric(median(viaClient)/median(viaHTTP), "ratio")
}

func directFirstToken(t testing.TB, address *url.URL, r models.Request) time.Duration {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"model": modelstest.RealWriter, "messages": r.Messages, "options": map[string]any{"num_ctx": r.ContextTokens, "num_predict": r.MaxTokens},
	})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	resp, err := http.Post(address.String()+"/api/chat", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	if !lines.Scan() {
		t.Fatal("no line")
	}
	first := time.Since(start)
	for lines.Scan() { // the next call waits for this one anyway
	}
	return first
}
