//go:build linux

package app

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// Who waits on the command line is told that the disk is full, and does not wait for ever. It needs the right to mount a small
// file system.
func TestWaitEndsOnAFullDisk(t *testing.T) {
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(data, 0); err != nil {
			t.Error(err)
		}
	})
	a := open(t, Options{DataDir: data, Assets: noAssets()})
	files := map[string]string{}
	for n := range 20 {
		files[fmt.Sprintf("%d.md", n)] = strings.Repeat(fmt.Sprintf("Text %d about the brain that fills the disk. ", n), 2000)
	}
	m, err := a.AddFolder(course(t, files), "", false)
	if err == nil {
		err = a.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {})
	if p := (Problem{}); !errors.As(err, &p) || p.Code != "disk_full" {
		t.Errorf("waiting ended with %v, want disk_full", err)
	}
}
