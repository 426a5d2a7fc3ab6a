package store

import (
	"strings"
	"syscall"
)

// fileSystemType names the file system that holds dir, such as "apfs" or "smbfs".
func fileSystemType(dir string) (string, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return "", err
	}
	var name strings.Builder
	for _, c := range stat.Fstypename {
		if c == 0 {
			break
		}
		name.WriteByte(byte(c))
	}
	return name.String(), nil
}
