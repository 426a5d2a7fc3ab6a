package extract

import (
	"bufio"
	"context"

	"github.com/mewkiz/flac"
)

// openFLAC opens a FLAC file, which is decoded block by block.
func openFLAC(ctx context.Context, f File) (*sound, error) {
	source := &fileReader{ctx: ctx, file: f}
	stream, err := flac.New(bufio.NewReaderSize(source, 64<<10))
	if err != nil {
		return nil, decodeError(ctx, "flac", cutShort(err))
	}
	bits := stream.Info.BitsPerSample
	if bits < 4 || bits > 32 {
		return nil, fail(Damaged, "flac: samples of %d bits", bits)
	}
	scale := 1 / float32(uint64(1)<<(bits-1))
	var block []float32
	return &sound{rate: int(stream.Info.SampleRate), share: source.share, close: func() {}, read: func(into []float32) (int, error) {
		for len(block) == 0 {
			frame, err := stream.ParseNext()
			if err != nil {
				return 0, decodeError(ctx, "flac", err)
			}
			if len(frame.Subframes) == 0 {
				continue
			}
			block = make([]float32, len(frame.Subframes[0].Samples))
			for _, channel := range frame.Subframes {
				for i := range min(len(block), len(channel.Samples)) {
					block[i] += float32(channel.Samples[i]) * scale / float32(len(frame.Subframes))
				}
			}
		}
		n := copy(into, block)
		block = block[n:]
		return n, nil
	}}, nil
}
