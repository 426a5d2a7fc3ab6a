//go:build !noassets

// Package build carries the models and runtimes inside the binary. They are made by the setup program from the manifest.
package build

import (
	"embed"
	"io/fs"
)

//go:embed all:assets
var assets embed.FS

// Assets gives the models and runtimes with their index, models.json. Without a set-up it is empty.
func Assets() fs.FS {
	sub, err := fs.Sub(paged{assets}, "assets")
	if err != nil {
		return assets
	}
	return sub
}
