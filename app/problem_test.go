package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"syscall"
	"testing"

	"ibid/app/models"
	"ibid/ingest"
	"ibid/ingest/extract"
	"ibid/store"
)

func TestEveryCodeHasWords(t *testing.T) {
	for _, code := range []string{
		extract.Unsupported, extract.Empty, extract.NoText, extract.Encrypted, extract.Damaged, extract.TooLarge, extract.TimedOut,
		ingest.NotThere, ingest.NotAFolder, ingest.IsModule, ingest.InsideModule, ingest.AroundModule, ingest.IsDataFolder,
		ingest.ConfirmHome, ingest.ConfirmLarge, ingest.FolderMissing, ingest.WatchLimit, ingest.EmbedderFailing, ingest.StoreFailing,
		ingest.DiskFull, ingest.Denied, ingest.Unreadable, ingest.Crashed, ingest.Internal, ingest.FolderDenied, ingest.LinkOutside,
		ingest.LinkFolder, ingest.LinkBroken, ingest.NotAFile, ingest.TooDeep, ingest.CloudOnly,
	} {
		if _, ok := words[code]; !ok {
			t.Errorf("no words for the code %q", code)
		}
	}
	for _, c := range codes {
		if _, ok := words[c.code]; !ok {
			t.Errorf("no words for the code %q of %v", c.code, c.err)
		}
	}
	for code, p := range words {
		if p.Title == "" || p.Detail == "" || !strings.HasSuffix(p.Action, ".") {
			t.Errorf("%s: a problem says what happened, what it means and what to do: %+v", code, p)
		}
	}
}

func TestProblemOf(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, c := range []struct {
		err  error
		code string
	}{
		{fmt.Errorf("open: %w", store.ErrNewerSchema), "newer_database"},
		{fmt.Errorf("write: %w", store.ErrDiskFull), "disk_full"},
		{&models.Error{Kind: models.ErrModelMissing, Model: "x"}, "model_missing"},
		{fmt.Errorf("try: %w", models.ErrUnfitVectors), "unfit_vectors"},
		{fmt.Errorf("%w: no library", models.ErrRuntime), "no_runtime"},
		{fmt.Errorf("%w (no embedder)", models.ErrNoModels), "no_models"},
		{&ingest.FolderError{Code: ingest.ConfirmLarge}, "confirm_large"},
		{Problem{Code: "own"}, "own"},
	} {
		if got := ProblemOf(c.err, logger); got.Code != c.code {
			t.Errorf("ProblemOf(%v) = %q, want %q", c.err, got.Code, c.code)
		}
	}
	if log.Len() > 0 {
		t.Errorf("known errors were logged: %s", &log)
	}
	p := ProblemOf(errors.New("secret path /home/x"), logger)
	if p.Code != "internal" || strings.Contains(p.Error(), "secret") {
		t.Errorf("an unknown error reaches the screen: %+v", p)
	}
	if !strings.Contains(log.String(), "secret path") {
		t.Error("an unknown error is not in the log")
	}
}

// Of what a reader says about a file only the name of a format is for the student.
func TestDocumentProblem(t *testing.T) {
	if p := documentProblem(store.Document{Problem: store.Failure{Code: "unsupported", Detail: "doc"}}); p == nil || !strings.Contains(p.Detail, "doc") {
		t.Errorf("an old format: %+v", p)
	}
	if p := documentProblem(store.Document{Problem: store.Failure{Code: "damaged", Detail: "zip: checksum error"}}); p == nil || p.Title == "" || strings.Contains(p.Detail, "checksum") {
		t.Errorf("a damaged file: %+v", p)
	}
	for format, want := range map[string]string{"mkv": "subtitles", "jpg": "PDF with text", "mat": "Save it as PDF, PPTX"} {
		if p := documentProblem(store.Document{Problem: store.Failure{Code: "unsupported", Detail: format}}); p == nil || !strings.Contains(p.Action, want) {
			t.Errorf("%s: %+v, want %q", format, p, want)
		}
	}
	if p := documentProblem(store.Document{}); p != nil {
		t.Errorf("nothing is wrong: %+v", p)
	}
}

func TestAFailingEmbedderSaysWhy(t *testing.T) {
	for _, c := range []struct {
		err   error
		cause string
	}{
		{fmt.Errorf("ask the embedder: %w", &models.Error{Kind: models.ErrUnfitVectors, Server: "Ollama", Model: "x"}), "unfit_vectors"},
		{fmt.Errorf("ask the embedder: %w (no embedder)", models.ErrNoModels), "no_models"},
		{fmt.Errorf("%w: no library", models.ErrRuntime), "no_runtime"},
		{&models.Error{Kind: models.ErrUnreachable, Server: "Ollama"}, "ollama_unreachable"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "disk_full"},
	} {
		p := standingProblem(store.Failure{Code: ingest.EmbedderFailing, Detail: c.err.Error()})
		if p.Code != ingest.EmbedderFailing || !strings.Contains(p.Detail, words[c.cause].Title) || p.Action != words[c.cause].Action {
			t.Errorf("%v: %+v", c.err, p)
		}
	}
	if p := standingProblem(store.Failure{Code: ingest.EmbedderFailing, Detail: "secret /path"}); p != problem(ingest.EmbedderFailing, "") {
		t.Errorf("an unknown cause: %+v", p)
	}
}

// A file that has bytes and no text is not told to be empty.
func TestEmptyIsSaidOfNoBytesOnly(t *testing.T) {
	for detail, want := range map[string]string{extract.NoBytes: "Empty file", "text without text": "No text in it"} {
		if p := documentProblem(store.Document{Problem: store.Failure{Code: extract.Empty, Detail: detail}}); p == nil || p.Title != want {
			t.Errorf("%s: %+v", detail, p)
		}
	}
}
