package e5

import (
	"encoding/binary"
	"fmt"
	"math"
)

// floats gives a float32 tensor.
func (w *Weights) floats(name string) ([]float32, error) {
	t, ok := w.tensors[name]
	if !ok || t.quantized || len(t.data) < 4*t.elements {
		return nil, fmt.Errorf("%w: tensor %s", ErrFormat, name)
	}
	out := make([]float32, t.elements)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:]))
	}
	return out, nil
}

// quarter gives a 4-bit tensor: one value 0..15 a byte, row after row, and the half-precision scale of each block.
// In the file a block is its scale and 16 bytes; byte j holds value j in its low half and value j+16 in its high half.
func (w *Weights) quarter(name string) (values []byte, scales []uint16, err error) {
	const size = 2 + block/2
	t, ok := w.tensors[name]
	if !ok || !t.quantized || t.elements%block != 0 || len(t.data) < t.elements/block*size {
		return nil, nil, fmt.Errorf("%w: tensor %s", ErrFormat, name)
	}
	values, scales = make([]byte, t.elements), make([]uint16, t.elements/block)
	for i := range scales {
		b := t.data[i*size : (i+1)*size]
		scales[i] = binary.LittleEndian.Uint16(b)
		for j, v := range b[2:] {
			values[i*block+j], values[i*block+block/2+j] = v&15, v>>4
		}
	}
	return values, scales, nil
}

// dense gives a 4-bit tensor as float32 numbers.
func (w *Weights) dense(name string) ([]float32, error) {
	values, scales, err := w.quarter(name)
	if err != nil {
		return nil, err
	}
	out := make([]float32, len(values))
	for i, v := range values {
		out[i] = (float32(v) - 8) * half(scales[i/block])
	}
	return out, nil
}

// half widens a half-precision number.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, int(h>>10&31), uint32(h&1023)
	switch {
	case exponent == 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	case exponent > 0:
		return math.Float32frombits(sign | uint32(exponent+112)<<23 | fraction<<13)
	}
	small := float32(fraction) / (1 << 24)
	return math.Float32frombits(sign | math.Float32bits(small))
}

// pack puts two neighbouring 4-bit values in a byte, the first in the low half.
func pack(values []byte) []byte {
	out := make([]byte, len(values)/2)
	for i := range out {
		out[i] = values[2*i] | values[2*i+1]<<4
	}
	return out
}

// narrow turns [out, in] weights into whole numbers of 7 bits, laid out [in, out], with a scale for each output.
// 7 bits and not 8: sums of two products then fit in 16 bits on processors that add them there.
func narrow(w []float32, in int) (values []byte, scales []float32) {
	const top = 63
	out := len(w) / in
	values, scales = make([]byte, len(w)), make([]float32, out)
	for o := range out {
		row, most := w[o*in:(o+1)*in], float32(0)
		for _, v := range row {
			most = max(most, float32(math.Abs(float64(v))))
		}
		scale := most / top
		if scale == 0 {
			scale = 1
		}
		scales[o] = scale
		for i, v := range row {
			values[i*out+o] = byte(int8(math.RoundToEven(float64(v / scale))))
		}
	}
	return values, scales
}
