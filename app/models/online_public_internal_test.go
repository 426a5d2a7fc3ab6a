package models

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.215.14": true, "8.8.8.8": true, "2606:4700::1111": true, "2001:4860:4860::8888": true, "::ffff:8.8.8.8": true, "64:ff9b::8.8.8.8": true,
		"127.0.0.1": false, "127.9.9.9": false, "::1": false, "::ffff:127.0.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "::": false,
		"10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "100.64.0.1": false, "169.254.169.254": false,
		"fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12::1": false, "fec0::1": false, "224.0.0.1": false, "ff02::1": false,
		"255.255.255.255": false, "240.0.0.1": false, "192.0.2.1": false, "198.18.0.1": false, "198.51.100.7": false, "203.0.113.9": false,
		"192.88.99.1": false, "2001:db8::1": false, "2002:7f00:1::": false, "2001:0:1::": false, "64:ff9b::10.0.0.1": false, "64:ff9b:1::1": false,
		"::127.0.0.1": false, "2606:4700::1111%eth0": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

// What a name leads to is checked when it is dialled, whatever it said before, and for each request anew.
func TestWebPagesAreOnThePublicNet(t *testing.T) {
	inner := httptest.NewServer(http.NotFoundHandler())
	defer inner.Close()
	_, port, err := net.SplitHostPort(inner.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	guard := NewGuard(func() Policy { return Policy{AllowRemote: true, OpenRouter: true} })
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1", "169.254.169.254", "[fe80::1]"} {
		if r, err := guard.Client(UsePage).Get("http://" + host + ":" + port); !errors.Is(err, ErrPrivateAddress) {
			t.Errorf("%s: %v, %v", host, r, err)
		}
	}
	for _, a := range guard.Attempts() {
		if !a.Refused {
			t.Errorf("let out: %+v", a)
		}
	}
	guard.public = func(ip netip.Addr) bool { return ip.IsLoopback() }
	if r, err := guard.Client(UsePage).Get(inner.URL); err != nil || r.Body.Close() != nil {
		t.Errorf("where the address is said to be public: %v", err)
	}
	offline := NewGuard(func() Policy { return Policy{Offline: true} })
	offline.public = guard.public
	if r, err := offline.Client(UsePage).Get(inner.URL); !errors.Is(err, ErrOffline) {
		t.Errorf("offline: %v, %v", r, err)
	}
	if _, err := offline.dialer(UsePage)(t.Context(), "tcp", "example.invalid:80"); !errors.Is(err, ErrOffline) {
		t.Errorf("offline, dialled: %v", err)
	}
	if all := offline.Attempts(); len(all) != 2 || !all[0].Refused || !strings.Contains(all[0].Address, "127.0.0.1") {
		t.Errorf("attempts %+v", all)
	}
}
