package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// indexName is the list of the assets that the program reads to unpack and check them.
const indexName = "models.json"

// setup knows where things lie and what they are made for.
type setup struct {
	manifest, cache, assets string
	system, arch            string
	say                     func(format string, args ...any)
}

// index is the form of indexName.
type index struct {
	Files []entry `json:"files"`
}

type entry struct {
	Role   string `json:"role"`
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// check says what is missing or changed.
func (s setup) check() error {
	m, err := readManifest(s.manifest)
	if err != nil {
		return err
	}
	for _, a := range m.Artefacts {
		files := a.wanted(s.system, s.arch)
		if len(files) == 0 {
			return fmt.Errorf("%s %s is not published for %s/%s", a.Name, a.Version, s.system, s.arch)
		}
		for _, f := range files {
			for _, o := range f.outputs() {
				if !s.has(o) {
					return fmt.Errorf("%s is missing or changed: make setup", filepath.Join(s.assets, o.As))
				}
			}
		}
	}
	return nil
}

// make fetches, converts and writes what is missing.
func (s setup) make() error {
	m, err := readManifest(s.manifest)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.assets, 0o755); err != nil {
		return err
	}
	var list index
	for _, a := range m.Artefacts {
		files := a.wanted(s.system, s.arch)
		if len(files) == 0 {
			return fmt.Errorf("%s %s is not published for %s/%s", a.Name, a.Version, s.system, s.arch)
		}
		for _, f := range files {
			if err := s.provide(a, f); err != nil {
				return err
			}
			for _, o := range f.outputs() {
				info, err := os.Stat(filepath.Join(s.assets, o.As))
				if err != nil {
					return err
				}
				list.Files = append(list.Files, entry{o.Role, o.As, info.Size(), o.SHA256})
			}
		}
	}
	return s.finish(list)
}

// provide makes sure that all outputs of a file are there.
func (s setup) provide(a artefact, f file) error {
	missing := false
	for _, o := range f.outputs() {
		missing = missing || !s.has(o)
	}
	if !missing {
		return nil
	}
	archive, err := s.fetch(a)
	if err != nil {
		return err
	}
	data, err := takeOut(archive, f.Path)
	if err != nil {
		return err
	}
	if sum := hash(data); sum != f.SHA256 {
		return fmt.Errorf("%s in %s has SHA-256 %s and not %s as in the manifest", f.Path, archive, sum, f.SHA256)
	}
	if len(f.Make) == 0 {
		return s.write(f.outputs()[0], data)
	}
	s.say("converting %s", a.Name)
	for _, o := range f.Make {
		convert := converters[o.Role]
		if convert == nil {
			return fmt.Errorf("convert %s to %s: nothing is known that makes a %s", f.Path, o.As, o.Role)
		}
		made, err := convert(data)
		if err != nil {
			return fmt.Errorf("convert %s to %s: %w", f.Path, o.As, err)
		}
		if err := s.write(o, made); err != nil {
			return err
		}
	}
	return nil
}

func (s setup) has(o output) bool {
	sum, err := hashFile(filepath.Join(s.assets, o.As))
	return err == nil && sum == o.SHA256
}

// write puts one asset in place whole, and only with the hash that the manifest promises.
func (s setup) write(o output, data []byte) error {
	if sum := hash(data); sum != o.SHA256 {
		return fmt.Errorf("%s came out with SHA-256 %s and not %s as in the manifest", o.As, sum, o.SHA256)
	}
	return replace(filepath.Join(s.assets, o.As), data)
}

// finish writes the index and removes what another system or an older manifest left.
func (s setup) finish(list index) error {
	keep := map[string]bool{".gitkeep": true, indexName: true}
	for _, e := range list.Files {
		keep[e.Name] = true
	}
	old, err := os.ReadDir(s.assets)
	if err != nil {
		return err
	}
	for _, e := range old {
		if !keep[e.Name()] {
			if err := os.Remove(filepath.Join(s.assets, e.Name())); err != nil {
				return err
			}
		}
	}
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	path := filepath.Join(s.assets, indexName)
	if now, err := os.ReadFile(path); err == nil && string(now) == string(data) {
		return nil // the same time stamp: nothing is built again for it
	}
	return replace(path, data)
}

func replace(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}
