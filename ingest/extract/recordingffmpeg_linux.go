package extract

import "golang.org/x/sys/unix"

// limitMemory bounds the address space of a child process and keeps it from writing files. It has just started; the time limit
// holds whether this works or not.
func limitMemory(pid int, most uint64) {
	for resource, limit := range map[int]uint64{unix.RLIMIT_AS: most, unix.RLIMIT_FSIZE: 0} {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
}
