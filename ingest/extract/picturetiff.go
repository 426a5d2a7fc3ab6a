package extract

import (
	"encoding/binary"
	"io"
)

const (
	maxPictures  = 1000
	tiffHead     = 8
	tiffEntry    = 12
	tiffEntries  = 512 // in a directory; those of scanners have twenty
	tiffSubfile  = 254 // the entry that says what a picture is to the others
	tiffSmallOne = 1   // of its bits: a smaller copy of another one
)

// picturesIn are the pictures of a file, each as a file of its own. Only TIFF has several.
func picturesIn(f io.ReaderAt) []io.ReaderAt {
	var head [tiffHead]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return []io.ReaderAt{f}
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(head[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return []io.ReaderAt{f}
	}
	var pages []io.ReaderAt
	seen := map[uint32]bool{}
	for at := order.Uint32(head[4:]); at != 0 && !seen[at] && len(pages) < maxPictures; {
		seen[at] = true
		small, next, ok := tiffDirectory(f, order, at)
		if !ok {
			break // what stands before is read all the same
		}
		if !small {
			page := tiffPage{f, head}
			order.PutUint32(page.head[4:], at)
			pages = append(pages, page)
		}
		at = next
	}
	if len(pages) == 0 {
		return []io.ReaderAt{f} // its decoder says what is wrong
	}
	return pages
}

// tiffDirectory reads what is said of a picture: whether it is a smaller copy, and where the next one is.
func tiffDirectory(f io.ReaderAt, order binary.ByteOrder, at uint32) (small bool, next uint32, ok bool) {
	var count [2]byte
	if _, err := f.ReadAt(count[:], int64(at)); err != nil {
		return false, 0, false
	}
	n := int(order.Uint16(count[:]))
	entries := make([]byte, n*tiffEntry+4)
	if n > tiffEntries {
		return false, 0, false
	}
	if read, err := f.ReadAt(entries, int64(at)+2); read < len(entries) && err != nil {
		return false, 0, false
	}
	for i := range n {
		e := entries[i*tiffEntry:]
		if order.Uint16(e) == tiffSubfile {
			small = order.Uint32(e[8:])&tiffSmallOne != 0
		}
	}
	return small, order.Uint32(entries[n*tiffEntry:]), true
}

// tiffPage is a file whose first picture is another one of it.
type tiffPage struct {
	io.ReaderAt
	head [tiffHead]byte
}

// ReadAt implements io.ReaderAt.
func (p tiffPage) ReadAt(into []byte, at int64) (int, error) {
	n, err := p.ReaderAt.ReadAt(into, at)
	if at >= 0 && at < tiffHead {
		copy(into[:n], p.head[at:])
	}
	return n, err
}
