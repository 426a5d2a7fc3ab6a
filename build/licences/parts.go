package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// artefacts reads what the manifest of models and runtimes says.
func artefacts(path string) ([]part, error) {
	var m struct {
		Artefacts []struct{ Name, Version, Licence, Page string }
	}
	if err := readJSON(path, &m); err != nil {
		return nil, err
	}
	var out []part
	for _, a := range m.Artefacts {
		out = append(out, part{a.Name, a.Version, a.Licence, a.Page})
	}
	return out, nil
}

// goModules lists the modules of the window's build on the three systems, with the licence that each carries.
func goModules() ([]part, error) {
	seen := map[string]part{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-e", "-deps", "-tags", "sqlite_fts5,desktop,production,webkit2_41",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=1", "GOFLAGS=")
		var said bytes.Buffer
		cmd.Stderr = &said
		list, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("list the modules for %s: %w\n%s", system, err, said.String())
		}
		for line := range strings.Lines(string(list)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) == 3 && f[2] != "" {
				if _, ok := seen[f[0]]; !ok {
					licence, holder := licenceIn(f[2])
					if licence == "" {
						licence, holder = stated[f[0]].licence, stated[f[0]].holder
					}
					seen[f[0]] = part{f[0], f[1], licence, holder}
				}
			}
		}
	}
	return sorted(seen), nil
}

// licenceIn reads the licence file of a folder. Of several the first decides: LICENSE before LICENSE-MIT.
func licenceIn(dir string) (name, holder string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", ""
	}
	for _, f := range files {
		upper := strings.ToUpper(f.Name())
		if f.IsDir() || !strings.HasPrefix(upper, "LICEN") && !strings.HasPrefix(upper, "COPYING") && upper != "UNLICENSE" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			continue
		}
		if name = nameOf(string(text)); name != "" {
			return name, holderOf(string(text))
		}
	}
	return "", ""
}

// npmPackages lists the packages that the page is made of: the named ones, Svelte, which is compiled into it, and what they
// need.
func npmPackages(lock, project string) ([]part, error) {
	type entry struct {
		Version, License               string
		Dependencies, PeerDependencies map[string]string
	}
	var locked struct{ Packages map[string]entry }
	var named struct{ Dependencies map[string]string }
	if err := readJSON(lock, &locked); err != nil {
		return nil, err
	}
	if err := readJSON(project, &named); err != nil {
		return nil, err
	}
	queue := []string{"svelte"}
	for name := range named.Dependencies {
		queue = append(queue, name)
	}
	seen := map[string]part{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		p, ok := locked.Packages["node_modules/"+name]
		if _, done := seen[name]; done || !ok {
			continue
		}
		dir := filepath.Join(filepath.Dir(lock), "node_modules", filepath.FromSlash(name))
		_, holder := licenceIn(dir)
		seen[name] = part{name, p.Version, p.License, holder}
		for next := range p.Dependencies {
			queue = append(queue, next)
		}
		for next := range p.PeerDependencies {
			queue = append(queue, next)
		}
	}
	return sorted(seen), nil
}

func sorted(parts map[string]part) []part {
	var out []part
	for _, p := range parts {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return out
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
