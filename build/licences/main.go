// Command licences writes build/THIRD_PARTY.md: what the program carries that others wrote, with the licence of each. It
// fails on a licence that would bind Ibid's own code (GPL and its kin) and on one that it does not know.
//
//	go run ./build/licences [-check]
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

const (
	target       = "build/THIRD_PARTY.md"
	manifestFile = "build/manifest.json"
	lockFile     = "frontend/package-lock.json"
	packageFile  = "frontend/package.json"
)

// part is one thing that others wrote.
type part struct {
	name, version, licence, holder string
}

func main() {
	check := flag.Bool("check", false, "only say whether the file is up to date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	models, errM := artefacts(manifestFile)
	modules, errG := goModules()
	packages, errN := npmPackages(lockFile, packageFile)
	if err := errors.Join(errM, errG, errN); err != nil {
		return err
	}
	var bad []error
	for _, list := range [][]part{models, inside, modules, packages} {
		for _, p := range list {
			if err := allowed(p.licence); err != nil {
				bad = append(bad, fmt.Errorf("%s %s: %w", p.name, p.version, err))
			}
		}
	}
	if err := errors.Join(bad...); err != nil {
		return err
	}
	text := page(models, modules, packages)
	old, err := os.ReadFile(target)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case check:
		return fmt.Errorf("%s is out of date: make licences", target)
	}
	return os.WriteFile(target, text, 0o644)
}

func page(models, modules, packages []part) []byte {
	var b bytes.Buffer
	b.WriteString("# What others wrote\n\nIbid is built on the work below; thank you. `make licences` writes this list.\n")
	for _, s := range []struct {
		title string
		parts []part
	}{
		{"Models and runtimes in the binary", models},
		{"Inside Go modules, with a licence of their own", inside},
		{"Go modules in the binary", modules},
		{"npm packages in the window's page", packages},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| name | version | licence | whose |\n|---|---|---|---|\n", s.title)
		for _, p := range s.parts {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", p.name, p.version, p.licence, p.holder)
		}
	}
	return b.Bytes()
}
