package models_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

// patience gives up soon on servers that fall silent, and late on those that
// only have a busy computer.
func patience(fault modelstest.Fault) models.Patience {
	p := models.Patience{FirstToken: time.Minute, NextToken: time.Minute}
	switch fault {
	case modelstest.Stall:
		p.FirstToken = 200 * time.Millisecond
	case modelstest.StallMid:
		p.NextToken = 200 * time.Millisecond
	}
	return p
}

func question(text string) models.Request {
	return models.Request{Messages: []models.Message{
		{Role: models.RoleSystem, Content: "Answer from the passages."},
		{Role: models.RoleUser, Content: text},
	}}
}

func newOllama(t *testing.T, address *url.URL, policy models.Policy) *models.Ollama {
	t.Helper()
	return impatientOllama(t, address, policy, models.Patience{})
}

func impatientOllama(t *testing.T, address *url.URL, policy models.Policy, p models.Patience) *models.Ollama {
	t.Helper()
	guard := models.NewGuard(func() models.Policy { return policy })
	o := models.NewOllama(models.OllamaOptions{URL: address, Guard: guard, Patience: p})
	t.Cleanup(o.Close)
	return o
}

func collect(text *strings.Builder) func(string) error {
	return func(piece string) error {
		text.WriteString(piece)
		return nil
	}
}

func TestOllamaAnswers(t *testing.T) {
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	var text strings.Builder
	usage, err := o.Generate(t.Context(), "tiny", question("Why sleep?"), collect(&text))
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != "Sleep helps memory [1]." {
		t.Errorf("text %q", text.String())
	}
	if want := (models.Usage{PromptTokens: 6, CompletionTokens: 3, Context: 4096, Sent: true}); usage != want {
		t.Errorf("usage %+v, want %+v", usage, want)
	}
	body := server.Asked()[0].Body
	if body["truncate"] != false || body["shift"] != false || body["think"] != false || body["stream"] != true || body["keep_alive"] == nil {
		t.Errorf("request %v", body)
	}
}

func TestOllamaFailures(t *testing.T) {
	tests := []struct {
		name  string
		fault modelstest.Fault
		model string
		want  error
		text  string // that was handed out before
	}{
		{"missing model", modelstest.NoFault, "absent", models.ErrModelMissing, ""},
		{"cloud model", modelstest.NoFault, "huge:cloud", models.ErrRemoteModel, ""},
		{"silent from the start", modelstest.Stall, "tiny", models.ErrStalled, ""},
		{"silent in the middle", modelstest.StallMid, "tiny", models.ErrStalled, "Sleep "},
		{"cut within a line", modelstest.CutMidLine, "tiny", models.ErrCutOff, "Sleep "},
		{"cut between lines", modelstest.CutMid, "tiny", models.ErrCutOff, "Sleep "},
		{"an error as the last line", modelstest.ErrorLine, "tiny", models.ErrServer, "Sleep "},
		{"garbage", modelstest.Garbage, "tiny", models.ErrBadReply, "Sleep "},
		{"another program", modelstest.NotTheServer, "tiny", models.ErrBadReply, ""},
		{"a line without end", modelstest.Endless, "tiny", models.ErrBadReply, ""},
		{"empty", modelstest.Empty, "tiny", models.ErrBadReply, ""},
		{"at its limit", modelstest.Length, "tiny", models.ErrLength, "Sleep helps memory [1]."},
		{"long prompt", modelstest.TooLong, "tiny", models.ErrContextTooLong, ""},
		{"no memory", modelstest.NoMemory, "tiny", models.ErrNoMemory, ""},
		{"embedding model", modelstest.Unfit, "all-minilm", models.ErrModelUnfit, ""},
		{"sign-in", modelstest.Unauthorized, "tiny", models.ErrKeyRejected, ""},
		{"no credit", modelstest.NoCredit, "tiny", models.ErrQuota, ""},
		{"too many", modelstest.TooMany, "tiny", models.ErrBusy, ""},
		{"server error", modelstest.ServerError, "tiny", models.ErrServer, ""},
		{"bad gateway", modelstest.BadGateway, "tiny", models.ErrServer, ""},
		{"redirect", modelstest.Redirect, "tiny", models.ErrBadReply, ""},
		{"written elsewhere", modelstest.RemoteMid, "tiny", models.ErrRemoteModel, "Sleep "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := modelstest.NewOllama(t)
			server.Fail(tt.fault)
			o := impatientOllama(t, server.URL(), models.Policy{}, patience(tt.fault))
			var text strings.Builder
			usage, err := o.Generate(t.Context(), tt.model, question("Why sleep?"), collect(&text))
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if text.String() != tt.text {
				t.Errorf("text %q, want %q", text.String(), tt.text)
			}
			if usage.Truncated != (tt.want == models.ErrLength) {
				t.Errorf("truncated %v", usage.Truncated)
			}
		})
	}
}

func TestOllamaThatIsNotThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := &url.URL{Scheme: "http", Host: listener.Addr().String()}
	listener.Close()
	o := newOllama(t, address, models.Policy{})
	_, pingErr := o.Ping(t.Context())
	_, listErr := o.List(t.Context())
	_, err = o.Generate(t.Context(), "tiny", question("Why?"), collect(new(strings.Builder)))
	for _, err := range []error{pingErr, listErr, err} {
		if !errors.Is(err, models.ErrUnreachable) {
			t.Errorf("error %v, want ErrUnreachable", err)
		}
	}
}

func TestOllamaPing(t *testing.T) {
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	if version, err := o.Ping(t.Context()); err != nil || version != "0.17.4" {
		t.Errorf("version %q, error %v", version, err)
	}
	server.Fail(modelstest.NotTheServer)
	if _, err := o.Ping(t.Context()); !errors.Is(err, models.ErrBadReply) {
		t.Errorf("error %v, want ErrBadReply", err)
	}
}

// What is no HTTP, or breaks off before an answer, is told apart from silence.
func TestOllamaBehindAStrangePort(t *testing.T) {
	tests := []struct {
		name, reply string
		want        error
	}{
		{"no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", models.ErrBadReply},
		{"hangs up", "", models.ErrCutOff},
		{"hangs up within a reply", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"models\":[", models.ErrCutOff},
		{"JSON of something else", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", models.ErrBadReply},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					request := make([]byte, 4096)
					_, _ = conn.Read(request)
					_, _ = conn.Write([]byte(tt.reply))
					conn.Close()
				}
			}()
			o := newOllama(t, &url.URL{Scheme: "http", Host: listener.Addr().String()}, models.Policy{})
			if _, err := o.List(t.Context()); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestOllamaDiesMidAnswer(t *testing.T) {
	server := modelstest.NewOllama(t)
	server.Fail(modelstest.StallMid)
	o := newOllama(t, server.URL(), models.Policy{})
	_, err := o.Generate(t.Context(), "tiny", question("Why?"), func(string) error {
		server.Close()
		return nil
	})
	if !errors.Is(err, models.ErrCutOff) {
		t.Errorf("error %v, want ErrCutOff", err)
	}
}

func TestOllamaStops(t *testing.T) {
	for _, fault := range []modelstest.Fault{modelstest.Stall, modelstest.StallMid} {
		server := modelstest.NewOllama(t)
		server.Fail(fault)
		guard := models.NewGuard(func() models.Policy { return models.Policy{} })
		o := models.NewOllama(models.OllamaOptions{URL: server.URL(), Guard: guard})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := o.Generate(ctx, "tiny", question("Why?"), func(string) error { return nil })
			done <- err
		}()
		<-server.Came()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		<-server.Left() // the server saw the client go
		o.Close()
	}
}

func TestOllamaStopsWhenTheReaderFails(t *testing.T) {
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	full := errors.New("disk full")
	pieces := 0
	_, err := o.Generate(t.Context(), "tiny", question("Why?"), func(string) error { pieces++; return full })
	if !errors.Is(err, full) || pieces != 1 {
		t.Errorf("error %v after %d pieces", err, pieces)
	}
}

func TestOllamaKeepsTheWindow(t *testing.T) {
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	for _, wish := range []int{0, 3000, 5000, 2000} {
		r := question("Why?")
		r.ContextTokens = wish
		if _, err := o.Generate(t.Context(), "tiny", r, collect(new(strings.Builder))); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []float64{4096, 4096, 6144, 6144} {
		if got := server.Asked()[i].Options["num_ctx"]; got != want {
			t.Errorf("call %d: num_ctx %v, want %v", i, got, want)
		}
	}
}

func TestOllamaCutsNothingSilently(t *testing.T) {
	long := question(strings.Repeat("word ", 5000))
	long.ContextTokens = 4096
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	if _, err := o.Generate(t.Context(), "tiny", long, collect(new(strings.Builder))); !errors.Is(err, models.ErrContextTooLong) {
		t.Errorf("error %v, want ErrContextTooLong", err)
	}
}

// A model's own limit lowers the window without a word; usage shows the real one.
func TestOllamaUsageHasTheRealWindow(t *testing.T) {
	server := modelstest.NewOllama(t)
	server.ContextLimit = 2048
	o := newOllama(t, server.URL(), models.Policy{})
	r := question(strings.Repeat("word ", 2044))
	usage, err := o.Generate(t.Context(), "tiny", r, collect(new(strings.Builder)))
	if err != nil || usage.Context != 2048 || !usage.Truncated {
		t.Errorf("usage %+v, error %v", usage, err)
	}
}

func TestOllamaList(t *testing.T) {
	server := modelstest.NewOllama(t)
	list, err := newOllama(t, server.URL(), models.Policy{}).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []models.Model{
		{Name: "tiny:latest", Size: 300 << 20, Family: "gemma3"},
		{Name: "all-minilm:latest", Size: 46 << 20, Family: "bert", Embeds: true},
		{Name: "huge:cloud", Remote: true, Host: "https://ollama.com:443", Family: "gptoss"},
	}
	if len(list) != len(want) {
		t.Fatalf("got %+v", list)
	}
	for i := range want {
		if list[i] != want[i] {
			t.Errorf("got %+v, want %+v", list[i], want[i])
		}
	}
}

func TestOllamaThatOnlyShowsThatAModelIsRemote(t *testing.T) {
	server := modelstest.NewOllama(t)
	server.Hidden = []string{"tiny:latest"}
	for policy, want := range map[models.Policy]error{
		{}:                                 models.ErrRemoteModel,
		{AllowRemote: true, Offline: true}: models.ErrOffline,
		{AllowRemote: true}:                nil,
	} {
		o := newOllama(t, server.URL(), policy)
		if _, err := o.Generate(t.Context(), "tiny", question("Why sleep?"), collect(new(strings.Builder))); !errors.Is(err, want) {
			t.Errorf("%+v: error %v, want %v", policy, err, want)
		}
		if m, err := o.Find(t.Context(), "tiny"); err != nil || !m.Remote || m.Host == "" {
			t.Errorf("%+v: found %+v, %v", policy, m, err)
		}
	}
	if n := len(server.Asked()); n != 1 {
		t.Errorf("%d prompts were sent, want the one that is allowed", n)
	}
}

func TestOllamaLooksOnce(t *testing.T) {
	for _, old := range []bool{false, true} {
		server := modelstest.NewOllama(t)
		server.NoShow = old
		o := newOllama(t, server.URL(), models.Policy{})
		for _, name := range []string{"", "tiny", "tiny:latest"} {
			if m, err := o.Find(t.Context(), name); err != nil || m.Name != "tiny:latest" || m.Remote {
				t.Errorf("%q: found %+v, %v", name, m, err)
			}
		}
		for range 2 {
			if _, err := o.Generate(t.Context(), "tiny", question("Why sleep?"), collect(new(strings.Builder))); err != nil {
				t.Fatal(err)
			}
		}
		if listed, shown := server.Looked(); listed != 1 || shown != 1 {
			t.Errorf("models were listed %d times and shown %d times", listed, shown)
		}
		if _, err := o.Find(t.Context(), "absent"); !errors.Is(err, models.ErrModelMissing) {
			t.Errorf("absent: %v", err)
		}
	}
}

func TestOllamaPull(t *testing.T) {
	server := modelstest.NewOllama(t)
	o := newOllama(t, server.URL(), models.Policy{})
	var last models.Progress
	if err := o.Pull(t.Context(), "new", func(p models.Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	if want := (models.Progress{Status: "success", Completed: 110, Total: 110}); last != want {
		t.Errorf("progress %+v, want %+v", last, want)
	}

	server.Fail(modelstest.ErrorLine)
	if err := o.Pull(t.Context(), "nosuch", func(models.Progress) {}); !errors.Is(err, models.ErrModelMissing) {
		t.Errorf("error %v, want ErrModelMissing", err)
	}
	server.Fail(modelstest.CutMid)
	if err := o.Pull(t.Context(), "new", func(models.Progress) {}); !errors.Is(err, models.ErrCutOff) {
		t.Errorf("error %v, want ErrCutOff", err)
	}
	server.Fail(modelstest.StallMid)
	ctx, cancel := context.WithCancel(t.Context())
	if err := o.Pull(ctx, "new", func(models.Progress) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	offline := newOllama(t, server.URL(), models.Policy{Offline: true})
	if err := offline.Pull(t.Context(), "new", func(models.Progress) {}); !errors.Is(err, models.ErrOffline) {
		t.Errorf("error %v, want ErrOffline", err)
	}
}
