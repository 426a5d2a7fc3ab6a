package models

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

const (
	// maxLine is far above any piece of an answer; a longer line is no answer.
	maxLine = 256 << 10
	// maxReply bounds what a server may send for one request.
	maxReply = 64 << 20
)

var (
	errNotJSON = errors.New("a line that is not JSON")
	errTooMuch = errors.New("more than an answer can be")
)

// Patience is how long a server may say nothing. Reading a long prompt, or
// waiting for the one before, takes a laptop minutes; writing a token does not.
type Patience struct {
	FirstToken time.Duration
	NextToken  time.Duration
}

// orDefault fills in what is not set.
func (p Patience) orDefault() Patience {
	if p.FirstToken <= 0 {
		p.FirstToken = 10 * time.Minute
	}
	if p.NextToken <= 0 {
		p.NextToken = 90 * time.Second
	}
	return p
}

// An exchange watches one streamed request: it ends it when the server says
// nothing for too long, and remembers how the reply ended, which the API
// package does not tell.
type exchange struct {
	parent context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	next   time.Duration
	timer  *time.Timer

	mu     sync.Mutex
	sent   bool // the request is on its way, or there
	status int
	broken error // why the reply is not whole; nil at its proper end
}

type exchangeKey struct{}

func newExchange(parent context.Context, p Patience) *exchange {
	p = p.orDefault()
	x := &exchange{parent: parent, next: p.NextToken}
	ctx := httptrace.WithClientTrace(parent, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { x.goesOut() }})
	x.ctx, x.cancel = context.WithCancelCause(context.WithValue(ctx, exchangeKey{}, x))
	x.timer = time.AfterFunc(p.FirstToken, func() { x.cancel(ErrStalled) })
	return x
}

// close ends the request whatever its state.
func (x *exchange) close() {
	x.timer.Stop()
	x.cancel(nil)
}

// heard says that the server is alive.
func (x *exchange) heard() { x.timer.Reset(x.next) }

func (x *exchange) stalled() bool { return errors.Is(context.Cause(x.ctx), ErrStalled) }

// goesOut notes that there is a connection, over which the request is written at once.
func (x *exchange) goesOut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sent = true
}

func (x *exchange) wasSent() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.sent
}

func (x *exchange) setStatus(status int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = status
}

func (x *exchange) breakOff(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.broken == nil {
		x.broken = err
	}
}

func (x *exchange) end() (status int, broken error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.status, x.broken
}

// watchedTransport puts each reply under watch, and bounds those that are
// read whole.
type watchedTransport struct{ base http.RoundTripper }

func (t watchedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body := &boundedBody{ReadCloser: resp.Body, left: maxReply}
	resp.Body = body
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
		x.setStatus(resp.StatusCode)
		body.exchange = x
		resp.Body = &jsonLines{body: body, buf: bufio.NewReaderSize(body, maxLine)}
	}
	return resp, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections through.
func (t watchedTransport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// boundedBody is a reply that ends with an error when it is endless.
type boundedBody struct {
	io.ReadCloser
	exchange *exchange
	left     int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooMuch
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	if n > 0 && b.exchange != nil {
		b.exchange.heard()
	}
	return n, err
}

// jsonLines hands on whole lines of JSON only, so that half a line or a page
// of another server is never taken for an answer or for its error.
type jsonLines struct {
	body *boundedBody
	buf  *bufio.Reader
	rest []byte
}

func (l *jsonLines) Close() error { return l.body.Close() }

func (l *jsonLines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.buf.ReadSlice('\n')
		text := bytes.TrimSpace(line)
		switch {
		case len(text) > 0 && json.Valid(text) && text[0] == '{':
			// The slice is valid until the next ReadSlice, when it is used up.
			l.rest = line
		case errors.Is(err, bufio.ErrBufferFull), err == nil && len(text) > 0:
			l.body.exchange.breakOff(errNotJSON)
			return 0, errNotJSON
		case errors.Is(err, io.EOF) && len(text) > 0 && text[0] != '{':
			l.body.exchange.breakOff(errNotJSON)
			return 0, errNotJSON
		case errors.Is(err, io.EOF) && len(text) > 0:
			l.body.exchange.breakOff(io.ErrUnexpectedEOF)
			return 0, io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF):
			return 0, io.EOF
		case err != nil:
			l.body.exchange.breakOff(err)
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}
