package models

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func readAll(t testing.TB, body io.Reader) (string, error) {
	t.Helper()
	x := newExchange(t.Context(), Patience{})
	defer x.close()
	bounded := &boundedBody{ReadCloser: io.NopCloser(body), exchange: x, left: maxReply}
	text, err := io.ReadAll(&jsonLines{body: bounded, buf: bufio.NewReaderSize(bounded, maxLine)})
	_, broken := x.end()
	if (err != nil) != (broken != nil) {
		t.Errorf("read ends with %v, the exchange with %v", err, broken)
	}
	return string(text), err
}

func TestJSONLines(t *testing.T) {
	tests := []struct {
		name, in, out string
		err           error
	}{
		{"whole", "{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}\n{\"b\":2}\n", nil},
		{"no line end", "{\"a\":1}", "{\"a\":1}", nil},
		{"blank lines", "\n{}\n\r\n{}\n", "{}\n{}\n", nil},
		{"half a line", "{\"a\":1}\n{\"b\":", "{\"a\":1}\n", io.ErrUnexpectedEOF},
		{"garbage", "{\"a\":1}\nhello\n", "{\"a\":1}\n", errNotJSON},
		{"garbage at the end", "hello", "", errNotJSON},
		{"no object", "3\n", "", errNotJSON},
		{"too long", strings.Repeat("x", maxLine+1), "", errNotJSON},
	}
	for _, tt := range tests {
		for name, in := range map[string]io.Reader{
			"at once": strings.NewReader(tt.in), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.in)),
		} {
			if got, err := readAll(t, in); got != tt.out || !errors.Is(err, tt.err) {
				t.Errorf("%s, %s: %q %v, want %q %v", tt.name, name, got, err, tt.out, tt.err)
			}
		}
	}
}

func TestBoundedBody(t *testing.T) {
	body := &boundedBody{ReadCloser: io.NopCloser(strings.NewReader("12345")), left: 3}
	if text, err := io.ReadAll(body); string(text) != "123" || !errors.Is(err, errTooMuch) {
		t.Errorf("%q %v", text, err)
	}
}

func FuzzJSONLines(f *testing.F) {
	f.Add([]byte("{\"a\":1}\n{\"b\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, _ := readAll(t, bytes.NewReader(data))
		for line := range strings.Lines(text) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q was handed on", line)
			}
		}
	})
}

func TestReadEvents(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"plain", "data: a\n\ndata: b\n\n", []string{"a", "b"}},
		{"comments and other fields", ": wait\n\nevent: x\nid: 3\ndata: a\n\n", []string{"a"}},
		{"two lines", "data: a\ndata: b\n\n", []string{"a\nb"}},
		{"no blank, line ends of Windows", "data:a\r\n\r\n", []string{"a"}},
		{"half an event", "data: a\n\ndata: b\n", []string{"a"}},
		{"half a line", "data: a\n\ndata", []string{"a"}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		var got []string
		err := readEvents(strings.NewReader(tt.in), func(data []byte) error {
			got = append(got, string(data))
			return nil
		})
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %q %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

func FuzzReadEvents(f *testing.F) {
	f.Add([]byte(": x\n\ndata: {\"choices\":[]}\n\ndata: [DONE]\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		total := 0
		err := readEvents(bytes.NewReader(data), func(event []byte) error {
			total += len(event)
			return nil
		})
		if total > len(data) {
			t.Errorf("%d bytes of events from %d", total, len(data))
		}
		if err != nil && !errors.Is(err, errNotJSON) {
			t.Error(err)
		}
	})
}

// A server may read a prompt for minutes, but not pause that long in between.
func TestExchangePatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newExchange(t.Context(), Patience{FirstToken: 10 * time.Minute, NextToken: time.Minute})
		defer x.close()
		time.Sleep(9 * time.Minute)
		x.heard()
		time.Sleep(50 * time.Second)
		x.heard()
		time.Sleep(59 * time.Second)
		if x.stalled() {
			t.Error("given up too early")
		}
		time.Sleep(2 * time.Second)
		if !x.stalled() {
			t.Error("not given up")
		}
	})
}

func FuzzOllamaURL(f *testing.F) {
	for _, s := range []string{"[::1]:11434", "https://box/x", "0.0.0.0", "http://a@b", ":80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := OllamaURL(s, "")
		if err != nil {
			return
		}
		if u.User != nil || u.Port() == "" || u.Hostname() == "" {
			t.Errorf("%q gives %q", s, u)
		}
	})
}
