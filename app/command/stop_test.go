package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"ibid/app/command"
	"ibid/app/models/modelstest"
)

// heard is what a command wrote; said gets a value for each piece.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
	said chan struct{}
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case h.said <- struct{}{}:
	default:
	}
	return h.text.Write(b)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

func run(ctx context.Context, args ...string) (code int, out, err *heard) {
	out, err = &heard{said: make(chan struct{}, 1)}, &heard{said: make(chan struct{}, 1)}
	return runInto(ctx, out, err, args...), out, err
}

func runInto(ctx context.Context, out, err *heard, args ...string) int {
	return command.Run(ctx, command.Program{Version: "test", Assets: fstest.MapFS{}, Args: args, Stdin: strings.NewReader(""), Stdout: out, Stderr: err})
}

// A question that is stopped prints no answer for a program, half or none; a person is told why nothing comes.
func TestAskIsStopped(t *testing.T) {
	ollama := modelstest.NewOllama(t)
	t.Setenv("OLLAMA_HOST", ollama.URL().Host)
	t.Setenv("IBID_DATA", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "notes.md"), []byte("The forgetting curve of Ebbinghaus falls steeply within the first day."), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := lieStill(dir); err != nil {
		t.Fatal(err)
	}
	if code, _, said := run(t.Context(), "add", dir, "--wait", "--quiet"); code != 0 {
		t.Fatalf("add: %d, %s", code, said)
	}
	for _, tt := range []struct {
		name  string
		fault modelstest.Fault
		args  []string
	}{
		{"before the first word", modelstest.Stall, []string{"--json"}},
		{"in the middle", modelstest.StallMid, []string{"--json"}},
		{"for a person", modelstest.Stall, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ollama.Fail(tt.fault)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			out, said := &heard{said: make(chan struct{}, 1)}, &heard{said: make(chan struct{}, 1)}
			wait := ollama.Came()
			if tt.args == nil {
				wait = said.said
			}
			go func() {
				select {
				case <-wait:
				case <-time.After(time.Minute):
				}
				stop()
			}()
			args := append([]string{"ask", "How does the forgetting curve fall?"}, tt.args...)
			if code := runInto(ctx, out, said, args...); code != command.ExitFailed || out.String() != "" && tt.args != nil {
				t.Errorf("exit code %d, output %q", code, out)
			}
			if tt.args != nil && strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), "topped") {
				t.Errorf("told: %s", said)
			}
			if waits := strings.Contains(said.String(), "Waiting for the model"); waits != (tt.args == nil) {
				t.Errorf("told: %s", said)
			}
		})
	}
}
