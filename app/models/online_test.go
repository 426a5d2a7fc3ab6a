package models_test

import (
	"errors"
	"net"
	"testing"

	"ibid/app/models"
	"ibid/app/models/modelstest"
)

func TestPolicy(t *testing.T) {
	here := models.Target{Use: models.UseOllama, Host: "127.0.0.1:11434"}
	box := models.Target{Use: models.UseOllama, Host: "192.168.1.9:11434"}
	cloud := models.Target{Use: models.UseOllama, Host: "localhost", RemoteModel: "gpt-oss:120b"}
	cloudHost := models.Target{Use: models.UseOllama, Host: "[::1]:11434", RemoteHost: "https://ollama.com"}
	router := models.Target{Use: models.UseOpenRouter, Host: "127.0.0.1:9"}
	download := models.Target{Use: models.UseDownload, Host: "127.0.0.1"}
	page := models.Target{Use: models.UsePage, Host: "example.org"}
	tests := []struct {
		name   string
		policy models.Policy
		target models.Target
		want   error
	}{
		{"here", models.Policy{}, here, nil},
		{"here, offline", models.Policy{Offline: true}, here, nil},
		{"other computer", models.Policy{}, box, models.ErrRemoteModel},
		{"other computer, allowed", models.Policy{AllowRemote: true}, box, nil},
		{"other computer, allowed but offline", models.Policy{AllowRemote: true, Offline: true}, box, models.ErrOffline},
		{"cloud model", models.Policy{}, cloud, models.ErrRemoteModel},
		{"cloud host", models.Policy{OpenRouter: true}, cloudHost, models.ErrRemoteModel},
		{"cloud model, allowed", models.Policy{AllowRemote: true}, cloud, nil},
		{"cloud model, offline", models.Policy{AllowRemote: true, Offline: true}, cloudHost, models.ErrOffline},
		{"OpenRouter", models.Policy{AllowRemote: true}, router, models.ErrSwitchedOff},
		{"OpenRouter, on", models.Policy{OpenRouter: true}, router, nil},
		{"OpenRouter, on but offline", models.Policy{OpenRouter: true, Offline: true}, router, models.ErrOffline},
		{"download", models.Policy{}, download, nil},
		{"web page", models.Policy{}, page, nil},
		{"web page, offline", models.Policy{Offline: true, AllowRemote: true}, page, models.ErrOffline},
		{"download, offline", models.Policy{Offline: true}, download, models.ErrOffline},
	}
	for _, tt := range tests {
		if err := tt.policy.Check(tt.target); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestIsLocalHost(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:80": true, "127.8.9.1": true, "::1": true, "[::1]:11434": true, "localhost": true,
		"LOCALHOST:1": true, "localhost.": true, "::ffff:127.0.0.1": true, "[::ffff:127.0.0.1]:5": true,
		"": false, "0.0.0.0": false, "192.168.0.1": false, "localhost.evil.example": false, "127.0.0.1.nip.io": false,
		"my-laptop": false, "ollama.com": false, "127.1": false, "2130706433": false, "[fe80::1]:80": false, "0x7f000001": false,
	} {
		if got := models.IsLocalHost(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
}

func TestOllamaURL(t *testing.T) {
	tests := []struct{ setting, variable, want string }{
		{"", "", "http://127.0.0.1:11434"},
		{"", "0.0.0.0", "http://127.0.0.1:11434"},
		{"", "0.0.0.0:8080", "http://127.0.0.1:8080"},
		{"", "[::]:8080", "http://[::1]:8080"},
		{"", ":8080", "http://127.0.0.1:8080"},
		{"", `"10.0.0.4"`, "http://10.0.0.4:11434"},
		{"", "::1", "http://[::1]:11434"},
		{"", "https://ollama.example", "https://ollama.example:443"},
		{"", "http://ollama.example", "http://ollama.example:80"},
		{"", "ollama.com", "https://ollama.com:443"},
		{"", "box:99999", "http://box:11434"},
		{"", "box/ollama/", "http://box:11434/ollama"},
		{"http://127.0.0.1:11500", "box", "http://127.0.0.1:11500"},
		{"ftp://box", "", ""},
		{"http://user:secret@box", "", ""},
	}
	for _, tt := range tests {
		got, err := models.OllamaURL(tt.setting, tt.variable)
		switch {
		case tt.want == "":
			if err == nil {
				t.Errorf("%q %q: %v, want an error", tt.setting, tt.variable, got)
			}
		case err != nil || got.String() != tt.want:
			t.Errorf("%q %q: %v %v, want %s", tt.setting, tt.variable, got, err, tt.want)
		}
	}
}

func TestGuardRefusesAndRemembers(t *testing.T) {
	server := modelstest.NewOllama(t)
	_, port, err := net.SplitHostPort(server.URL().Host)
	if err != nil {
		t.Fatal(err)
	}
	policy := models.Policy{}
	guard := models.NewGuard(func() models.Policy { return policy })
	tests := []struct {
		name   string
		policy models.Policy
		use    models.Use
		url    string
		want   error
	}{
		{"this computer", models.Policy{Offline: true}, models.UseOllama, "http://127.0.0.1:" + port, nil},
		{"by name", models.Policy{Offline: true}, models.UseOllama, "http://localhost:" + port, nil},
		{"another address", models.Policy{}, models.UseOllama, "http://192.0.2.1:" + port, models.ErrRemoteModel},
		{"a name, not looked up", models.Policy{Offline: true}, models.UseDownload, "http://example.invalid", models.ErrOffline},
		{"a name that may resolve to us", models.Policy{}, models.UseOllama, "http://box.invalid:" + port, models.ErrRemoteModel},
		{"OpenRouter", models.Policy{}, models.UseOpenRouter, "https://openrouter.ai", models.ErrSwitchedOff},
	}
	for _, tt := range tests {
		policy = tt.policy
		before := len(guard.Attempts())
		client := guard.Client(tt.use)
		resp, err := client.Get(tt.url + "/api/version")
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
		if err == nil {
			resp.Body.Close()
		}
		attempts := guard.Attempts()[before:]
		if len(attempts) != 1 || attempts[0].Refused != (tt.want != nil) || attempts[0].Use != tt.use {
			t.Errorf("%s: attempts %+v", tt.name, attempts)
		}
		client.CloseIdleConnections()
	}
}

// An open connection must not outlive the switch.
func TestGuardAsksThePolicyForEachRequest(t *testing.T) {
	server := modelstest.NewOpenRouter(t)
	policy := models.Policy{OpenRouter: true}
	client := models.NewGuard(func() models.Policy { return policy }).Client(models.UseOpenRouter)
	get := func() error {
		resp, err := client.Get(server.URL())
		if err == nil {
			err = resp.Body.Close()
		}
		return err
	}
	if err := get(); err != nil {
		t.Fatal(err)
	}
	policy.Offline = true
	if err := get(); !errors.Is(err, models.ErrOffline) {
		t.Errorf("error %v, want ErrOffline", err)
	}
}

func TestGuardBoundsItsList(t *testing.T) {
	guard := models.NewGuard(func() models.Policy { return models.Policy{Offline: true} })
	client := guard.Client(models.UseDownload)
	for range 1010 {
		if _, err := client.Get("http://192.0.2.1"); !errors.Is(err, models.ErrOffline) {
			t.Fatal(err)
		}
	}
	if n := len(guard.Attempts()); n != 1000 {
		t.Errorf("%d attempts kept", n)
	}
}
