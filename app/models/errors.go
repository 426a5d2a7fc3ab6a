package models

import "errors"

// What can go wrong with a model, as far as the student can do something
// different about it. Errors of this package wrap one of them.
var (
	// ErrUnreachable: nothing answers at the address.
	ErrUnreachable = errors.New("the model server does not answer")
	// ErrModelMissing: the server runs but does not have this model.
	ErrModelMissing = errors.New("the model is not there")
	// ErrModelUnfit: the model cannot do this, such as write with an embedding model.
	ErrModelUnfit = errors.New("the model cannot do this")
	// ErrNoVision: the model takes text only.
	ErrNoVision = errors.New("the model does not take pictures")
	// ErrRemoteModel: the use would leave the laptop and was not allowed.
	ErrRemoteModel = errors.New("this model runs on another computer")
	// ErrOffline: the use needs the net and the program is told to stay off it.
	ErrOffline = errors.New("offline: nothing may leave this computer")
	// ErrPrivateAddress: a web page would be fetched from this computer or its network.
	ErrPrivateAddress = errors.New("the address is not on the public net")
	// ErrSwitchedOff: the service is off until the student switches it on.
	ErrSwitchedOff = errors.New("the service is switched off")
	// ErrContextTooLong: the prompt does not fit in the model's window.
	ErrContextTooLong = errors.New("the prompt is longer than the model can read")
	// ErrLength: the answer stopped at a limit before its end.
	ErrLength = errors.New("the answer was cut at its limit")
	// ErrStalled: the server took the request and then said nothing for too long.
	ErrStalled = errors.New("the model server stopped talking")
	// ErrCutOff: the connection ended in the middle of an answer.
	ErrCutOff = errors.New("the answer broke off")
	// ErrBadReply: the server answered with something that is no answer.
	ErrBadReply = errors.New("the model server's reply makes no sense")
	// ErrNoMemory: the model needs more memory than the computer has free.
	ErrNoMemory = errors.New("the model needs more memory than there is")
	// ErrServer: the server said that it failed.
	ErrServer = errors.New("the model server failed")
	// ErrKeyMissing: there is no key for the service.
	ErrKeyMissing = errors.New("no key is stored for the service")
	// ErrKeyRejected: the service does not accept the key.
	ErrKeyRejected = errors.New("the service does not accept the key")
	// ErrQuota: the key has no credit left.
	ErrQuota = errors.New("the account has no credit left")
	// ErrBusy: too many requests; later it may work.
	ErrBusy = errors.New("the service is too busy")
	// ErrKeyring: the operating system's keyring cannot be used.
	ErrKeyring = errors.New("the keyring of the operating system cannot be used")
)

// An Error is a failure of a model server: what kind it is, and what the
// server itself said, for the log and the details. It holds no key and no
// text of the student.
type Error struct {
	Kind   error  // one of the errors above
	Server string // who said it: an address or the name of a service
	Model  string // the model in question, if one was
	Status int    // the HTTP status, 0 if there was none
	Said   string // the server's own words, cut to a line
	Cause  error  // what lies below, may be nil
}

func (e *Error) Error() string {
	text := e.Kind.Error()
	if e.Model != "" {
		text += " (" + e.Model + ")"
	}
	if e.Server != "" {
		text += " at " + e.Server
	}
	switch {
	case e.Said != "":
		text += ": " + e.Said
	case e.Cause != nil:
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap lets errors.Is find both the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}
