package store

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestBoxes(t *testing.T) {
	for name, boxes := range map[string][]Box{
		"none":         nil,
		"one":          {{Span: Span{3, 9}, X0: 1, Y0: 2.5, X1: 3, Y1: 4}},
		"out of order": {{Span: Span{30, 90}}, {Span: Span{0, 2}, X0: -5}, {Span: Span{1, 1}}},
		"great":        {{Span: Span{1 << 30, 1 << 31}, X1: math.MaxFloat32}},
	} {
		got, err := decodeBoxes(encodeBoxes(boxes))
		if err != nil || !reflect.DeepEqual(got, boxes) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// FuzzBoxes: damaged bytes are an error or boxes, never a panic, and boxes come back as they were.
func FuzzBoxes(f *testing.F) {
	f.Add([]byte{})
	f.Add(encodeBoxes([]Box{{Span: Span{3, 9}, X0: 1}, {Span: Span{0, 2}}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, packed []byte) {
		boxes, err := decodeBoxes(packed)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		again := encodeBoxes(boxes)
		twice, err := decodeBoxes(again)
		if err != nil || !bytes.Equal(encodeBoxes(twice), again) {
			t.Fatalf("%v: %v, %v", boxes, twice, err)
		}
	})
}
