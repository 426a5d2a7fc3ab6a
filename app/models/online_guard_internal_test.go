package models

import (
	"errors"
	"net"
	"testing"
)

// A proxy on this computer would carry a request away from it, and what one dials for a web page nobody checks.
func TestWhatUsesNoProxy(t *testing.T) {
	guard := NewGuard(func() Policy { return Policy{AllowRemote: true, OpenRouter: true} })
	for use, want := range map[Use]bool{UseOllama: false, UsePage: false, UseOpenRouter: true, UseDownload: true} {
		transport := guard.Client(use).Transport.(*guardedTransport)
		if got := transport.base.Proxy != nil; got != want {
			t.Errorf("%s: proxy %v", use, got)
		}
	}
}

// The dialler holds by itself, also where no request was checked before.
func TestDialerRefusesByItself(t *testing.T) {
	guard := NewGuard(func() Policy { return Policy{Offline: true} })
	for _, address := range []string{"192.0.2.1:80", "example.invalid:80", "[2001:db8::1]:80"} {
		if _, err := guard.dialer(UseOllama)(t.Context(), "tcp", address); !errors.Is(err, ErrOffline) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The name localhost is never looked up, and may listen on either address.
func TestDialerFindsLocalhost(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Logf("%s: %v", address, err)
			continue
		}
		_, port, err := net.SplitHostPort(listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		guard := NewGuard(func() Policy { return Policy{Offline: true} })
		conn, err := guard.dialer(UseOllama)(t.Context(), "tcp", "localhost:"+port)
		if err != nil {
			t.Errorf("%s: %v", address, err)
		} else {
			conn.Close()
		}
		listener.Close()
	}
}
