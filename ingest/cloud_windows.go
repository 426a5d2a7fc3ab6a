package ingest

import (
	"os"
	"syscall"
)

// onlyInCloud says whether the content of a file would have to be downloaded first: OneDrive and its likes mark it.
func onlyInCloud(info os.FileInfo) bool {
	const (
		offline        = 0x00001000 // FILE_ATTRIBUTE_OFFLINE
		recallOnOpen   = 0x00040000 // FILE_ATTRIBUTE_RECALL_ON_OPEN
		recallOnAccess = 0x00400000 // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
	)
	attributes, ok := info.Sys().(*syscall.Win32FileAttributeData)
	return ok && attributes.FileAttributes&(recallOnOpen|recallOnAccess|offline) != 0
}
