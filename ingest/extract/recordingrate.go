package extract

import (
	"errors"
	"io"
	"math"
)

const (
	filterWings  = 16   // zero crossings of the filter on each side
	filterPhases = 1024 // at most; a rate that needs more is off by less than a thousandth of a sample
	filterBlock  = 4096
)

// resample changes the rate of samples with a low-pass filter, so that nothing above the new rate's range folds back into it.
func resample(read func([]float32) (int, error), from, to int) func([]float32) (int, error) {
	if from == to {
		return read
	}
	shared := divisor(from, to)
	r := &resampler{read: read, step: from / shared, parts: to / shared, phases: min(to/shared, filterPhases)}
	narrow := min(1, float64(to)/float64(from)) * 0.95
	r.wing = int(math.Ceil(filterWings / narrow))
	r.filter = make([][]float32, r.phases)
	for p := range r.filter {
		r.filter[p] = lowPass(r.wing, narrow, float64(p)/float64(r.phases))
	}
	r.held = make([]float32, r.wing) // silence before the first sample
	return r.next
}

// resampler holds the samples around the next one that it makes.
type resampler struct {
	read         func([]float32) (int, error)
	step, parts  int // the next sample lies step/parts of an old one further on
	phases, wing int
	filter       [][]float32 // by phase
	held         []float32
	at, part     int // place of the next sample in held, less the wing: whole and parts
	block        [filterBlock]float32
	ended        error
	padded       bool
}

func (r *resampler) next(into []float32) (int, error) {
	for i := range into {
		for r.at+2*r.wing+1 > len(r.held) {
			if err := r.more(); err != nil {
				return i, err
			}
		}
		sum := float32(0)
		window := r.held[r.at : r.at+2*r.wing+1]
		for k, weight := range r.filter[r.part*r.phases/r.parts] {
			sum += weight * window[k]
		}
		into[i] = sum
		r.part += r.step
		r.at += r.part / r.parts
		r.part %= r.parts
	}
	return len(into), nil
}

// more reads the next block behind what is still needed; after the last one comes silence as wide as the filter.
func (r *resampler) more() error {
	if r.ended != nil {
		if r.padded || !errors.Is(r.ended, io.EOF) {
			return r.ended
		}
		r.padded = true
		r.held = append(r.held, make([]float32, r.wing)...)
		return nil
	}
	gone := min(r.at, len(r.held))
	r.held = r.held[:copy(r.held, r.held[gone:])]
	r.at -= gone
	n, err := r.read(r.block[:])
	r.held = append(r.held, r.block[:n]...)
	r.ended = err
	return nil
}

// lowPass gives the weights of the samples around a place that lies `past` of a sample behind the middle one.
func lowPass(wing int, narrow, past float64) []float32 {
	weights := make([]float64, 2*wing+1)
	sum := 0.0
	for k := range weights {
		x := float64(k-wing) - past
		w := narrow
		if y := math.Pi * x * narrow; y != 0 {
			w = narrow * math.Sin(y) / y
		}
		if off := x / float64(wing+1); math.Abs(off) < 1 {
			w *= 0.5 + 0.5*math.Cos(math.Pi*off)
		} else {
			w = 0
		}
		weights[k] = w
		sum += w
	}
	out := make([]float32, len(weights))
	for k, w := range weights {
		out[k] = float32(w / sum)
	}
	return out
}

func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
