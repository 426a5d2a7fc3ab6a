package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// WhisperProgram is whisper-cli of whisper.cpp, or a program that takes its arguments and writes its JSON. It runs as a child process
// with limits.
type WhisperProgram struct {
	Path     string // of the program
	Model    string // path of the model's file; "" = the program's own
	Language string // ISO 639-1; "" = the program finds it out
	Dir      string // for the sound and the answer; made when needed
}

const (
	whisperMemory  = 8 << 30 // the largest model takes four
	whisperThreads = 2
)

// Name implements Whisper.
func (w *WhisperProgram) Name() string {
	return strings.Join([]string{"program", filepath.Base(w.Path), filepath.Base(w.Model), w.Language}, " ")
}

// Transcribe implements Whisper.
func (w *WhisperProgram) Transcribe(ctx context.Context, wav []byte, seconds float64) (Heard, error) {
	if err := os.MkdirAll(w.Dir, 0o700); err != nil {
		return Heard{}, err
	}
	dir, err := os.MkdirTemp(w.Dir, "")
	if err != nil {
		return Heard{}, err
	}
	defer os.RemoveAll(dir)
	file, answer := filepath.Join(dir, "sound.wav"), filepath.Join(dir, "answer")
	if err := os.WriteFile(file, wav, 0o600); err != nil {
		return Heard{}, err
	}
	language := w.Language
	if language == "" {
		language = "auto"
	}
	args := []string{"-f", file, "-oj", "-of", answer, "-l", language, "-np", "-t", strconv.Itoa(whisperThreads)}
	if w.Model != "" {
		args = append(args, "-m", w.Model)
	}
	if err := w.run(ctx, args); err != nil {
		return Heard{}, err
	}
	text, err := readAnswer(answer + ".json")
	if err != nil {
		return Heard{}, w.fail(ErrBadReply, err.Error())
	}
	heard, err := readOffsets(text, seconds)
	if err != nil {
		return Heard{}, w.fail(ErrBadReply, err.Error())
	}
	return heard, nil
}

// run waits for the program, which is ended with ctx.
func (w *WhisperProgram) run(ctx context.Context, args []string) error {
	var said tail
	cmd := exec.CommandContext(ctx, w.Path, args...)
	cmd.Stderr, cmd.WaitDelay = &said, 2*time.Second
	if err := cmd.Start(); err != nil {
		return w.fail(ErrUnreachable, err.Error())
	}
	limitMemory(cmd.Process.Pid, whisperMemory)
	err := cmd.Wait()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return w.fail(ErrStalled, "")
	case err != nil:
		return w.fail(ErrServer, string(said)+" "+err.Error())
	}
	return nil
}

func (w *WhisperProgram) fail(kind error, said string) *Error {
	return &Error{Kind: kind, Server: filepath.Base(w.Path), Said: oneLine(said)}
}

// tail keeps the end of what a program says.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	if over := len(*t) - maxSaid; over > 0 {
		*t = append((*t)[:0], (*t)[over:]...)
	}
	return len(p), nil
}

func readAnswer(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.New("the program wrote no answer")
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, whisperReply+1))
	if err == nil && len(text) > whisperReply {
		err = errors.New("more than an answer can be")
	}
	return text, err
}

// readOffsets reads the JSON of whisper-cli, whose times are milliseconds.
func readOffsets(text []byte, seconds float64) (Heard, error) {
	var reply struct {
		Transcription []struct {
			Offsets struct {
				From float64 `json:"from"`
				To   float64 `json:"to"`
			} `json:"offsets"`
			Text string `json:"text"`
		} `json:"transcription"`
	}
	// The program cuts what it writes between bytes, so that letters may be broken.
	if err := json.Unmarshal([]byte(strings.ToValidUTF8(string(text), "")), &reply); err != nil || reply.Transcription == nil {
		return Heard{}, fmt.Errorf("no JSON of a transcription")
	}
	var list []heardSegment
	for _, s := range reply.Transcription {
		list = append(list, heardSegment{start: s.Offsets.From / 1000, end: s.Offsets.To / 1000, text: s.Text})
	}
	return Heard{Sentences: sentences(list, seconds)}, nil
}
