package store

import (
	"path/filepath"
	"syscall"
	"unsafe"
)

var getDriveType = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDriveTypeW")

// fileSystemType is "remote" for a network drive and "" for the others.
func fileSystemType(dir string) (string, error) {
	const driveRemote = 4
	root, err := syscall.UTF16PtrFromString(filepath.VolumeName(dir) + `\`)
	if err != nil {
		return "", err
	}
	kind, _, _ := getDriveType.Call(uintptr(unsafe.Pointer(root)))
	if kind == driveRemote {
		return "remote", nil
	}
	return "", nil
}
