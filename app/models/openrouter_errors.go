package models

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// openRouterError is what it says when it fails, alone or within a stream.
type openRouterError struct {
	Code    json.RawMessage `json:"code"` // a number, or a word within streams
	Message string          `json:"message"`
}

// kind goes by the HTTP status, or by the code where the status is 200 since
// the stream had begun.
func (e openRouterError) kind(status int) error {
	if code, err := strconv.Atoi(strings.Trim(string(e.Code), `"`)); err == nil && status == 0 {
		status = code
	}
	said := strings.ToLower(e.Message)
	switch {
	case status == http.StatusUnauthorized:
		return ErrKeyRejected
	case status == http.StatusPaymentRequired:
		return ErrQuota
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return ErrBusy
	case status == http.StatusNotFound, strings.Contains(said, "not a valid model"):
		return ErrModelMissing
	case strings.Contains(said, "context length"), status == http.StatusRequestEntityTooLarge:
		return ErrContextTooLong
	}
	return ErrServer
}

// fail makes an Error that cannot hold the key, whoever wrote the words.
func (o *OpenRouter) fail(key Key, kind error, model, said string) *Error {
	return &Error{Kind: kind, Server: "OpenRouter", Model: model, Said: oneLine(key.hide(said))}
}

// refused reads a reply that is no stream.
func (o *OpenRouter) refused(key Key, model string, resp *http.Response) error {
	var reply struct {
		Error *openRouterError `json:"error"`
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxLine))
	status := resp.StatusCode
	if err != nil || json.Unmarshal(text, &reply) != nil || reply.Error == nil {
		reply.Error = &openRouterError{}
		if status < 400 || status == http.StatusNotFound {
			return o.fail(key, ErrBadReply, model, "")
		}
	}
	if status == http.StatusOK {
		status = 0
	}
	e := o.fail(key, reply.Error.kind(status), model, reply.Error.Message)
	e.Status = resp.StatusCode
	return e
}

// broken says why no reply came, or not all of it.
func (o *OpenRouter) broken(x *exchange, key Key, model string, err error) error {
	if x.parent.Err() != nil {
		return x.parent.Err()
	}
	kind := transportKind(err)
	switch {
	case x.stalled():
		kind = ErrStalled
	case errors.Is(err, errNotJSON), errors.Is(err, errTooMuch):
		kind = ErrBadReply
	case kind == nil:
		kind = ErrCutOff
	}
	return o.fail(key, kind, model, err.Error())
}
