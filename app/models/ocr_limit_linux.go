package models

import "golang.org/x/sys/unix"

// limitMemory bounds the memory that a process may ask for. A process that has ended already needs no limit.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
