package ingest

import (
	"os"
	"syscall"
)

// onlyInCloud says whether the content of a file would have to be downloaded first: iCloud Drive and other file providers mark it.
func onlyInCloud(info os.FileInfo) bool {
	const dataless = 0x40000000 // SF_DATALESS of sys/stat.h
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Flags&dataless != 0
}
