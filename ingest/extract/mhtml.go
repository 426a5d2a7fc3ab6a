package extract

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
)

// mhtml reads web pages that a browser or Word saved with all that belongs to them in one file (RFC 2557): the page itself, through the
// reader of web pages.
type mhtml struct{}

// Limits of a saved page: real ones are flat, or have the page in one more layer.
const (
	maxMHTML     = 256 << 20 // bytes, of which the pictures are the most
	maxMIMEParts = 10_000
	maxMIMEDepth = 4
)

// Extract implements Extractor.
func (mhtml) Extract(ctx context.Context, f File) (Text, error) {
	if f.Size > maxMHTML {
		return Text{}, fail(TooLarge, "%d bytes, the limit is %d", f.Size, maxMHTML)
	}
	raw := bufio.NewReader(&untilDone{ctx, io.NewSectionReader(f, 0, f.Size)})
	if err := skipBlank(raw); err != nil {
		return Text{}, mimeError(ctx, err)
	}
	message, err := mail.ReadMessage(raw)
	if err != nil {
		return Text{}, mimeError(ctx, err)
	}
	s := savedPage{ctx: ctx}
	if err := s.part(textproto.MIMEHeader(message.Header), message.Body, 0); err != nil {
		return Text{}, mimeError(ctx, err)
	}
	if s.page == "" {
		return Text{}, fail(Empty, "a saved page without a page")
	}
	words := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	subject, err := words.DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		subject = ""
	}
	return readPage(ctx, "mhtml", s.page, subject)
}

// mimeError is an error of the parsers below as one of this package; the file's own and the context's stay what they are.
func mimeError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if Code(err) != "" {
		return err
	}
	return fail(Damaged, "saved page: %.200s", err.Error()) // it may quote a whole file
}

// skipBlank skips a mark of the encoding and blank lines in front of the header.
func skipBlank(r *bufio.Reader) error {
	if mark, err := r.Peek(3); err == nil && bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = r.Discard(3) // they are in the buffer
	}
	for {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		if c != '\r' && c != '\n' && c != ' ' && c != '\t' {
			return r.UnreadByte()
		}
	}
}

// savedPage looks for the page among the parts of a file. The first part that is a page is it, unless another one is named as the root.
type savedPage struct {
	ctx   context.Context
	page  string
	parts int
}

// part reads a part, of which pictures and the like are left out.
func (s *savedPage) part(header textproto.MIMEHeader, body io.Reader, depth int) error {
	if s.parts++; s.parts > maxMIMEParts || depth > maxMIMEDepth {
		return fail(TooLarge, "parts: more than %d, or more than %d deep", maxMIMEParts, maxMIMEDepth)
	}
	media, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case errors.Is(err, mime.ErrInvalidMediaParameter), err == nil:
	default:
		return nil // nobody knows what it is
	}
	if strings.HasPrefix(media, "multipart/") {
		return s.multipart(multipart.NewReader(body, params["boundary"]), params["start"], depth)
	}
	if media != "text/html" && media != "application/xhtml+xml" {
		return nil
	}
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	raw, err := io.ReadAll(io.LimitReader(body, maxTextFile+1))
	if err != nil {
		return err
	}
	if len(raw) > maxTextFile {
		return fail(TooLarge, "a page of over %d bytes", maxTextFile)
	}
	s.page = DecodeHTML(raw, params["charset"])
	return nil
}

// multipart reads the parts of a part until the page has come; start is the name of the root.
func (s *savedPage) multipart(r *multipart.Reader, start string, depth int) error {
	first := ""
	for {
		part, err := r.NextRawPart()
		switch {
		case err == io.EOF, err != nil && first != "":
			s.page = first // the root is not there, or behind a damage
			return nil
		case err != nil:
			return err
		}
		s.page = ""
		if err := s.part(part.Header, part, depth+1); err != nil {
			return err
		}
		switch {
		case s.page == "":
		case start == "" || strings.TrimSpace(part.Header.Get("Content-Id")) == start:
			return nil
		case first == "":
			first = s.page
		}
	}
}

// untilDone is a reader that ends with its context.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, fmt.Errorf("stopped: %w", err)
	}
	return u.r.Read(p)
}

var (
	mimeLine  = regexp.MustCompile(`^[!-9;-~]+:[^\n]*\n(?:[ \t]+[^\n]*\n)*`)
	mimeFirst = regexp.MustCompile(`(?im)^MIME-Version:`)
	mimePage  = regexp.MustCompile(`(?im)^Content-Type:\s*(?:multipart/(?:related|alternative|mixed)|text/html)\b`)
	mimeMail  = regexp.MustCompile(`(?im)^(?:Received|To|Delivered-To):`)
)

// isMHTML says whether a file begins like a saved page. A letter does too, but names somebody to whom it goes.
func isMHTML(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	end := 0
	for n := 0; n < 100; n++ {
		at := mimeLine.FindIndex(head[end:])
		if at == nil {
			break
		}
		end += at[1]
	}
	header := head[:end]
	return mimeFirst.Match(header) && mimePage.Match(header) && !mimeMail.Match(header)
}
