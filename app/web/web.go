// Package web fetches the web pages that a student adds to a module: the one page that was asked for, within limits of size, time and
// redirects, and nothing that it names. The connections are made by the guard of app/models.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"ibid/app/models"
)

// Limits of a page. The largest readers of text in ingest/extract take as much.
const (
	maxBytes     = 32 << 20
	maxTime      = time.Minute
	maxRedirects = 5
)

// What keeps a page from being fetched, as far as the student can do something different about it.
var (
	ErrAddress     = errors.New("not the address of a web page")
	ErrUnreachable = errors.New("the site does not answer")
	ErrSlow        = errors.New("the site is too slow")
	ErrMissing     = errors.New("there is no page at the address")
	ErrLogin       = errors.New("the page needs a login")
	ErrRefused     = errors.New("the site refuses the page")
	ErrRedirects   = errors.New("the page leads on for ever")
	ErrFailed      = errors.New("the site failed")
	ErrTooLarge    = errors.New("the page is too large")
	ErrFormat      = errors.New("not a page to read")
	ErrNoText      = errors.New("there is no text on the page")
)

// Page is a page as it is kept.
type Page struct {
	Content []byte
	End     string // what the name of a file with this content ends in, such as "html" or "pdf"
}

// Fetch gets the page at an address through the client, which is the guard's for models.UsePage. Its errors wrap one of those above,
// models.ErrOffline or models.ErrPrivateAddress, or the context's.
func Fetch(ctx context.Context, client *http.Client, address string) (Page, error) {
	defer client.CloseIdleConnections()
	limited, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	page, err := fetch(limited, client, address)
	switch {
	case ctx.Err() != nil:
		return Page{}, ctx.Err()
	case limited.Err() != nil:
		return Page{}, fmt.Errorf("%w: over %s", ErrSlow, maxTime)
	}
	return page, err
}

func fetch(ctx context.Context, client *http.Client, address string) (Page, error) {
	at := address
	for range maxRedirects + 1 {
		r, err := get(ctx, client, at)
		if err != nil {
			return Page{}, err
		}
		next, err := follow(r)
		if err != nil || next != "" {
			_ = r.Body.Close() // nothing of it is wanted
			if err != nil {
				return Page{}, err
			}
			at = next
			continue
		}
		raw, err := body(r)
		if err != nil {
			return Page{}, err
		}
		return look(ctx, raw, r.Header.Get("Content-Type"), at, at != address)
	}
	return Page{}, fmt.Errorf("%w: over %d times", ErrRedirects, maxRedirects)
}

// get asks for one address.
func get(ctx context.Context, client *http.Client, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, ErrAddress
	}
	request.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Ibid)")
	request.Header.Set("Accept", "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.8,*/*;q=0.5")
	r, err := client.Do(request)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // without the address, which belongs into no log
	}
	if err != nil && !errors.Is(err, models.ErrOffline) && !errors.Is(err, models.ErrPrivateAddress) {
		err = fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return r, err
}

// follow says what a response's status means: where it leads on to, that it is the page, or why not. The guard's client follows
// nothing by itself; each step is checked by it like the first.
func follow(r *http.Response) (next string, err error) {
	why := ErrFailed
	switch code := r.StatusCode; {
	case code == http.StatusOK:
		return "", nil
	case slices.Contains([]int{301, 302, 303, 307, 308}, code):
		to, err := r.Location()
		if err != nil {
			return "", fmt.Errorf("%w: status %d leads nowhere", ErrFailed, r.StatusCode)
		}
		return Address(to.String())
	case code == http.StatusNotFound || code == http.StatusGone:
		why = ErrMissing
	case code == http.StatusUnauthorized:
		why = ErrLogin
	case code >= 400 && code < 500:
		why = ErrRefused
	}
	return "", fmt.Errorf("%w: status %d", why, r.StatusCode)
}

// body reads a response to its end, of which a compressed one says nothing.
func body(r *http.Response) (raw []byte, err error) {
	defer func() { _ = r.Body.Close() }() // what was read counts
	if r.ContentLength <= maxBytes {
		raw, err = io.ReadAll(io.LimitReader(r.Body, maxBytes+1))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	case max(int64(len(raw)), r.ContentLength) > maxBytes:
		return nil, fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, maxBytes)
	}
	return raw, nil
}
