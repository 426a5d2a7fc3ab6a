package extract

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// oleStream is a stream of an old Office file.
type oleStream struct {
	name string
	data []byte
}

const (
	oleSector = 512
	oleEnd    = 0xfffffffe // of a chain of sectors
	oleNone   = 0xffffffff
	oleLeast  = 4096 // smaller streams stand in a place of their own, which is not written here
)

// oleFile is an old Office file of a few streams, each in one piece. Short ones are filled up.
func oleFile(streams ...oleStream) []byte {
	var body bytes.Buffer
	var chain []uint32 // the sector behind each
	place := func(data []byte) (first uint32) {
		first = uint32(len(chain))
		n := (len(data) + oleSector - 1) / oleSector
		for i := range n {
			chain = append(chain, first+uint32(i)+1)
		}
		chain[len(chain)-1] = oleEnd
		body.Write(data)
		body.Write(make([]byte, n*oleSector-len(data)))
		return first
	}
	dir := oleEntry("Root Entry", 5, oleNone, 1, oleEnd, 0)
	for i, s := range streams {
		data := append(bytes.Clone(s.data), make([]byte, max(oleLeast-len(s.data), 0))...)
		next := uint32(oleNone)
		if i+1 < len(streams) {
			next = uint32(i + 2)
		}
		dir = append(dir, oleEntry(s.name, 2, next, oleNone, place(data), len(data))...)
	}
	dirAt := place(dir)
	// The table of the chains says of its own sectors that they are it.
	const perSector, isTable = oleSector / 4, 0xfffffffd
	tables := 1
	for len(chain)+tables > tables*perSector {
		tables++
	}
	tableAt := uint32(len(chain))
	for range tables {
		chain = append(chain, isTable)
	}
	for len(chain)%perSector != 0 {
		chain = append(chain, oleNone)
	}
	head := make([]byte, oleSector)
	copy(head, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	for at, v := range map[int]uint16{24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6} {
		binary.LittleEndian.PutUint16(head[at:], v)
	}
	for at, v := range map[int]uint32{44: uint32(tables), 48: dirAt, 56: oleLeast, 60: oleEnd, 68: oleEnd} {
		put32(head, at, v)
	}
	for i := range 109 {
		sector := uint32(oleNone)
		if i < tables {
			sector = tableAt + uint32(i)
		}
		put32(head, 76+4*i, sector)
	}
	out := append(head, body.Bytes()...)
	for _, c := range chain {
		out = binary.LittleEndian.AppendUint32(out, c)
	}
	return out
}

func oleEntry(name string, kind byte, next, child, first uint32, size int) []byte {
	b := make([]byte, 128)
	units := utf16.Encode([]rune(name))
	for i, u := range units {
		binary.LittleEndian.PutUint16(b[2*i:], u)
	}
	binary.LittleEndian.PutUint16(b[64:], uint16(2*len(units)+2))
	b[66], b[67] = kind, 1
	for at, v := range map[int]uint32{68: oleNone, 72: next, 76: child, 116: first, 120: uint32(size)} {
		put32(b, at, v)
	}
	return b
}

// TestOLEFolders: folders in folders in folders cost no more than a little.
func TestOLEFolders(t *testing.T) {
	var dir []byte
	const folders = 40_000
	for i := range folders {
		child := uint32(i + 1)
		if i == folders-1 {
			child = oleNone
		}
		kind := byte(1)
		if i == 0 {
			kind = 5
		}
		dir = append(dir, oleEntry("a folder with a long name", kind, oleNone, child, oleEnd, 0)...)
	}
	f := oleFile(oleStream{"", dir})
	// The stream that was written first is the directory.
	put32(f, 48, 0)
	if _, err := openOLE(t.Context(), sample{"a.doc", f}.file()); Code(err) != TooLarge {
		t.Errorf("error %v, want %s", err, TooLarge)
	}
}

// TestOLECircle: a chain of sectors that comes back to itself ends.
func TestOLECircle(t *testing.T) {
	f := oleFile(oleStream{"WordDocument", make([]byte, 8192)}, oleStream{"1Table", nil})
	table := len(f) - oleSector
	put32(f, table+4, 0) // behind the second sector comes the first one
	o, err := openOLE(t.Context(), sample{"a.doc", f}.file())
	if err != nil {
		t.Fatal(err)
	}
	if b, err := o.stream("WordDocument"); err != nil || len(b) > 8192 {
		t.Errorf("%d bytes, error %v", len(b), err)
	}
}
