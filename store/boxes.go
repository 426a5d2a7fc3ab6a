package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// Boxes are where the words of a page stand. As JSON they are one string that only this package reads.
type Boxes []Box

// MarshalJSON implements json.Marshaler.
func (b Boxes) MarshalJSON() ([]byte, error) { return json.Marshal(encodeBoxes(b)) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Boxes) UnmarshalJSON(text []byte) error {
	var packed []byte
	err := json.Unmarshal(text, &packed)
	if err == nil {
		*b, err = decodeBoxes(packed)
	}
	return err
}

// encodeBoxes packs boxes in about 18 bytes each: the start of a span as the distance from the end of the one before,
// its length (both as varints), and four little-endian float32.
func encodeBoxes(boxes []Box) []byte {
	if len(boxes) == 0 {
		return nil
	}
	packed := make([]byte, 0, 19*len(boxes))
	end := 0
	for _, b := range boxes {
		packed = binary.AppendVarint(packed, int64(b.From-end))
		packed = binary.AppendVarint(packed, int64(b.To-b.From))
		for _, x := range [...]float32{b.X0, b.Y0, b.X1, b.Y1} {
			packed = binary.LittleEndian.AppendUint32(packed, math.Float32bits(x))
		}
		end = b.To
	}
	return packed
}

func decodeBoxes(packed []byte) ([]Box, error) {
	var boxes []Box
	end := 0
	for len(packed) > 0 {
		gap, n := binary.Varint(packed)
		if n <= 0 {
			return nil, fmt.Errorf("%w: boxes", ErrCorrupt)
		}
		packed = packed[n:]
		length, n := binary.Varint(packed)
		if n <= 0 || len(packed) < n+16 {
			return nil, fmt.Errorf("%w: boxes", ErrCorrupt)
		}
		packed = packed[n:]
		b := Box{Span: Span{From: end + int(gap), To: end + int(gap) + int(length)}}
		for i, x := range []*float32{&b.X0, &b.Y0, &b.X1, &b.Y1} {
			*x = math.Float32frombits(binary.LittleEndian.Uint32(packed[4*i:]))
		}
		packed = packed[16:]
		end = b.To
		boxes = append(boxes, b)
	}
	return boxes, nil
}
