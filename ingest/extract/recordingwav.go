package extract

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// wavFormat is the "fmt " chunk of a WAV file.
type wavFormat struct {
	coding, channels, rate, align, bits int
}

const (
	wavInteger    = 1
	wavFloat      = 3
	wavExtensible = 0xfffe
	maxChannels   = 64
)

// openWAV opens a RIFF or RF64 file of PCM samples.
func openWAV(ctx context.Context, f File) (*sound, error) {
	var head [12]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return nil, decodeError(ctx, "wav", cutShort(err))
	}
	var format wavFormat
	for at := int64(12); ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var chunk [8]byte
		if _, err := f.ReadAt(chunk[:], at); err != nil {
			return nil, decodeError(ctx, "wav", cutShort(err))
		}
		at += 8
		size := int64(binary.LittleEndian.Uint32(chunk[4:]))
		switch string(chunk[:4]) {
		case "fmt ":
			body := make([]byte, min(size, 40))
			if _, err := f.ReadAt(body, at); err != nil && !(errors.Is(err, io.EOF) && len(body) == 0) {
				return nil, decodeError(ctx, "wav", cutShort(err))
			}
			var err error
			if format, err = readWAVFormat(body); err != nil {
				return nil, err
			}
		case "data":
			if format.align == 0 {
				return nil, fail(Damaged, "wav: samples before their format")
			}
			// A recorder that was switched off leaves a length of 0 or the largest there is.
			if size == 0 || size == math.MaxUint32 || at+size > f.Size {
				size = f.Size - at
			}
			return wavSound(ctx, f, format, at, size), nil
		}
		at += size + size%2
	}
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func readWAVFormat(b []byte) (wavFormat, error) {
	if len(b) < 16 {
		return wavFormat{}, fail(Damaged, "wav: a format of %d bytes", len(b))
	}
	le := binary.LittleEndian
	w := wavFormat{
		coding: int(le.Uint16(b)), channels: int(le.Uint16(b[2:])), rate: int(le.Uint32(b[4:])),
		align: int(le.Uint16(b[12:])), bits: int(le.Uint16(b[14:])),
	}
	if w.coding == wavExtensible && len(b) >= 26 {
		w.coding = int(le.Uint16(b[24:]))
	}
	wide := w.bits == 8 || w.bits == 16 || w.bits == 24 || w.bits == 32
	if w.coding == wavFloat {
		wide = w.bits == 32 || w.bits == 64
	}
	switch {
	case w.coding != wavInteger && w.coding != wavFloat:
		return w, fail(Unsupported, "wav with coding %d", w.coding)
	case !wide || w.channels < 1 || w.channels > maxChannels || w.align != w.channels*w.bits/8:
		return w, fail(Damaged, "wav: %d channels of %d bits in %d bytes", w.channels, w.bits, w.align)
	}
	return w, nil
}

// wavSound mixes the channels of the samples at a place of the file.
func wavSound(ctx context.Context, f File, w wavFormat, at, size int64) *sound {
	source := &fileReader{ctx: ctx, file: File{ReaderAt: f, Size: at + size}, at: at}
	in := bufio.NewReaderSize(source, 64<<10)
	frame := make([]byte, w.align)
	sample := w.sample()
	return &sound{rate: w.rate, share: source.share, close: func() {}, read: func(into []float32) (int, error) {
		for i := range into {
			if _, err := io.ReadFull(in, frame); err != nil {
				if errors.Is(err, io.ErrUnexpectedEOF) {
					err = io.EOF // half a frame
				}
				return i, err
			}
			sum := float32(0)
			for c := range w.channels {
				sum += sample(frame[c*w.bits/8:])
			}
			into[i] = sum / float32(w.channels)
		}
		return len(into), nil
	}}
}

// sample gives the function that reads one sample; what is no number is silence.
func (w wavFormat) sample() func([]byte) float32 {
	le := binary.LittleEndian
	switch {
	case w.coding == wavFloat && w.bits == 32:
		return func(b []byte) float32 { return audible(float64(math.Float32frombits(le.Uint32(b)))) }
	case w.coding == wavFloat:
		return func(b []byte) float32 { return audible(math.Float64frombits(le.Uint64(b))) }
	case w.bits == 8:
		return func(b []byte) float32 { return (float32(b[0]) - 128) / 128 }
	case w.bits == 16:
		return func(b []byte) float32 { return float32(int16(le.Uint16(b))) / (1 << 15) }
	case w.bits == 24:
		return func(b []byte) float32 {
			return float32(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)>>8) / (1 << 23)
		}
	}
	return func(b []byte) float32 { return float32(int32(le.Uint32(b))) / (1 << 31) }
}

func audible(v float64) float32 {
	if math.IsNaN(v) {
		return 0
	}
	return float32(min(max(v, -1), 1))
}
