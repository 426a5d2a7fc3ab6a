//go:build linux

package store

import (
	"os"
	"strings"
)

// fuseType is the type that the mount of dir has in the mount table, such as "fuse.sshfs"; "fuse" when it is not found.
func fuseType(dir string) string {
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "fuse"
	}
	return mountType(string(table), dir)
}

// mountType finds the longest mount point above dir in a table with the layout of /proc/self/mountinfo.
func mountType(table, dir string) string {
	best, name := -1, "fuse"
	for line := range strings.Lines(table) {
		mount, super, ok := strings.Cut(strings.TrimSpace(line), " - ")
		fields, types := strings.Fields(mount), strings.Fields(super)
		if !ok || len(fields) < 5 || len(types) < 1 {
			continue
		}
		point := unescapeMount.Replace(fields[4])
		inside := dir == point || strings.HasPrefix(dir, strings.TrimSuffix(point, "/")+"/")
		if inside && len(point) >= best { // a later line covers an earlier one
			best, name = len(point), types[0]
		}
	}
	return name
}

// unescapeMount undoes the octal escapes of the mount table.
var unescapeMount = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
