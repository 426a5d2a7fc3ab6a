package extract

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// limitAddressSpace lets the process grow by so many bytes and no more: an allocation beyond ends it.
func limitAddressSpace(more uint64) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	first, _, _ := bytes.Cut(statm, []byte(" "))
	pages, err := strconv.ParseUint(string(first), 10, 64)
	if err != nil {
		return
	}
	limit := pages*uint64(os.Getpagesize()) + more
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}) // the time limit still holds
}
