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
		if err := os.CopyFS(dir, a.options.Sample); err != nil {
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
		m, err := a.AddFolder(filepath.Join(dir, n.Name()), "", false)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}
