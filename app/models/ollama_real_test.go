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
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"ibid/app/models"
)

// The model that writes in tests with a real Ollama, and one that only embeds.
const (
	realModel    = "gemma3:270m"
	realEmbedder = "all-minilm"
)

// realOllama is the address of a real server, from OLLAMA_TEST_HOST.
func realOllama(t *testing.T) *url.URL {
	t.Helper()
	host := os.Getenv("OLLAMA_TEST_HOST")
	if host == "" {
		t.Skip("OLLAMA_TEST_HOST is not set: no real Ollama to test with")
	}
	address, err := models.OllamaURL(host, "")
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func realClient(t *testing.T, address *url.URL) *models.Ollama {
	guard := models.NewGuard(func() models.Policy { return models.Policy{Offline: true} })
	o := models.NewOllama(models.OllamaOptions{URL: address, Guard: guard})
	t.Cleanup(o.Close)
	return o
}

func capital() models.Request {
	return models.Request{Messages: []models.Message{{Role: models.RoleUser, Content: "What is the capital of France?"}}, MaxTokens: 60}
}

func TestRealOllamaAnswers(t *testing.T) {
	o := realClient(t, realOllama(t))
	if _, err := o.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	usage, err := o.Generate(t.Context(), realModel, capital(), collect(&text))
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
	o := realClient(t, realOllama(t))
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
		{"long prompt", realModel, long, models.ErrContextTooLong},
		{"limit of the answer", realModel, short, models.ErrLength},
		{"missing model", "no-such-model", capital(), models.ErrModelMissing},
		{"embedding model", realEmbedder, capital(), models.ErrModelUnfit},
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
	o := realClient(t, realOllama(t))
	r := capital()
	r.Messages[0].Content = "Count from one to a hundred in words."
	r.MaxTokens = 1000
	ctx, cancel := context.WithCancel(t.Context())
	var stopped time.Time
	_, err := o.Generate(ctx, realModel, r, func(string) error {
		if stopped.IsZero() {
			stopped = time.Now()
			cancel()
		}
		return nil
	})
	took := time.Since(stopped)
	if !errors.Is(err, context.Canceled) || took > time.Second {
		t.Errorf("error %v %s after the stop", err, took)
	}
	t.Logf("stopped after %s", took)
	if _, err := o.Generate(t.Context(), realModel, capital(), collect(new(strings.Builder))); err != nil {
		t.Errorf("the next question: %v", err)
	}
}

// The server and, apart from it, the process that runs the model are killed
// in the middle of an answer.
func TestRealOllamaDies(t *testing.T) {
	realOllama(t)
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
			runners, err := server.Children()
			if err != nil {
				t.Error(err)
			}
			if err := server.Kill(); err != nil {
				t.Error(err)
			}
			for _, runner := range runners { // they do not end by themselves
				if err := runner.Kill(); err != nil {
					t.Error(err)
				}
			}
		}, []error{models.ErrCutOff}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			address, server := ownOllama(t)
			o := realClient(t, address)
			r := capital()
			r.Messages[0].Content = "Count from one to a hundred in words."
			r.MaxTokens = 1000
			killed := false
			_, err := o.Generate(t.Context(), realModel, r, func(string) error {
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

// ownOllama starts a server that a test may kill.
func ownOllama(t *testing.T) (*url.URL, *process.Process) {
	t.Helper()
	shared := os.Getenv("IBID_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	script := filepath.Join(shared, "tools", "ollama-up")
	if _, err := os.Stat(script); err != nil {
		t.Skipf("no script that starts a server to kill: %v", err)
	}
	const port = "11507"
	out, err := exec.CommandContext(t.Context(), script, "--port", port).Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := exec.Command(script, "--stop", "--port", port).Run(); err != nil {
			t.Logf("stopping the server: %v", err)
		}
	})
	m := regexp.MustCompile(`OLLAMA_HOST=(\S+) pid=(\d+)`).FindStringSubmatch(string(out))
	if m == nil {
		t.Fatalf("the script says %q", out)
	}
	address, err := models.OllamaURL(m[1], "")
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.ParseInt(m[2], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	server, err := process.NewProcess(int32(pid))
	if err != nil {
		t.Fatal(err)
	}
	return address, server
}

// TestRealOllamaFirstToken prints what the client adds to the time to the
// first token of a direct call with the same prompt. Ollama keeps what it read
// of the last prompt, so each prompt begins with words of its own.
func TestRealOllamaFirstToken(t *testing.T) {
	address := realOllama(t)
	o := realClient(t, address)
	prompt := func(i int) models.Request {
		return models.Request{MaxTokens: 2, ContextTokens: 4096, Messages: []models.Message{
			{Role: models.RoleSystem, Content: fmt.Sprintf("%d. Answer from these passages only.", i)},
			{Role: models.RoleUser, Content: strings.Repeat("Spaced practice beats massed practice. ", 30) + "What beats massed practice?"},
		}}
	}
	client := func(i int) time.Duration {
		start := time.Now()
		var first time.Duration
		_, err := o.Generate(t.Context(), realModel, prompt(i), func(string) error {
			if first == 0 {
				first = time.Since(start)
			}
			return nil
		})
		if err != nil && !errors.Is(err, models.ErrLength) {
			t.Fatal(err)
		}
		return first
	}
	direct := func(i int) time.Duration { return directFirstToken(t, address, prompt(i)) }
	client(0) // loads the model
	var viaClient, viaHTTP []time.Duration
	for i := range 9 {
		// Who is first takes turns, so that a busy moment hits both.
		if i%2 == 0 {
			viaClient = append(viaClient, client(2*i+1))
			viaHTTP = append(viaHTTP, direct(2*i+2))
		} else {
			viaHTTP = append(viaHTTP, direct(2*i+2))
			viaClient = append(viaClient, client(2*i+1))
		}
	}
	slices.Sort(viaClient)
	slices.Sort(viaHTTP)
	a, b := viaClient[len(viaClient)/2], viaHTTP[len(viaHTTP)/2]
	t.Logf("time to first token, median of %d: client %s, direct %s, ratio %.3f (fastest %s, %s)",
		len(viaClient), a.Round(time.Millisecond), b.Round(time.Millisecond), float64(a)/float64(b),
		viaClient[0].Round(time.Millisecond), viaHTTP[0].Round(time.Millisecond))
}

func directFirstToken(t *testing.T, address *url.URL, r models.Request) time.Duration {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"model": realModel, "messages": r.Messages, "options": map[string]any{"num_ctx": r.ContextTokens, "num_predict": r.MaxTokens},
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
