package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// SampleCourse puts the sample course into the data folder and makes its modules, for a student who wants to look before
// choosing a folder of their own.
func (a *App) SampleCourse() ([]ModuleInfo, error) {
	if a.options.Sample == nil {
		return nil, a.fail(problem("not_found", "the sample course is not in this build"))
	}
	dir := filepath.Join(a.dataDir, "sample")
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		if err := copyWhole(dir, a.options.Sample); err != nil {
			return nil, a.fail(fmt.Errorf("copy the sample course: %w", err))
		}
	}
	names, err := fs.ReadDir(a.options.Sample, ".")
	if err != nil {
		return nil, a.fail(err)
	}
	var out []ModuleInfo
	for _, n := range names {
		if !n.IsDir() {
			continue
		}
		m, err := a.addSample(filepath.Join(dir, n.Name()))
		if err != nil {
			return nil, a.fail(err)
		}
		out = append(out, m)
	}
	return out, nil
}

// copyWhole makes a folder of files that is there whole or not at all.
func copyWhole(dir string, files fs.FS) error {
	part, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+"-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(part) }() // gone already where all went well
	whole := filepath.Join(part, "whole")     // MkdirTemp's own folder has narrower permissions
	if err := os.CopyFS(whole, files); err != nil {
		return err
	}
	return os.Rename(whole, dir)
}

// addSample makes a module of a folder of the sample course. It lies in the data folder, where AddFolder takes none.
func (a *App) addSample(dir string) (ModuleInfo, error) {
	modules, err := a.store.Modules(a.ctx)
	if err != nil {
		return ModuleInfo{}, err
	}
	for _, m := range modules {
		if m.Dir == dir {
			return a.goOn(m)
		}
	}
	return a.createModule(filepath.Base(dir), dir, false)
}
