package extract

import (
	"context"
	"encoding/binary"
	"io"
	"strings"

	"github.com/richardlehane/mscfb"
)

// Limits on the files of Office 97 to 2003, which are file systems of their own: streams in chains of sectors.
const (
	maxOLEFile   = 512 << 20 // most of a large deck is pictures, which are not read
	maxOLEOpen   = 1 << 20   // bytes read to find the streams; real files need a twentieth, and a folder in a folder in a folder costs memory
	maxOLEStream = 128 << 20 // of one stream that is read
	oleStep      = 64 << 10  // a multiple of every size of sector
)

// ole is an open Office file of the years before 2007.
type ole struct {
	ctx     context.Context
	streams map[string]*mscfb.File // those in its root, by name in lower case
}

func openOLE(ctx context.Context, f File) (*ole, error) {
	if f.Size > maxOLEFile {
		return nil, fail(TooLarge, "%d bytes, the limit is %d", f.Size, maxOLEFile)
	}
	m := &metered{ReaderAt: f, left: maxOLEOpen}
	r, err := mscfb.New(m)
	if err != nil {
		if m.left < 0 {
			return nil, fail(TooLarge, "too many streams")
		}
		return nil, fail(Damaged, "%v", err)
	}
	m.left = 2 * f.Size // every chain once, and the tables that link them
	o := &ole{ctx: ctx, streams: map[string]*mscfb.File{}}
	for _, e := range r.File[1:] {
		if len(e.Path) == 0 && !e.FileInfo().IsDir() {
			o.streams[strings.ToLower(e.Name)] = e
		}
	}
	return o, nil
}

// metered reads no more than what is left to it: the links between sectors may go in circles.
type metered struct {
	io.ReaderAt
	left int64
}

func (m *metered) ReadAt(p []byte, off int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return m.ReaderAt.ReadAt(p, off)
}

func (o *ole) has(name string) bool { return o.streams[strings.ToLower(name)] != nil }

// stream reads a whole stream; nil when there is none of that name. Of one that ends too early there is what was read.
func (o *ole) stream(name string) ([]byte, error) {
	s := o.streams[strings.ToLower(name)]
	if s == nil {
		return nil, nil
	}
	if s.Size > maxOLEStream {
		return nil, fail(TooLarge, "%s: %d bytes, the limit is %d", name, s.Size, maxOLEStream)
	}
	var out []byte
	step := make([]byte, oleStep)
	for int64(len(out)) < s.Size {
		if err := o.ctx.Err(); err != nil {
			return nil, err
		}
		n, err := s.Read(step[:min(oleStep, s.Size-int64(len(out)))])
		out = append(out, step[:n]...)
		if err != nil || n == 0 {
			break
		}
	}
	return out, nil
}

// bytesAt is a part of b that is asked for by numbers found in the file; nil when it does not hold all of it.
func bytesAt(b []byte, at, n int) []byte {
	if at < 0 || n < 0 || at > len(b) || n > len(b)-at {
		return nil
	}
	return b[at : at+n]
}

// u16 and u32 are numbers in b; 0 where it is too short.
func u16(b []byte, at int) int {
	if v := bytesAt(b, at, 2); v != nil {
		return int(binary.LittleEndian.Uint16(v))
	}
	return 0
}

func u32(b []byte, at int) int {
	if v := bytesAt(b, at, 4); v != nil {
		return int(binary.LittleEndian.Uint32(v))
	}
	return 0
}
