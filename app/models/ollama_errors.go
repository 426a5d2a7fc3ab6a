package models

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ollama/ollama/api"
)

// maxSaid keeps a server's own words to a line.
const maxSaid = 300

func (o *Ollama) fail(kind error, model, said string) *Error {
	return &Error{Kind: kind, Server: "Ollama (" + o.base.Host + ")", Model: model, Said: oneLine(said)}
}

// classify turns what the API package returned into an Error.
func (o *Ollama) classify(err error, model string) error {
	var status api.StatusError
	var denied api.AuthorizationError
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	switch {
	case errors.As(err, &status):
		e := o.fail(statusKind(status.StatusCode, status.ErrorMessage), model, status.ErrorMessage)
		e.Status = status.StatusCode
		return e
	case errors.As(err, &denied):
		e := o.fail(ErrKeyRejected, model, "Ollama wants a sign-in for this model")
		e.Status = http.StatusUnauthorized
		return e
	case errors.As(err, &syntax), errors.As(err, &shape), errors.Is(err, errTooMuch):
		return o.fail(ErrBadReply, model, "no JSON of Ollama")
	}
	if kind := transportKind(err); kind != nil {
		e := o.fail(kind, model, "")
		e.Cause = err
		return e
	}
	return o.fail(serverKind(err.Error()), model, err.Error())
}

// transportKind tells what kept a request from its reply, or nil if the error
// came from somewhere else.
func transportKind(err error) error {
	for _, refused := range []error{ErrOffline, ErrRemoteModel, ErrSwitchedOff} {
		if errors.Is(err, refused) {
			return refused
		}
	}
	var network net.Error
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &op) && op.Op == "dial", errors.As(err, &certificate), errors.Is(err, context.DeadlineExceeded):
		return ErrUnreachable
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCutOff
	case errors.As(err, &network):
		// The connection was made and then lost, or it is no HTTP at all.
		if strings.Contains(err.Error(), "malformed HTTP") {
			return ErrBadReply
		}
		return ErrCutOff
	}
	return nil
}

// statusKind reads a reply that is an error. Ollama has few codes and no
// fields beside its sentence, so the sentence decides between kinds that need
// different advice; an unknown one is a server's failure.
func statusKind(code int, said string) error {
	switch {
	case code == http.StatusNotFound && strings.Contains(said, "model"):
		return ErrModelMissing
	case code == http.StatusNotFound, code < 400:
		return ErrBadReply
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return ErrKeyRejected
	case code == http.StatusPaymentRequired:
		return ErrQuota
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		return ErrBusy
	}
	return serverKind(said)
}

func serverKind(said string) error {
	said = strings.ToLower(said)
	switch {
	case strings.Contains(said, "file does not exist"): // a pull of a name nobody knows
		return ErrModelMissing
	case strings.Contains(said, "context length"), strings.Contains(said, "context size"):
		return ErrContextTooLong
	case strings.Contains(said, "does not support"):
		return ErrModelUnfit
	case strings.Contains(said, "system memory"), strings.Contains(said, "out of memory"):
		return ErrNoMemory
	}
	return ErrServer
}

// oneLine cuts what a server said to one short line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if len(s) <= maxSaid {
		return s
	}
	cut := maxSaid
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
