package extract

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/hajimehoshi/go-mp3"
)

// openMP3 opens an MP3 file, whose decoder always gives two channels of 16 bits.
func openMP3(ctx context.Context, f File) (*sound, error) {
	source := &fileReader{ctx: ctx, file: f}
	frames := &layer3{in: bufio.NewReaderSize(source, 64<<10)}
	if err := frames.next(); err != nil {
		return nil, decodeError(ctx, "mp3", cutShort(err))
	}
	if frames.rate == 8000 {
		return nil, fail(Unsupported, "mp3 of 8 kHz") // has tables of its own
	}
	// Without a way to seek, the decoder does not read the whole file to know its length.
	d, err := mp3.NewDecoder(struct{ io.Reader }{frames})
	if err != nil {
		return nil, decodeError(ctx, "mp3", cutShort(err))
	}
	buffer := make([]byte, 4*4096)
	return &sound{rate: frames.rate, share: source.share, close: func() {}, read: func(into []float32) (int, error) {
		n, err := io.ReadFull(d, buffer[:min(4*len(into), len(buffer))])
		for i := range n / 4 {
			left, right := int16(binary.LittleEndian.Uint16(buffer[4*i:])), int16(binary.LittleEndian.Uint16(buffer[4*i+2:]))
			into[i] = (float32(left) + float32(right)) / (1 << 16)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = io.EOF
		}
		if err != nil {
			err = decodeError(ctx, "mp3", err)
		}
		return n / 4, err
	}}, nil
}

// layer3 reads the frames of an MP3 file and hands them to the decoder in a form that it gets right: it drops the padding byte of
// frames of low sample rates (MPEG-2), which is how nearly all recordings of speech are stored, and knows nothing of the lowest
// (MPEG-2.5). Such frames are written anew: without padding, each with all of its own data, at the highest bit rate to have room
// for them, and 2.5 as the rate of MPEG-2 that shares its tables. What lies between frames is left out.
type layer3 struct {
	in      *bufio.Reader
	rate    int    // of the file
	ready   []byte // that waits to be read
	earlier []byte // the end of the data of the frames before, into which a frame's data may reach back
}

const layer3Tail = 511 // a frame reaches back no further

// layer3Rates are the sample rates of MPEG-1; those of MPEG-2 are half, those of 2.5 a quarter.
var layer3Rates = [3]int{44100, 48000, 32000}

var layer3KBits = [2][15]int{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// Read implements io.Reader.
func (l *layer3) Read(p []byte) (int, error) {
	for len(l.ready) == 0 {
		if err := l.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.ready)
	l.ready = l.ready[n:]
	return n, nil
}

// layer3Head is the header of a frame.
type layer3Head struct {
	low       bool // MPEG-2 or 2.5
	rate      int
	size      int // of the frame
	side      int // bytes of side information
	channels  int
	protected bool // by a checksum
}

// readLayer3 reads a header; free-format frames, which say nothing about their size, are none.
func readLayer3(b []byte) (h layer3Head, ok bool) {
	if len(b) < 4 || !isLayer3(b) || b[2]>>4 == 0 {
		return h, false
	}
	version := b[1] >> 3 & 3 // 3, 2: MPEG-1, 2; 0: 2.5
	h.low, h.protected, h.channels = version != 3, b[1]&1 == 0, 2
	if b[3]>>6 == 3 {
		h.channels = 1
	}
	h.rate = layer3Rates[b[2]>>2&3]
	table, factor := 0, 144_000
	h.side = 15*h.channels + 2
	if h.low {
		table, factor = 1, 72_000
		h.rate /= 2
		h.side = 8*h.channels + 1
	}
	if version == 0 {
		h.rate /= 2
	}
	h.size = factor*layer3KBits[table][b[2]>>4]/h.rate + int(b[2]>>1&1)
	return h, h.size >= 4+2+h.side
}

// next finds the next frame.
func (l *layer3) next() error {
	for {
		b, err := l.in.Peek(10)
		if len(b) < 4 {
			return err
		}
		if string(b[:3]) == "ID3" && len(b) == 10 {
			size := int(b[6]&0x7f)<<21 | int(b[7]&0x7f)<<14 | int(b[8]&0x7f)<<7 | int(b[9]&0x7f)
			if _, err := l.in.Discard(10 + size); err != nil {
				return err
			}
			continue
		}
		h, ok := readLayer3(b)
		if ok && l.rate != 0 {
			ok = h.rate == l.rate
		}
		if ok {
			// A header is one when another follows the frame, or nothing does.
			frame, err := l.in.Peek(h.size + 4)
			if len(frame) >= h.size {
				after, same := readLayer3(frame[h.size:])
				if same = same && after.rate == h.rate && after.low == h.low; same || err != nil {
					l.frame(h, frame[:h.size])
					_, err = l.in.Discard(h.size)
					return err
				}
			} else if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
		}
		if _, err := l.in.Discard(1); err != nil {
			return err
		}
	}
}

// frame makes a frame ready.
func (l *layer3) frame(h layer3Head, frame []byte) {
	l.rate = h.rate
	if !h.low {
		l.ready = append(l.ready[:0], frame...)
		return
	}
	body := frame[4:]
	if h.protected {
		body = frame[6:]
	}
	side, data := body[:h.side], body[h.side:]
	frequency := frame[2] >> 2 & 3
	if frame[1]>>3&3 == 0 {
		frequency = 2
	}
	written := layer3Rates[frequency] / 2
	size := 72_000 * layer3KBits[1][14] / written
	out := make([]byte, size)
	copy(out, []byte{0xff, 0xf3, 14<<4 | frequency<<2, frame[3]})
	if back := int(side[0]); back <= len(l.earlier) { // else the frame it reaches back to is not there: silence
		copy(out[4:], side)
		out[4] = 0
		own := slices.Concat(l.earlier[len(l.earlier)-back:], data)
		copy(out[4+h.side:], own[:min(len(own), layer3Bytes(side, h.channels))])
	}
	l.earlier = append(l.earlier, data...)
	l.earlier = l.earlier[max(len(l.earlier)-layer3Tail, 0):]
	l.ready = out
}

// layer3Bytes is how long the data of a frame of low sample rate is: its channels say so, 63 bits each, the first 12 of them.
func layer3Bytes(side []byte, channels int) int {
	total := 0
	bits := append(slices.Clone(side), 0, 0, 0)
	for c := range channels {
		at := 8 + channels + 63*c
		total += int(binary.BigEndian.Uint32(bits[at/8:]) << (at % 8) >> 20)
	}
	return (total + 7) / 8
}
