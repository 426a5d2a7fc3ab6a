//go:build unix

package store

import (
	"os/exec"
	"syscall"
)

// dropRights makes a command run as nobody.
func dropRights(command *exec.Cmd) bool {
	const nobody = 65534
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return true
}
