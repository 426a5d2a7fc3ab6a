package app

import (
	"context"
	"errors"
	"fmt"

	"ibid/app/models"
	"ibid/ingest"
	"ibid/ingest/extract"
	"ibid/store"
)

// Check is one thing that the doctor looked at.
type Check struct {
	Name    string   `json:"name"`
	Found   string   `json:"found"`
	Needed  bool     `json:"needed"` // Ibid does not work well without it
	Problem *Problem `json:"problem,omitempty"`
	Mended  bool     `json:"mended,omitempty"` // the problem is no more
}

// Doctor says what works on this machine and what does not. on is told which part of the index is looked at, which takes seconds
// in a large one.
func (a *App) Doctor(ctx context.Context, on func(part string)) ([]Check, error) {
	checks, err := a.checkIndex(ctx, on)
	if err != nil {
		return nil, a.fail(err)
	}
	h := a.HealthContext(ctx)
	meaning := Check{Name: "search by meaning", Needed: true, Found: h.Embedder.Name, Problem: h.Embedder.Problem}
	folders := Check{Name: "changes in folders", Found: "noticed at once"}
	if why, err := ingest.NotWatched(ctx, a.store); err != nil {
		return nil, a.fail(err)
	} else if why != "" {
		p := problem(ingest.WatchLimit, "")
		folders.Problem = &p
	}
	ollama := Check{Name: "Ollama", Found: fmt.Sprintf("%s, %d models", h.Ollama.URL, len(h.Ollama.Models)), Problem: h.Ollama.Problem}
	return append(checks, folders, meaning, ollama, recordingsCheck(), a.picturesCheck(ctx)), nil
}

// recordingsCheck says what FFmpeg adds, or would.
func recordingsCheck() Check {
	c := Check{Name: "FFmpeg", Found: "every kind of recording is heard"}
	if !extract.HasFFmpeg() {
		p := problem("no_ffmpeg", "")
		c.Problem = &p
	}
	return c
}

// picturesCheck says what Tesseract adds, or would.
func (a *App) picturesCheck(ctx context.Context) Check {
	c := Check{Name: "Tesseract"}
	if t := a.ocr.installed(ctx); t != nil {
		c.Found = "scans and pictures are read in " + t.Languages()
	} else {
		p := problem("no_tesseract", "")
		c.Problem = &p
	}
	return c
}

// checkIndex is what is wrong with the index, part by part, or a line that nothing is.
func (a *App) checkIndex(ctx context.Context, on func(part string)) ([]Check, error) {
	damages, err := a.store.Check(ctx, func(p store.Part) { on(string(p)) })
	index := Check{Name: "index", Needed: true, Found: a.dataDir}
	switch {
	case errors.Is(err, store.ErrCorrupt):
		a.log.Error("check index", "error", err)
		p := problem("damaged_file", "")
		index.Problem = &p
	case err != nil:
		return nil, err
	}
	for _, d := range damages {
		a.log.Warn("check index", "part", d.Part, "count", d.Count, "first", d.First)
	}
	if checks := indexChecks(a.dataDir, damages, false); len(checks) > 0 {
		return checks, nil
	}
	return []Check{index}, nil
}

// PullModel has Ollama download a model, which the student started.
func (a *App) PullModel(ctx context.Context, name string, on func(models.Progress)) error {
	o, err := a.ollamaClient()
	if err == nil {
		err = o.Pull(ctx, name, on)
	}
	return a.fail(err)
}
