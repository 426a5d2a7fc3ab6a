package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ibid/store"
)

// Repair checks all of the index in a data folder and mends it from the texts that it keeps: no file of the student is read, and the
// word index is made anew in any case. An index that is beyond that is put aside, and a new one has what could be saved. on is
// told what is looked at. It returns what was wrong. The data folder must not be open in this process; its errors are Problems, such as
// in_use while another one reads the folders.
func Repair(ctx context.Context, o Options, on func(part string)) ([]Check, error) {
	dir := absolute(o.DataDir)
	log, file := Log(dir)
	defer file.Close()
	if _, err := os.Stat(filepath.Join(dir, store.FileName)); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	lock, err := store.LockIngest(dir)
	if err != nil {
		return nil, ProblemOf(err, log)
	}
	defer func() { _ = lock.Unlock() }() // it ends with the process at the latest
	damages, err := repair(ctx, dir, on)
	for _, d := range damages {
		log.Warn("repair", "part", d.Part, "count", d.Count, "first", d.First)
	}
	if errors.Is(err, store.ErrCorrupt) {
		log.Warn("beyond repair", "error", err)
		saved, err := store.Salvage(ctx, dir, time.Now().Format("20060102-150405"))
		if err != nil {
			return nil, ProblemOf(err, log)
		}
		p := problem("salvaged", fmt.Sprintf("modules: %d, conversations: %d, copy: %s", saved.Modules, saved.Conversations, filepath.Base(saved.Copy)))
		return []Check{{Name: "index", Found: dir, Needed: true, Mended: true, Problem: &p}}, nil
	}
	if err != nil {
		return nil, ProblemOf(err, log)
	}
	return indexChecks(dir, damages, true), nil
}

func repair(ctx context.Context, dir string, on func(part string)) (damages []store.Damage, err error) {
	s, err := store.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Repair(ctx, func(p store.Part) { on(string(p)) })
}

// FillVectors has the passages embedded that lack a vector, unless another process does that. on is told how many documents are left.
// That there is no embedder is for Doctor to say.
func (a *App) FillVectors(ctx context.Context, on func(documents int)) error {
	lock, err := store.LockIngest(a.dataDir)
	if errors.Is(err, store.ErrLocked) {
		return nil
	}
	if err != nil {
		return a.fail(err)
	}
	defer func() { _ = lock.Unlock() }()
	if _, err := a.embedderIdentity(ctx); err != nil {
		return nil
	}
	return a.fail(a.ingester.Embed(ctx, on))
}

// indexChecks is a line for each part of the index that is, or was, damaged; it is empty when there is none.
func indexChecks(dir string, damages []store.Damage, mended bool) (checks []Check) {
	for _, d := range damages {
		code := "damaged_"
		if mended {
			code = "mended_"
		}
		p := problem(code+string(d.Part), fmt.Sprint(d.Count))
		checks = append(checks, Check{Name: "index: " + string(d.Part), Found: dir, Needed: true, Mended: mended, Problem: &p})
	}
	return checks
}
