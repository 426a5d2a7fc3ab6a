package models

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
)

// WhisperServer is an endpoint of the shape that OpenAI's /v1/audio/transcriptions and whisper.cpp's /inference share. Beyond this
// computer it counts as a model on another one.
type WhisperServer struct {
	Address  *url.URL // see WhisperURL
	Model    string   // "" = the server's own
	Language string   // ISO 639-1; "" = the server finds it out
	Keys     Keys     // asked for each piece; that there is none is no error
	Guard    *Guard
}

// WhisperURL is the address of an endpoint: that of a server alone means OpenAI's path on it.
func WhisperURL(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, errors.New("the address of the transcriber is none such as http://127.0.0.1:8080")
	}
	if path := strings.Trim(u.Path, "/"); path == "" || path == "v1" {
		u.Path = "/v1/audio/transcriptions"
	}
	return u, nil
}

// Name implements Whisper.
func (w *WhisperServer) Name() string {
	return strings.Join([]string{"server", w.Address.Host, w.Address.Path, w.Model, w.Language}, " ")
}

// remote reports whether it is on another computer.
func (w *WhisperServer) remote() bool { return !IsLocalHost(w.Address.Host) }

// Transcribe implements Whisper.
func (w *WhisperServer) Transcribe(ctx context.Context, wav []byte, seconds float64) (Heard, error) {
	if err := w.Guard.Policy().Check(Target{Use: UseTranscriber, Host: w.Address.Host}); err != nil {
		return Heard{}, err
	}
	key, noKey := w.Keys.Key(ctx)
	if noKey != nil && !errors.Is(noKey, ErrKeyMissing) && !errors.Is(noKey, ErrKeyring) { // many servers want none
		return Heard{}, noKey
	}
	if !key.Empty() && w.remote() && w.Address.Scheme != "https" {
		return Heard{}, w.fail(key, ErrKeyRejected, "a key is sent over https only")
	}
	body, kind, err := w.form(wav)
	if err != nil {
		return Heard{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.Address.String(), body)
	if err != nil {
		return Heard{}, err
	}
	request.Header.Set("Content-Type", kind)
	if !key.Empty() {
		request.Header.Set("Authorization", "Bearer "+key.secret())
	}
	client := w.Guard.Client(UseTranscriber)
	defer client.CloseIdleConnections()
	reply, err := client.Do(request)
	if err != nil {
		return Heard{}, w.broken(ctx, key, err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(io.LimitReader(reply.Body, whisperReply+1))
	switch {
	case err != nil:
		return Heard{}, w.broken(ctx, key, err)
	case reply.StatusCode != http.StatusOK:
		err := w.refused(key, reply.StatusCode, text)
		if errors.Is(err, ErrKeyRejected) && errors.Is(noKey, ErrKeyring) {
			return Heard{}, noKey
		}
		return Heard{}, err
	case len(text) > whisperReply:
		return Heard{}, w.fail(key, ErrBadReply, "more than an answer can be")
	}
	heard, err := readVerbose(text, seconds)
	if err != nil {
		return Heard{}, w.fail(key, ErrBadReply, err.Error())
	}
	return heard, nil
}

// form is the request: both servers pass over the fields that they do not know.
func (w *WhisperServer) form(wav []byte) (io.Reader, string, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	file, err := form.CreateFormFile("file", "lecture.wav") // the student's own name for it stays here
	if err == nil {
		_, err = file.Write(wav)
	}
	fields := [][2]string{{"response_format", "verbose_json"}, {"temperature", "0"}, {"timestamp_granularities[]", "segment"}}
	if w.Model != "" {
		fields = append(fields, [2]string{"model", w.Model})
	}
	if w.Language != "" {
		fields = append(fields, [2]string{"language", w.Language})
	}
	for _, f := range fields {
		err = errors.Join(err, form.WriteField(f[0], f[1]))
	}
	return &b, form.FormDataContentType(), errors.Join(err, form.Close())
}

// readVerbose reads a reply in the format verbose_json. One without segments has its text over the whole sound.
func readVerbose(text []byte, seconds float64) (Heard, error) {
	var reply struct {
		Text     *string         `json:"text"`
		Error    json.RawMessage `json:"error"`
		Segments []struct {
			Start      *float64          `json:"start"`
			End        *float64          `json:"end"`
			Text       string            `json:"text"`
			Tokens     []json.RawMessage `json:"tokens"`
			AvgLogProb float64           `json:"avg_logprob"`
		} `json:"segments"`
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return Heard{}, errors.New("no JSON of a transcriber")
	}
	if reply.Text == nil && reply.Segments == nil {
		return Heard{}, fmt.Errorf("no text in the reply: %s", reply.Error)
	}
	var heard Heard
	var list []heardSegment
	for _, s := range reply.Segments {
		segment := heardSegment{end: seconds, text: s.Text}
		if s.Start != nil {
			segment.start = *s.Start
		}
		if s.End != nil {
			segment.end = *s.End
		}
		list = append(list, segment)
		if s.AvgLogProb < 0 {
			heard.Tokens += len(s.Tokens)
			heard.LogProb += float64(len(s.Tokens)) * s.AvgLogProb
		}
	}
	if reply.Segments == nil {
		list = []heardSegment{{end: seconds, text: *reply.Text}}
	}
	heard.Sentences = sentences(list, seconds)
	return heard, nil
}

func (w *WhisperServer) fail(key Key, kind error, said string) *Error {
	return &Error{Kind: kind, Server: "transcriber (" + w.Address.Host + ")", Model: w.Model, Said: oneLine(key.hide(said))}
}

func (w *WhisperServer) broken(ctx context.Context, key Key, err error) error {
	kind := transportKind(err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		kind = ErrStalled
	case kind == nil:
		kind = ErrCutOff
	}
	return w.fail(key, kind, err.Error())
}

// refused reads a reply that is an error: {"error": {"message": …}} or {"error": …}.
func (w *WhisperServer) refused(key Key, status int, text []byte) error {
	var reply struct {
		Error json.RawMessage `json:"error"`
	}
	var inner openRouterError
	if json.Unmarshal(text, &reply) == nil && json.Unmarshal(reply.Error, &inner) != nil {
		_ = json.Unmarshal(reply.Error, &inner.Message) // what is neither says nothing
	}
	kind := inner.kind(status)
	switch {
	case status < 400, status == http.StatusNotFound && !strings.Contains(strings.ToLower(inner.Message), "model"):
		kind = ErrBadReply
	case status == http.StatusForbidden:
		kind = ErrKeyRejected
	}
	e := w.fail(key, kind, inner.Message)
	e.Status = status
	return e
}
