//go:build !linux

package build

import "io/fs"

// paged is embedded files; the system sees to their memory by itself.
type paged struct{ fs.FS }
