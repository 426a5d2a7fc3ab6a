//go:build noassets

// Package build names where a development build finds the models and runtimes that a release carries inside.
package build

import (
	"io/fs"
	"os"
)

// Assets gives the models and runtimes with their index, models.json, from the folder in IBID_ASSETS, by default that of
// the project when the program is started there.
func Assets() fs.FS {
	dir := os.Getenv("IBID_ASSETS")
	if dir == "" {
		dir = "build/assets"
	}
	return os.DirFS(dir)
}
