package ingest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// watchOpens counts, as the system does, which files of some folders are opened, by whomever. The function it returns gives the names
// of those since it was last called.
func watchOpens(t *testing.T, dirs []string) (opened func() []string) {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("the system does not tell what is opened: %v", err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	for _, dir := range dirs {
		if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN); err != nil {
			t.Skipf("the system does not tell what is opened: %v", err)
		}
	}
	return func() (names []string) {
		buffer := make([]byte, 1<<16)
		for {
			n, err := unix.Read(fd, buffer)
			if errors.Is(err, unix.EAGAIN) {
				return names
			}
			if err != nil {
				t.Fatal(err)
			}
			for at := 0; at+unix.SizeofInotifyEvent <= n; {
				mask := binary.NativeEndian.Uint32(buffer[at+4:])
				size := int(binary.NativeEndian.Uint32(buffer[at+12:]))
				name := buffer[at+unix.SizeofInotifyEvent : at+unix.SizeofInotifyEvent+size]
				if mask&unix.IN_ISDIR == 0 {
					names = append(names, string(bytes.TrimRight(name, "\x00")))
				}
				at += unix.SizeofInotifyEvent + size
			}
		}
	}
}
