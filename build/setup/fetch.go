package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetch makes sure that the archive is in the cache with the right hash, asking the registry's own client if it is not.
func (s setup) fetch(a artefact) (string, error) {
	path := filepath.Join(s.cache, a.Archive)
	switch sum, err := hashFile(path); {
	case err == nil && sum == a.SHA256:
		return path, nil
	case err == nil:
		// A half-finished or changed archive: the client would take it for done.
		if err := os.Remove(path); err != nil {
			return "", fmt.Errorf("remove a damaged archive: %w", err)
		}
	case !errors.Is(err, os.ErrNotExist):
		return "", err
	}
	s.say("fetching %s %s (%s package %s)", a.Name, a.Version, a.Registry, a.Package)
	if err := os.MkdirAll(s.cache, 0o755); err != nil {
		return "", err
	}
	if err := s.ask(a); err != nil {
		return "", fmt.Errorf("%s could not be fetched: %w\n  Check the connection and try again, or put %s of the %s package %s %s into %s yourself (SHA-256 %s).",
			a.Name, err, a.Archive, a.Registry, a.Package, a.Version, s.cache, a.SHA256)
	}
	sum, err := hashFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: the %s client did not leave %s in %s: %w", a.Name, a.Registry, a.Archive, s.cache, err)
	}
	if sum != a.SHA256 {
		return "", fmt.Errorf("%s: %s has SHA-256 %s and not %s as in the manifest; it is not used", a.Name, a.Archive, sum, a.SHA256)
	}
	return path, nil
}

// ask runs the registry's client.
func (s setup) ask(a artefact) error {
	switch a.Registry {
	case "npm":
		return s.run("npm (comes with Node.js)", "npm", "pack", "--silent", a.Package+"@"+a.Version)
	case "pypi":
		python := "python3"
		if _, err := exec.LookPath(python); err != nil {
			python = "python"
		}
		return s.run("Python 3 with pip", python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
			"--only-binary=:all:", "--platform", a.Platform, "--dest", ".", a.Package+"=="+a.Version)
	}
	return fmt.Errorf("unknown registry %q", a.Registry)
}

// run starts a client in the cache folder; its output is shown only when it fails.
func (s setup) run(what, name string, args ...string) error {
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Errorf("%s is not installed", what)
	}
	var said bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.cache, &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", what, err, strings.TrimSpace(said.String()))
	}
	return nil
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
