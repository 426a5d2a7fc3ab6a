//go:build !unix

package store

import "os/exec"

func dropRights(*exec.Cmd) bool { return false }
