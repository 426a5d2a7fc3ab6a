// Package extract reads course files: one file a format, each turning bytes into pages of text that keep their exact place.
//
// Content decides what a file is, not its name. A reader never writes, never opens anything but the file it is given, holds to
// the limits below and stops soon after its context ends. Every reader passes the same conformance suite.
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ibid/store"
)

// File is an open course file.
type File struct {
	io.ReaderAt
	Size int64
	Name string // base name, for its extension and a title of last resort
	Path string // absolute, for child processes only

	Way
	alive func() // called when a long reading has got on: its time limit starts again
}

// Way says how a file is read that takes long.
type Way struct {
	Memory Memory // keeps what was heard or seen, so that another try goes on there; nil = nothing is kept
	Quick  bool   // recordings, and pages that are to be read from their pictures, are left for later
}

// Text is what a file says, with places.
type Text struct {
	Format string     // such as "pdf", "pptx", "docx", "xlsx", "epub", "md", "code", "html", "mhtml", "vtt", "mp3": a name of Reader.formats
	Unit   store.Unit // how its places are named
	Title  string     // from the content; "" when it gives none
	Pages  []store.Page
	ReadBy []string // "text", "second reader", "speech", "ocr"
	Later  bool     // something was left for later, as it takes long
	Unseen int      // pages of which that is so
}

// Error is why a file could not be read. Code is one of the constants below; the words for the student are made from it elsewhere.
type Error struct {
	Code   string
	Detail string
}

func (e *Error) Error() string { return e.Code + ": " + e.Detail }

// Is makes errors.Is(err, &Error{Code: c}) compare codes.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// NoBytes is the detail of an Empty file that has none; another one has no text.
const NoBytes = "0 bytes"

// The details of an Encrypted PDF that a password may open; see WithPassword.
const (
	NeedsPassword = "needs a password"
	WrongPassword = "does not open with the password that is known"
)

// The codes of an Error. Unsupported, Empty and NeedsFFmpeg files are skipped, the others failed.
const (
	Unsupported   = "unsupported"    // not a format Ibid reads (yet); Detail is the format, such as "xls", "mp4", "zip"
	Empty         = "empty"          // NoBytes, or nothing to read in them
	NoText        = "no_text"        // read, but there is no text in it (a scan)
	Encrypted     = "encrypted"      // needs a password
	Damaged       = "damaged"        // truncated or malformed
	TooLarge      = "too_large"      // over one of the limits
	TimedOut      = "timed_out"      // over the time limit
	NoSpeech      = "no_speech"      // a recording in which nobody speaks
	NotHeard      = "not_heard"      // a recording, on a computer that cannot run the speech model
	Unheard       = "unheard"        // a recording, while the transcriber that the student chose does not work
	NotRecognised = "not_recognised" // pictures, while text recognition does not work
	NeedsFFmpeg   = "needs_ffmpeg"   // a recording that only FFmpeg can decode, which is not installed; Detail is the format
)

func fail(code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Code returns the code of an Error in err's chain, or "".
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Extractor reads one format.
type Extractor interface {
	// Extract returns the text of f. Errors are of type *Error, or the context's.
	// It may be called from several goroutines at once.
	Extract(ctx context.Context, f File) (Text, error)
}
