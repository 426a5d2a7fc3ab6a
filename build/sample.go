package build

import (
	"embed"
	"io/fs"
)

//go:embed all:sample
var sample embed.FS

// Sample gives the sample course, one sub-folder a module.
func Sample() fs.FS {
	sub, err := fs.Sub(sample, "sample")
	if err != nil {
		return sample
	}
	return sub
}
