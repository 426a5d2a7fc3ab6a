//go:build linux

package build

import (
	"errors"
	"io/fs"
	"os"
	"reflect"
	"unsafe"

	"golang.org/x/sys/unix"
)

// paged is embedded files of which no more stays in memory than is being read: what was read of the binary counts as the process's
// memory until something drops it, and the models are 160 MB.
type paged struct{ fs.FS }

// Open implements fs.FS.
func (p paged) Open(name string) (fs.File, error) {
	f, err := p.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return pagedFile{f}, nil
}

type pagedFile struct{ fs.File }

// Close implements fs.File.
func (f pagedFile) Close() error {
	return errors.Join(f.File.Close(), dropPages(contentOf(f.File)))
}

// contentOf is where the content of an embedded file lies, "" where that cannot be told. The package embed gives no more than copies.
func contentOf(f fs.File) string {
	open := reflect.ValueOf(f)
	if open.Kind() != reflect.Pointer || open.Elem().Kind() != reflect.Struct {
		return ""
	}
	file := open.Elem().FieldByName("f")
	if !file.IsValid() || file.Kind() != reflect.Pointer || file.IsNil() || file.Elem().Kind() != reflect.Struct {
		return ""
	}
	data := file.Elem().FieldByName("data")
	if !data.IsValid() || data.Kind() != reflect.String {
		return ""
	}
	return data.String()
}

// dropPages gives back the memory of a part of the binary. It is there again, from the file, when it is read the next time.
func dropPages(content string) error {
	page := uintptr(os.Getpagesize())
	from := uintptr(unsafe.Pointer(unsafe.StringData(content)))
	skip, end := -from%page, from+uintptr(len(content))
	if whole := int(end/page*page) - int(from+skip); whole > 0 {
		return unix.Madvise(unsafe.Slice(unsafe.StringData(content[skip:]), whole), unix.MADV_DONTNEED)
	}
	return nil
}
