package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ibid/app/models"
)

const article = `<html><title>Memory</title><body><p>Echoic memory holds what was heard for about four seconds.</p></body></html>`

// site is a server of pages, and a client that is let to it and follows nothing, as the guard's.
func site(t *testing.T) (*http.ServeMux, string, *http.Client) {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return mux, server.URL, client
}

// answers is a handler that answers with a type and a body.
func answers(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func TestFetch(t *testing.T) {
	mux, at, client := site(t)
	long := strings.Repeat("What was heard is kept for a while. ", 100)
	latin := "<html><body><p>Das Ged\xe4chtnis hat drei Stufen, und jede hält anders lang an.</p></body></html>"
	latin = strings.ReplaceAll(latin, "ä", "\xe4")
	login := `<html><body><h1>Welcome back, please give your name and password</h1><form><input name=u><input type="password" name=p></form></body></html>`
	pages := map[string]struct {
		handler http.HandlerFunc
		end     string
		want    error
		holds   string
	}{
		"/page":          {answers("text/html", article), "html", nil, "four seconds"},
		"/Node.js":       {answers("text/html; charset=utf-8", "<p>"+long), "html", nil, long},
		"/paper":         {answers("text/html", "%PDF-1.4\n%%EOF"), "pdf", nil, "%PDF"},
		"/notes.md":      {answers("text/plain", "# Memory\n\nIt fades."), "md", nil, "fades"},
		"/notes":         {answers("text/plain", "Memory fades within a day."), "txt", nil, "fades"},
		"/sort.py":       {answers("text/plain", "def sort(list):\n    return list\n"), "py", nil, "def"},
		"/latin":         {answers("text/html; charset=iso-8859-1", latin), "html", nil, "\ufeff<html><body><p>Das Gedächtnis hat"},
		"/unnamed":       {answers("text/html", latin), "html", nil, "Ged\xe4chtnis"},
		"/moved":         {http.RedirectHandler("/page", http.StatusMovedPermanently).ServeHTTP, "html", nil, "four seconds"},
		"/article/login": {answers("text/html", article), "html", nil, "four seconds"}, // an address of its own, not led to
		"/forum":         {answers("text/html", "<p>"+long+login), "html", nil, "Welcome"},
		"/missing":       {status(404), "", ErrMissing, ""},
		"/gone":          {status(410), "", ErrMissing, ""},
		"/members":       {status(401), "", ErrLogin, ""},
		"/forbidden":     {status(403), "", ErrRefused, ""},
		"/busy":          {status(503), "", ErrFailed, ""},
		"/nothing":       {status(204), "", ErrFailed, ""},
		"/empty":         {answers("text/html", ""), "", ErrNoText, ""},
		"/program":       {answers("text/html", "<html><body><div id=root></div><noscript>You need to enable JavaScript to run this program.</noscript><script>run()</script></body></html>"), "", ErrNoText, ""},
		"/short":         {answers("text/html", "<html><p>Please wait…</p></html>"), "", ErrNoText, ""},
		"/loginform":     {answers("text/html", login), "", ErrLogin, ""},
		"/ledtologin":    {http.RedirectHandler("/cas/login?service=x", http.StatusFound).ServeHTTP, "", ErrLogin, ""},
		"/cas/login":     {answers("text/html", "<html><body><p>Choose the university that you belong to, then go on to its own page.</p></body></html>"), "html", nil, "university"},
		"/picture":       {answers("image/png", "\x89PNG\r\n\x1a\n\x00\x00"), "", ErrFormat, ""},
		"/zip":           {answers("application/zip", "PK\x05\x06"+strings.Repeat("\x00", 18)), "", ErrFormat, ""},
		"/data":          {answers("application/json", `{"a": 1}`), "txt", nil, "a"},
		"/data.json":     {answers("application/json", `{"a": 1}`), "", ErrFormat, ""},
		"/loop":          {http.RedirectHandler("/loop", http.StatusFound).ServeHTTP, "", ErrRedirects, ""},
		"/file":          {http.RedirectHandler("file:///etc/passwd", http.StatusFound).ServeHTTP, "", ErrAddress, ""},
		"/nowhere":       {status(302), "", ErrFailed, ""},
		"/large":         {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", fmt.Sprint(maxBytes+1)) }, "", ErrTooLarge, ""},
		"/bomb":          {bomb, "", ErrTooLarge, ""},
		"/cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte(article))
		}, "", ErrUnreachable, ""},
	}
	for path, p := range pages {
		mux.Handle(path, p.handler)
	}
	for path, p := range pages {
		t.Run(path[1:], func(t *testing.T) {
			page, err := Fetch(t.Context(), client, at+path)
			if !errors.Is(err, p.want) || p.want == nil && err != nil {
				t.Fatalf("error %v, want %v", err, p.want)
			}
			if err != nil && strings.Contains(err.Error(), at) {
				t.Errorf("the address is in the error: %v", err)
			}
			if page.End != p.end || !bytes.Contains(page.Content, []byte(p.holds)) {
				t.Errorf("%q: %q", page.End, page.Content[:min(len(page.Content), 200)])
			}
		})
	}
}

// bomb is small until it is unpacked.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = z.Write(make([]byte, maxBytes+1))
	_ = z.Close()
}

func TestFetchKeepsItsLimits(t *testing.T) {
	mux, at, client := site(t)
	for n := range maxRedirects + 2 {
		to := fmt.Sprintf("/%d", n-1)
		if n == 0 {
			mux.Handle("/0", answers("text/html", article))
			continue
		}
		mux.Handle(fmt.Sprintf("/%d", n), http.RedirectHandler(to, http.StatusFound))
	}
	if _, err := Fetch(t.Context(), client, fmt.Sprintf("%s/%d", at, maxRedirects)); err != nil {
		t.Errorf("as many redirects as are allowed: %v", err)
	}
	if _, err := Fetch(t.Context(), client, fmt.Sprintf("%s/%d", at, maxRedirects+1)); !errors.Is(err, ErrRedirects) {
		t.Errorf("one more: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fetch(ctx, client, at+"/0"); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// A site that never says a word, or one a minute, is given up.
func TestFetchGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return here, nil }}}
		var writer sync.WaitGroup
		writer.Go(func() {
			buffer := make([]byte, 1<<10)
			_, _ = there.Read(buffer)
			for _, c := range []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + article) {
				if _, err := there.Write([]byte{c}); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		})
		start := time.Now()
		if _, err := Fetch(t.Context(), client, "http://example.org/"); !errors.Is(err, ErrSlow) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(start); took != maxTime {
			t.Errorf("took %s", took)
		}
		there.Close()
		writer.Wait()
	})
}

// The guard's own words reach the student; nothing of the address is in an error, since errors are logged.
func TestFetchThroughTheGuard(t *testing.T) {
	_, at, _ := site(t)
	for want, policy := range map[error]models.Policy{models.ErrPrivateAddress: {}, models.ErrOffline: {Offline: true}} {
		guard := models.NewGuard(func() models.Policy { return policy })
		_, err := Fetch(t.Context(), guard.Client(models.UsePage), at+"/secret")
		if !errors.Is(err, want) || errors.Is(err, ErrUnreachable) || strings.Contains(err.Error(), "secret") {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for written, want := range map[string]string{
		"https://Example.ORG":                    "https://example.org/",
		" http://example.org:80/a?b=c#part ":     "http://example.org/a?b=c",
		"HTTPS://example.org:443/":               "https://example.org/",
		"https://example.org:8443/x":             "https://example.org:8443/x",
		"https://bücher.example/ä b":             "https://xn--bcher-kva.example/%C3%A4%20b",
		"http://[2606:4700::1111]:80/":           "http://[2606:4700::1111]/",
		"https://en.wikipedia.org/wiki/Echo_(x)": "https://en.wikipedia.org/wiki/Echo_(x)",
		"ftp://example.org/":                     "",
		"file:///etc/passwd":                     "",
		"javascript:alert(1)":                    "",
		"https:///nothing":                       "",
		"https:example.org":                      "",
		"https://me:secret@example.org/":         "",
		"https://me@example.org/":                "",
		"https://exa mple.org/":                  "",
		"https://example.org/\x00":               "",
		"example.org":                            "",
		"":                                       "",
		"https://example.org/" + strings.Repeat("a", maxAddress): "",
	} {
		got, err := Address(written)
		if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %q, %v; want %q", written, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "exa") { // it would stand in the log
			t.Errorf("%q is in its error: %v", written, err)
		}
		if want != "" {
			if again, err := Address(got); again != got || err != nil {
				t.Errorf("%q: changed once more into %q, %v", got, again, err)
			}
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://example.org/a?b#c", "http://[::1]:80", "https://ü.example", "http://a%2fb/", "https://a:b@c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		address, err := Address(s)
		if err != nil {
			return
		}
		again, err := Address(address)
		if err != nil || again != address || !IsAddress(address) || strings.ContainsAny(address, " \n\x00") {
			t.Errorf("%q: %q, then %q, %v", s, address, again, err)
		}
	})
}
