package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode"

	"ibid/ingest/extract"
)

const (
	// minLetters is how much there is to read on a page that is worth keeping: what needs JavaScript says so in fewer.
	minLetters = 40
	// maxLogin is how much there is, in bytes, to read beside the boxes of a login.
	maxLogin = 2000
	lookTime = 20 * time.Second
)

var (
	passwordBox = regexp.MustCompile(`(?i)<input\b[^>]*\btype\s*=\s*["']?password\b`)
	loginPath   = regexp.MustCompile(`(?i)\b(?:log-?in|sign-?in|sso|saml2?|shibboleth|idp|cas|oauth2?|auth)\b`)
)

// look reads what came as it will be read from its snapshot, so that what is no page is told at once and never kept. led says that at
// is not the address that was asked for.
func look(ctx context.Context, raw []byte, contentType, at string, led bool) (Page, error) {
	media, params, _ := mime.ParseMediaType(contentType)
	page := Page{Content: raw, End: ending(media, at)}
	if strings.HasPrefix(media, "text/") || media == "application/xhtml+xml" {
		page.Content = inUTF8(raw, params["charset"])
	}
	reader := extract.NewReader(extract.Options{TimeLimit: lookTime})
	text, err := reader.Extract(ctx, extract.File{ReaderAt: bytes.NewReader(page.Content), Size: int64(len(page.Content)), Name: "page." + page.End})
	var why *extract.Error
	switch {
	case errors.As(err, &why) && why.Code == extract.Unsupported && why.Detail == "pdf":
		page.End = "pdf"
		return page, nil // the sandbox that reads it is not started for a look
	case errors.As(err, &why):
		return Page{}, fmt.Errorf("%w: %w", cmp.Or(meaning[why.Code], ErrFormat), err)
	case err != nil:
		return Page{}, err
	}
	if text.Format != "code" {
		page.End = text.Format
	}
	if text.Format != "html" {
		return page, nil
	}
	size, letters := 0, 0
	for _, p := range text.Pages {
		size += len(p.Text)
		for _, r := range p.Text {
			if unicode.IsLetter(r) {
				letters++
			}
		}
	}
	switch {
	case size < maxLogin && (passwordBox.Match(page.Content) || led && loginPath.MatchString(at)):
		return Page{}, ErrLogin
	case letters < minLetters:
		return Page{}, fmt.Errorf("%w: %d letters", ErrNoText, letters)
	}
	return page, nil
}

// meaning is what a reader's refusal says of a page where that is not ErrFormat.
var meaning = map[string]error{
	extract.Empty: ErrNoText, extract.NoText: ErrNoText, extract.TooLarge: ErrTooLarge, extract.TimedOut: ErrTooLarge,
}

// ending is how the name of a file would end that is what the server says; the content decides between all but kinds of text.
func ending(media, at string) string {
	switch media {
	case "text/html", "application/xhtml+xml":
		return "html"
	case "text/markdown":
		return "md"
	}
	end := ""
	if u, err := url.Parse(at); err == nil {
		end = strings.ToLower(strings.TrimPrefix(path.Ext(u.Path), "."))
	}
	if !plainEnding.MatchString(end) {
		return "txt"
	}
	return end
}

var plainEnding = regexp.MustCompile(`^[a-z0-9]{1,8}$`)

var mark = []byte("\ufeff")

// inUTF8 turns text whose encoding only the server names into UTF-8 with a mark, since a snapshot has no server.
func inUTF8(raw []byte, label string) []byte {
	if label == "" || bytes.HasPrefix(raw, []byte("%PDF")) {
		return raw
	}
	text := extract.DecodeHTML(raw, label)
	if text == string(raw) {
		return raw
	}
	return append(mark[:len(mark):len(mark)], text...)
}
