package extract

import (
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// orientationOf returns how a JPEG file wants to be shown, 1 to 8 as EXIF counts: 1 is as it is.
func orientationOf(f io.ReaderAt, bytes int64) int {
	head := make([]byte, min(bytes, headSize))
	n, _ := f.ReadAt(head, 0) // a short head says less
	head = head[:n]
	for at := 2; at+10 <= len(head) && head[at] == 0xff; {
		size := int(binary.BigEndian.Uint16(head[at+2:]))
		end := at + 2 + size
		if head[at+1] == 0xda || size < 2 || end > len(head) {
			break
		}
		if head[at+1] == 0xe1 && string(head[at+4:at+10]) == "Exif\x00\x00" {
			return tiffOrientation(head[at+10 : max(end, at+10)])
		}
		at = end
	}
	return 1
}

// tiffOrientation finds the entry in the first list of what a camera notes.
func tiffOrientation(b []byte) int {
	const tag, short, entry = 0x112, 3, 12
	if len(b) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if b[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int(order.Uint32(b[4:]))
	if at < 0 || at+2 > len(b) {
		return 1
	}
	count := int(order.Uint16(b[at:]))
	for at += 2; count > 0 && at+entry <= len(b); count, at = count-1, at+entry {
		if order.Uint16(b[at:]) == tag && order.Uint16(b[at+2:]) == short {
			if o := int(order.Uint16(b[at+8:])); o >= 1 && o <= 8 {
				return o
			}
		}
	}
	return 1
}

// turned is a picture that is shown in one of the orientations of EXIF without a copy of it.
type turned struct {
	image.Image
	orientation int
}

func oriented(p image.Image, orientation int) image.Image {
	if orientation == 1 {
		return p
	}
	return turned{p, orientation}
}

// Bounds are those of the picture as it is shown.
func (t turned) Bounds() image.Rectangle {
	size := t.Image.Bounds().Size()
	if t.orientation >= 5 {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}

// At is a pixel of the picture as it is shown.
func (t turned) At(x, y int) color.Color {
	b := t.Image.Bounds()
	if t.orientation >= 5 {
		x, y = y, x
	}
	switch t.orientation {
	case 2, 3, 7, 8: // 7 and 8 are turned first
		x = b.Dx() - 1 - x
	}
	switch t.orientation {
	case 3, 4, 6, 7:
		y = b.Dy() - 1 - y
	}
	return t.Image.At(b.Min.X+x, b.Min.Y+y)
}
