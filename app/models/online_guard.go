package models

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// maxAttempts bounds the list of a Guard that runs for weeks.
const maxAttempts = 1000

// An Attempt is one try to open a connection.
type Attempt struct {
	At      time.Time
	Use     Use
	Address string // the address dialled, or the name if it never came to that
	Refused bool   // the guard did not let it out
}

// A Guard makes every connection of the program, so that the promise that
// nothing leaves the computer does not rest on each caller alone. It asks the
// policy for each request, and checks the address that is really dialled: a
// name that is said to be this computer must be it, and a web page must be on
// the public net. It follows no redirect, and uses a proxy only for services
// that it knows: what a proxy dials cannot be checked.
type Guard struct {
	policy func() Policy
	public func(netip.Addr) bool // says where web pages may be

	mu       sync.Mutex
	attempts []Attempt
}

// NewGuard makes a guard; policy is asked each time, so a switch in the
// settings works at once. It is safe for concurrent use.
func NewGuard(policy func() Policy) *Guard {
	return &Guard{policy: policy, public: isPublic}
}

// Policy is what holds now.
func (g *Guard) Policy() Policy { return g.policy() }

// Attempts lists the connections tried so far, oldest first, at most the last
// thousand.
func (g *Guard) Attempts() []Attempt {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]Attempt(nil), g.attempts...)
}

func (g *Guard) note(use Use, address string, refused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.attempts) == maxAttempts {
		g.attempts = append(g.attempts[:0], g.attempts[1:]...)
	}
	g.attempts = append(g.attempts, Attempt{At: time.Now(), Use: use, Address: address, Refused: refused})
}

// Client is an HTTP client for one use. It has no time limit of its own: a
// model may think for minutes, and the callers know how long is too long.
func (g *Guard) Client(use Use) *http.Client {
	transport := &http.Transport{
		DialContext:            g.dialer(use),
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConnsPerHost:    4,
		MaxResponseHeaderBytes: 1 << 16,
		ForceAttemptHTTP2:      true,
	}
	if use == UseOpenRouter || use == UseDownload {
		transport.Proxy = http.ProxyFromEnvironment
	}
	return &http.Client{
		Transport: &guardedTransport{guard: g, use: use, base: transport},
		// A 307 sends the body again: a server here could pass a question on.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type guardedTransport struct {
	guard *Guard
	use   Use
	base  *http.Transport
}

func (t *guardedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t.guard.policy().Check(Target{Use: t.use, Host: r.URL.Host}); err != nil {
		t.guard.note(t.use, r.URL.Host, true)
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return t.base.RoundTrip(r)
}

// CloseIdleConnections lets http.Client.CloseIdleConnections through.
func (t *guardedTransport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// dialer opens connections for a use. The address may be that of a proxy.
func (g *Guard) dialer(use Use) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		local := IsLocalHost(host)
		if !local {
			// Before the name is looked up: the look-up itself goes out.
			if err := g.policy().Check(Target{Use: use, Host: host}); err != nil {
				g.note(use, address, true)
				return nil, err
			}
		}
		dialer := net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
		dialer.ControlContext = func(_ context.Context, _, dialled string, _ syscall.RawConn) error {
			if local && !isLoopbackAddr(dialled) {
				g.note(use, dialled, true)
				return fmt.Errorf("%w: %s is not this computer", ErrRemoteModel, dialled)
			}
			if use == UsePage && !g.isPublic(dialled) {
				g.note(use, dialled, true)
				return fmt.Errorf("%w: %s", ErrPrivateAddress, dialled)
			}
			g.note(use, dialled, false)
			return nil
		}
		if !isLocalhostName(host) {
			return dialer.DialContext(ctx, network, address)
		}
		// No resolver is asked for localhost: a wrong one would send us away.
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
		if err == nil || ctx.Err() != nil {
			return conn, err
		}
		if six, err6 := dialer.DialContext(ctx, network, net.JoinHostPort("::1", port)); err6 == nil {
			return six, nil
		}
		return nil, err
	}
}

func (g *Guard) isPublic(address string) bool {
	ap, err := netip.ParseAddrPort(address)
	return err == nil && g.public(ap.Addr())
}

func isLoopbackAddr(address string) bool {
	ap, err := netip.ParseAddrPort(address)
	return err == nil && ap.Addr().Unmap().IsLoopback()
}
